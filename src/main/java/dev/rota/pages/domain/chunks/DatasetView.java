package dev.rota.pages.domain.chunks;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A dataset of a network.
 *
 * @param unit its network as it is, for forms
 * @param dataset its name as it is, for forms
 * @param from the beginning of ids that is asked for, as it is
 * @param changes entries of the catalog
 */
public record DatasetView(
        String unit,
        String dataset,
        String sentence,
        String segmentsCaption,
        List<Segment> segments,
        String holdersCaption,
        List<Holder> holders,
        String from,
        ChunkListing listing,
        List<Change> changes) {
    public DatasetView {
        segments = List.copyOf(segments);
        holders = List.copyOf(holders);
        changes = List.copyOf(changes);
    }

    /**
     * A segment of the policy.
     *
     * @param weight and version that its chunks need, in words
     */
    public record Segment(String name, String weight, String chunks, String bytes) {}

    /**
     * A worker that holds chunks of it.
     *
     * @param share of the dataset's chunks, in percent; the width of its bar
     */
    public record Holder(Link worker, String chunks, int share) {}

    /** An entry of the catalog. */
    public record Change(Link decision, String time, String listed, String removed) {}
}
