package dev.rota.pages.domain.chunks;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.view.DatasetPage;
import dev.rota.chunks.view.DatasetPage.PolicySegment;
import dev.rota.chunks.view.DatasetPage.SegmentTotal;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.chunks.DatasetView.Change;
import dev.rota.pages.domain.chunks.DatasetView.Holder;
import dev.rota.pages.domain.chunks.DatasetView.Segment;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;

/** Draws a dataset: its segments, its holders, its chunks, and its changes in the catalog. */
final class DatasetPicture {
    private static final String CATALOG = "chunks.catalog";
    private static final int CHANGES = 30;
    /**
     * The number of segments that are drawn, which are the last ones of the policy. Chunks before the first segment are
     * not placed.
     */
    private static final int SEGMENTS = 100;

    private DatasetPicture() {}

    static DatasetView view(UnitFacts facts, String id) {
        Live<DatasetPage> live = facts.live("datasets/" + id + ".json", DatasetPage.class);
        DatasetPage told = live.page();
        String from = facts.parameter("from");
        List<Segment> segments = segments(told);
        List<Holder> holders = new ArrayList<>();
        long chunks = told.chunks();
        for (DatasetPage.Holder holder : told.holders()) {
            long held = holder.chunks();
            holders.add(new Holder(facts.links().to("worker", holder.worker()), Show.number(held), (int)
                    (100 * Math.min(held, chunks) / Math.max(1, chunks))));
        }
        long all = told.holderCount();
        return new DatasetView(
                facts.unit(),
                id,
                sentence(live, all),
                Phrases.count(told.segmentCount(), "segment") + " of the policy"
                        + (told.segmentCount() > segments.size() ? ", the first ones" : ""),
                segments,
                Phrases.count(all, "worker") + (all == 1 ? " holds" : " hold")
                        + " chunks of it, the workers with the most first"
                        + (all > holders.size() ? "; " + holders.size() + " are shown" : ""),
                holders,
                from,
                live.isThere() ? ChunkPicture.listing(facts, id + "/" + from) : ChunkListing.NONE,
                changes(facts, id));
    }

    private static String sentence(Live<DatasetPage> live, long holders) {
        DatasetPage told = live.page();
        if (!live.isThere()) {
            return "Its content is unknown: " + Show.text(live.problem()) + ".";
        }
        return "It has " + Show.number(told.chunks()) + " chunks of "
                + Sizes.bytes(told.bytes()) + ", up to block "
                + told.height()
                + (told.isPlaced() ? "" : "; the policy does not place it")
                + ". Workers hold " + Show.number(told.replicas()) + " replicas of its chunks"
                + (holders == 0 ? "." : ", " + Phrases.count(holders, "worker") + " in all.");
    }

    private static List<Segment> segments(DatasetPage told) {
        List<Segment> segments = new ArrayList<>();
        List<PolicySegment> policy = told.policy();
        // Chunks before the first segment of the policy come first, without a weight.
        int before = told.beginsUnplaced() ? 1 : 0;
        for (int i = 0; i < Math.min(SEGMENTS, told.segments().size()); i++) {
            SegmentTotal segment = told.segments().get(i);
            segments.add(new Segment(
                    Show.text(segment.segment()),
                    weight(told.isPlaced(), policy, i - before),
                    Show.number(segment.chunks()),
                    Sizes.bytes(segment.bytes())));
        }
        return segments;
    }

    private static String weight(boolean isPlaced, List<PolicySegment> policy, int at) {
        if (!isPlaced || at < 0) {
            return "not placed";
        }
        if (at >= policy.size()) {
            return "×1";
        }
        String version = policy.get(at).minVersion();
        return "×" + policy.get(at).weight() + (version == null ? "" : ", version " + Show.text(version));
    }

    private static List<Change> changes(UnitFacts facts, String id) {
        List<Change> changes = new ArrayList<>();
        facts.newest(EntryFilter.of(CATALOG).about("dataset", id), CHANGES)
                .forEach(entry -> changes.add(new Change(
                        new Link("decision", Url.record(entry.entry().at())),
                        Show.time(entry.entry().time()),
                        Show.number(entry.as(CatalogEntry.class).getChunks().size()),
                        Show.number(entry.as(CatalogEntry.class).getRemoved().size()))));
        return changes;
    }
}
