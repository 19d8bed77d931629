package dev.rota.chunks.explain;

import dev.rota.engine.JsonText;
import java.util.List;

/**
 * How an epoch placed a chunk.
 *
 * @param lines for people; a single one if the chunk is not placed
 * @param passes none if the chunk is not placed
 * @param holders the workers that the epoch assigned it to
 */
public record ChunkWalks(List<String> lines, List<PassWalk> passes, List<String> holders) {

    /** Replicas, and stations of each, that the JSON has; of longer walks the first stations and the last ones. */
    static final int REPLICAS_MAX = 25;

    static final int FIRST_STATIONS = 12;
    static final int LAST_STATIONS = 3;

    public ChunkWalks {
        lines = List.copyOf(lines);
        passes = List.copyOf(passes);
        holders = List.copyOf(holders);
    }

    /** One that says in a line why there is no walk. */
    static ChunkWalks none(String why) {
        return new ChunkWalks(List.of(why), List.of(), List.of());
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

    String json(long epoch) {
        return JsonText.object(json -> json.field("epoch", epoch)
                .field("sentence", lines.get(0))
                .texts("notes", notes())
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

    /** What no station says: the lines after those of the passes. */
    private List<String> notes() {
        int last = 0;
        for (int i = 0; i < lines.size(); i++) {
            last = lines.get(i).startsWith(" ") ? i : last;
        }
        return lines.subList(Math.min(lines.size(), last + 1), lines.size());
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
