package dev.rota.chunks.explain;

import dev.rota.engine.text.JsonText;
import java.util.ArrayList;
import java.util.List;

/**
 * How an epoch placed a chunk.
 *
 * @param sentence what the chunk is, or why it is not placed
 * @param passes none if the chunk is not placed
 * @param notes what no worker that a replica met says
 * @param holders the workers that the epoch assigned it to
 */
public record ChunkWalks(String sentence, List<PassWalk> passes, List<String> notes, List<String> holders) {

    /** Replicas, and stations of each, that the JSON has; of longer walks the first stations and the last ones. */
    static final int REPLICAS_MAX = 25;

    static final int FIRST_STATIONS = 12;
    static final int LAST_STATIONS = 3;

    public ChunkWalks {
        passes = List.copyOf(passes);
        notes = List.copyOf(notes);
        holders = List.copyOf(holders);
    }

    /** One that says in a line why there is no walk. */
    static ChunkWalks none(String why) {
        return new ChunkWalks(why, List.of(), List.of(), List.of());
    }

    /** A pass over workers. */
    public record PassWalk(String caption, List<Walk> walks) {}

    /**
     * A replica's way over its ring.
     *
     * @param position on the ring, unsigned
     * @param end why nobody took it; empty if somebody did
     */
    public record Walk(int replica, long ring, String position, List<Station> stations, String end) {}

    /** What a worker does with a replica that comes by. */
    public enum Does {
        TAKES,
        /** It is reliable, and in this pass only the others count. */
        TAKES_UNCOUNTED,
        VERSION,
        HOLDS_IT,
        FULL
    }

    /** A worker that a replica met. */
    public record Station(String worker, Does does, String says) {}

    /** For people; a single line if the chunk is not placed. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(sentence));
        for (PassWalk pass : passes) {
            lines.add(pass.caption());
            pass.walks().forEach(walk -> tell(walk, lines));
        }
        lines.addAll(notes);
        return lines;
    }

    /** A line for the replica, and one for each worker that it met. */
    private static void tell(Walk walk, List<String> lines) {
        lines.add("  replica " + walk.replica() + ": ring " + walk.ring() + ", position " + walk.position());
        walk.stations().forEach(station -> lines.add("    " + station.worker() + " " + station.says()));
        if (!walk.end().isEmpty()) {
            lines.add("    " + walk.end());
        }
    }

    String json(long epoch) {
        return JsonText.object(json -> json.field("epoch", epoch)
                .field("sentence", sentence)
                .texts("notes", notes)
                .list(
                        "passes",
                        passes,
                        (pass, each) -> each.field("caption", pass.caption())
                                .field("replicas", pass.walks().size())
                                .list(
                                        "walks",
                                        pass.walks().stream()
                                                .limit(REPLICAS_MAX)
                                                .toList(),
                                        ChunkWalks::write))
                .texts("holders", holders));
    }

    private static void write(Walk walk, JsonText json) {
        List<Station> stations = walk.stations();
        int between = stations.size() - FIRST_STATIONS - LAST_STATIONS;
        json.field("replica", walk.replica())
                .field("ring", walk.ring())
                .field("position", walk.position())
                .field("end", walk.end())
                .field("leftOut", Math.max(0, between))
                .list("stations", between > 0 ? stations.subList(0, FIRST_STATIONS) : stations, ChunkWalks::write)
                .list(
                        "lastStations",
                        between > 0 ? stations.subList(stations.size() - LAST_STATIONS, stations.size()) : List.of(),
                        ChunkWalks::write);
    }

    private static void write(Station station, JsonText json) {
        json.field("worker", station.worker())
                .field("does", station.does().name())
                .field("says", station.says());
    }
}
