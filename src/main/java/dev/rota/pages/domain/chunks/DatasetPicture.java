package dev.rota.pages.domain.chunks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.chunks.DatasetView.Change;
import dev.rota.pages.domain.chunks.DatasetView.Holder;
import dev.rota.pages.domain.chunks.DatasetView.Segment;
import dev.rota.pages.index.Wanted;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;

/** Draws a dataset: its segments, who holds it, its chunks, and what the catalog says of it. */
final class DatasetPicture {
    private static final String CATALOG = "chunks.catalog";
    private static final int CHANGES = 30;
    /** The policy's last segments have weights; before them there may be one that is not placed. */
    private static final int SEGMENTS = 100;

    private DatasetPicture() {}

    static DatasetView view(UnitFacts facts, String id) {
        Live live = facts.live("datasets/" + id + ".json");
        JsonNode told = live.json();
        String from = facts.parameter("from");
        List<Segment> segments = segments(told);
        List<Holder> holders = new ArrayList<>();
        long chunks = told.path("chunks").asLong();
        for (JsonNode holder : told.path("holders")) {
            long held = holder.path("chunks").asLong();
            holders.add(new Holder(
                    NetworkLinks.worker(facts.unit(), holder.path("worker").asText()), Show.number(held), (int)
                            (100 * Math.min(held, chunks) / Math.max(1, chunks))));
        }
        long all = told.path("holderCount").asLong();
        return new DatasetView(
                facts.unit(),
                id,
                sentence(live, all),
                Phrases.count(told.path("segmentCount").asLong(), "segment") + " of the policy"
                        + (told.path("segmentCount").asLong() > segments.size() ? ", the first ones" : ""),
                segments,
                Phrases.count(all, "worker") + (all == 1 ? " holds" : " hold")
                        + " chunks of it, those with the most first"
                        + (all > holders.size() ? "; " + holders.size() + " are shown" : ""),
                holders,
                from,
                live.isThere() ? ChunkPicture.listing(facts, id + "/" + from) : ChunkListing.NONE,
                changes(facts, id));
    }

    private static String sentence(Live live, long holders) {
        JsonNode told = live.json();
        if (!live.isThere()) {
            return "What it has now is not known: " + Show.text(live.problem()) + ".";
        }
        return "It has " + NetworkLinks.number(told.path("chunks")) + " chunks of "
                + NetworkLinks.bytes(told.path("bytes")) + ", up to block "
                + told.path("height").asText()
                + (told.path("isPlaced").asBoolean() ? "" : "; the policy does not place it")
                + ". Workers hold " + NetworkLinks.number(told.path("replicas")) + " replicas of its chunks"
                + (holders == 0 ? "." : ", " + Phrases.count(holders, "worker") + " in all.");
    }

    private static List<Segment> segments(JsonNode told) {
        List<Segment> segments = new ArrayList<>();
        JsonNode policy = told.path("policy");
        // What lies before the first segment of the policy stands first, without a weight.
        int before = told.path("beginsUnplaced").asBoolean() ? 1 : 0;
        for (int i = 0; i < Math.min(SEGMENTS, told.path("segments").size()); i++) {
            JsonNode segment = told.path("segments").path(i);
            segments.add(new Segment(
                    Show.text(segment.path("segment").asText()),
                    weight(told.path("isPlaced").asBoolean(), policy, i - before),
                    NetworkLinks.number(segment.path("chunks")),
                    NetworkLinks.bytes(segment.path("bytes"))));
        }
        return segments;
    }

    private static String weight(boolean isPlaced, JsonNode policy, int at) {
        if (!isPlaced || at < 0) {
            return "not placed";
        }
        JsonNode segment = policy.path(at);
        return segment.isMissingNode()
                ? "×1"
                : "×" + segment.path("weight").asInt()
                        + (segment.path("minVersion").isTextual()
                                ? ", version "
                                        + Show.text(segment.path("minVersion").asText())
                                : "");
    }

    private static List<Change> changes(UnitFacts facts, String id) {
        List<Change> changes = new ArrayList<>();
        facts.newest(Wanted.of(CATALOG).about("dataset", id), CHANGES)
                .forEach(entry -> changes.add(new Change(
                        new Link("decision", Url.record(entry.entry().at())),
                        Show.time(entry.entry().time()),
                        Show.number(entry.value().path("chunks").size()),
                        Show.number(entry.value().path("removed").size()))));
        return changes;
    }
}
