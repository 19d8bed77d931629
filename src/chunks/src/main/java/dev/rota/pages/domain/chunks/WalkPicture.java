package dev.rota.pages.domain.chunks;

import dev.rota.chunks.explain.ChunkWalks;
import dev.rota.chunks.explain.ChunkWalks.PassWalk;
import dev.rota.chunks.explain.ChunkWalks.Station;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
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

/** Draws the walks of a chunk's replicas, station by station. */
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

    private final Links links;
    private final List<Row> rows = new ArrayList<>();
    private long stations;

    private WalkPicture(Links links) {
        this.links = links;
    }

    static WalkView of(Links links, ChunkWalks told) {
        return new WalkPicture(links).view(told);
    }

    private WalkView view(ChunkWalks told) {
        List<PassView> passes = new ArrayList<>();
        for (PassWalk pass : told.passes()) {
            List<Walk> walks = new ArrayList<>();
            pass.walks().forEach(walk -> walks.add(walk(walk)));
            int replicas = pass.replicas();
            passes.add(new PassView(
                    Show.text(pass.caption())
                            + (replicas > walks.size() ? "; the first " + walks.size() + " of " + replicas : ""),
                    walks));
        }
        return new WalkView(
                "Epoch " + told.epoch() + ": " + Show.text(told.sentence()),
                told.notes().stream().map(Show::text).toList(),
                passes,
                "The answers of workers"
                        + (stations > rows.size() ? ", the first " + rows.size() + " of " + stations : ""),
                rows);
    }

    private Walk walk(ChunkWalks.Walk walk) {
        String replica = String.valueOf(walk.replica());
        List<Mark> marks = new ArrayList<>();
        TreeMap<String, Integer> refusals = new TreeMap<>();
        Link taker = Link.NONE;
        int x = STEP / 2;
        List<Station> met = walk.stations();
        int leftOut = walk.leftOut();
        for (int i = 0; i < met.size(); i++) {
            if (leftOut > 0 && i == ChunkWalks.FIRST_STATIONS) {
                marks.add(new Mark(x, "rest", Phrases.count(leftOut, "more worker") + " refused it"));
                stations += leftOut;
                x += STEP;
            }
            taker = taker(add(replica, met.get(i), x, marks, refusals), taker);
            x += STEP;
        }
        String end = Show.text(walk.end());
        return new Walk(
                replica,
                String.valueOf(walk.ring()),
                label(replica, refusals, leftOut, taker, end),
                x,
                marks,
                taker,
                end);
    }

    private static Link taker(@Nullable Link now, Link before) {
        return now == null ? before : now;
    }

    /** Adds the mark of a station. Returns the link to the worker if it takes the replica, or null. */
    private @Nullable Link add(
            String replica, Station station, int x, List<Mark> marks, SortedMap<String, Integer> refusals) {
        String look = LOOKS.getOrDefault(station.does().name(), "holds");
        Link worker = links.to("worker", station.worker());
        String says = Show.text(station.says());
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
