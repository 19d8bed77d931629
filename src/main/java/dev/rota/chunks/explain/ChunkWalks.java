package dev.rota.chunks.explain;

import java.util.ArrayList;
import java.util.List;

/**
 * How an epoch placed a chunk.
 *
 * @param epoch the number of the epoch
 * @param sentence what the chunk is, or why it is not placed
 * @param passes none if the chunk is not placed
 * @param notes what no worker that a replica met says
 * @param holders the workers that the epoch assigned it to
 */
public record ChunkWalks(long epoch, String sentence, List<PassWalk> passes, List<String> notes, List<String> holders) {

    /** Walks of a pass that an abridged answer has, and stations of each. */
    private static final int WALKS_MAX = 25;

    public static final int FIRST_STATIONS = 12;
    private static final int LAST_STATIONS = 3;

    public ChunkWalks {
        passes = List.copyOf(passes);
        notes = List.copyOf(notes);
        holders = List.copyOf(holders);
    }

    /** One that says in a line why there is no walk. */
    static ChunkWalks none(long epoch, String why) {
        return new ChunkWalks(epoch, why, List.of(), List.of(), List.of());
    }

    /**
     * A pass over workers.
     *
     * @param replicas those that it placed; of an abridged pass, more than there are walks
     */
    public record PassWalk(String caption, int replicas, List<Walk> walks) {

        PassWalk(String caption, List<Walk> walks) {
            this(caption, walks.size(), walks);
        }
    }

    /**
     * A replica's way over its ring.
     *
     * @param position on the ring, unsigned
     * @param leftOut stations of an abridged way that are missing behind the first {@link #FIRST_STATIONS}
     * @param end why no worker took it; empty if one did
     */
    public record Walk(int replica, long ring, String position, List<Station> stations, int leftOut, String end) {

        Walk(int replica, long ring, String position, List<Station> stations, String end) {
            this(replica, ring, position, stations, 0, end);
        }

        private Walk abridged() {
            int between = stations.size() - FIRST_STATIONS - LAST_STATIONS;
            if (between <= 0) {
                return this;
            }
            List<Station> kept = new ArrayList<>(stations.subList(0, FIRST_STATIONS));
            kept.addAll(stations.subList(stations.size() - LAST_STATIONS, stations.size()));
            return new Walk(replica, ring, position, List.copyOf(kept), between, end);
        }
    }

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

    /** Without the middle of what is long: a replica may meet every worker, and answers are kept. */
    ChunkWalks abridged() {
        List<PassWalk> some = passes.stream()
                .map(pass -> new PassWalk(
                        pass.caption(),
                        pass.replicas(),
                        pass.walks().stream()
                                .limit(WALKS_MAX)
                                .map(Walk::abridged)
                                .toList()))
                .toList();
        return new ChunkWalks(epoch, sentence, some, notes, holders);
    }

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
}
