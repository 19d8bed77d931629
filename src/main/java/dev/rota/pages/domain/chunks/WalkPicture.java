package dev.rota.pages.domain.chunks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.chunks.WalkView.Mark;
import dev.rota.pages.domain.chunks.WalkView.PassView;
import dev.rota.pages.domain.chunks.WalkView.Row;
import dev.rota.pages.domain.chunks.WalkView.Walk;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Draws the walks of a chunk's replicas as stations. */
final class WalkPicture {
    private static final int STEP = 26;
    private static final int ROWS_MAX = 250;
    private static final Map<String, String> LOOKS = Map.of(
            "TAKES",
            "takes",
            "TAKES_UNCOUNTED",
            "uncounted",
            "VERSION",
            "version",
            "HOLDS_IT",
            "holds",
            "FULL",
            "full");

    private final String network;
    private final List<Row> rows = new ArrayList<>();
    private long stations;

    private WalkPicture(String network) {
        this.network = network;
    }

    static WalkView of(String network, JsonNode told) {
        return new WalkPicture(network).view(told);
    }

    private WalkView view(JsonNode told) {
        List<String> notes = new ArrayList<>();
        told.path("notes").forEach(note -> notes.add(Show.text(note.asText())));
        List<PassView> passes = new ArrayList<>();
        for (JsonNode pass : told.path("passes")) {
            List<Walk> walks = new ArrayList<>();
            pass.path("walks").forEach(walk -> walks.add(walk(walk)));
            long replicas = pass.path("replicas").asLong();
            passes.add(new PassView(
                    Show.text(pass.path("caption").asText())
                            + (replicas > walks.size() ? "; the first " + walks.size() + " of " + replicas : ""),
                    walks));
        }
        return new WalkView(
                "Epoch " + told.path("epoch").asLong() + ": "
                        + Show.text(told.path("sentence").asText()),
                notes,
                passes,
                "What each worker said"
                        + (stations > rows.size() ? ", the first " + rows.size() + " of " + stations : ""),
                rows);
    }

    private Walk walk(JsonNode walk) {
        String replica = String.valueOf(walk.path("replica").asInt());
        List<Mark> marks = new ArrayList<>();
        TreeMap<String, Integer> refusals = new TreeMap<>();
        Link taker = NetworkLinks.NONE;
        int x = STEP / 2;
        for (JsonNode station : walk.path("stations")) {
            taker = taker(add(replica, station, x, marks, refusals), taker);
            x += STEP;
        }
        long leftOut = walk.path("leftOut").asLong();
        if (leftOut > 0) {
            marks.add(new Mark(x, "rest", Phrases.count(leftOut, "more worker") + " refused it"));
            stations += leftOut;
            x += STEP;
        }
        for (JsonNode station : walk.path("lastStations")) {
            taker = taker(add(replica, station, x, marks, refusals), taker);
            x += STEP;
        }
        String end = walk.path("end").asText().isEmpty()
                ? ""
                : Show.text(walk.path("end").asText());
        return new Walk(
                replica,
                String.valueOf(walk.path("ring").asLong()),
                label(replica, refusals, leftOut, taker, end),
                x,
                marks,
                taker,
                end);
    }

    private static Link taker(@Nullable Link now, Link before) {
        return now == null ? before : now;
    }

    /** The worker, if it takes the replica. */
    private @Nullable Link add(
            String replica, JsonNode station, int x, List<Mark> marks, SortedMap<String, Integer> refusals) {
        String look = LOOKS.getOrDefault(station.path("does").asText(), "holds");
        Link worker = NetworkLinks.worker(network, station.path("worker").asText());
        String says = Show.text(station.path("says").asText());
        marks.add(new Mark(x, look, worker.text() + " " + word(look)));
        stations++;
        if (rows.size() < ROWS_MAX) {
            rows.add(new Row(replica, worker, says));
        }
        if (look.equals("takes") || look.equals("uncounted")) {
            return worker;
        }
        refusals.merge(look, 1, Integer::sum);
        return null;
    }

    private static String word(String look) {
        return switch (look) {
            case "takes" -> "takes it";
            case "uncounted" -> "takes it, which does not count";
            case "full" -> "has no room";
            case "version" -> "has too old a version";
            default -> "holds it already";
        };
    }

    private static String label(
            String replica, SortedMap<String, Integer> refusals, long leftOut, Link taker, String end) {
        List<String> parts = new ArrayList<>();
        refusals.forEach((look, count) -> parts.add(Phrases.count(count, "worker") + " " + word(look)));
        if (leftOut > 0) {
            parts.add(leftOut + " more refused it");
        }
        parts.add(taker.text().isEmpty() ? end : taker.text() + " takes it");
        return "replica " + replica + ": " + String.join(", ", parts);
    }
}
