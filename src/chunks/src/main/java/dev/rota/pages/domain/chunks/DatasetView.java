package dev.rota.pages.domain.chunks;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A dataset of a network.
 *
 * @param unit the unescaped name of its network, for forms
 * @param dataset the unescaped name of the dataset, for forms
 * @param from the unescaped beginning of the ids that are requested
 * @param changes the entries of the catalog
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
     * @param weight the weight and the version that its chunks need, in words
     */
    public record Segment(String name, String weight, String chunks, String bytes) {}

    /**
     * A worker that holds chunks of the dataset.
     *
     * @param share the part of the dataset's chunks in percent, which is the width of the bar
     */
    public record Holder(Link worker, String chunks, int share) {}

    /** An entry of the catalog. */
    public record Change(Link decision, String time, String listed, String removed) {}
}
