package dev.rota.chunks.explain;

import java.util.ArrayList;
import java.util.List;

/**
 * How an epoch placed a chunk.
 *
 * @param epoch the number of the epoch
 * @param sentence a description of the chunk, or why it is not placed
 * @param passes the passes; empty if the chunk is not placed
 * @param notes facts that the walks do not contain
 * @param holders the workers that the epoch assigned it to
 */
public record ChunkWalks(long epoch, String sentence, List<PassWalk> passes, List<String> notes, List<String> holders) {

    /** The number of walks of a pass that an abridged answer contains, and of stations of each walk. */
    private static final int WALKS_MAX = 25;

    public static final int FIRST_STATIONS = 12;
    private static final int LAST_STATIONS = 3;

    public ChunkWalks {
        passes = List.copyOf(passes);
        notes = List.copyOf(notes);
        holders = List.copyOf(holders);
    }

    /** Returns an answer that states in a line why there is no walk. */
    static ChunkWalks none(long epoch, String why) {
        return new ChunkWalks(epoch, why, List.of(), List.of(), List.of());
    }

    /**
     * A pass over workers.
     *
     * @param replicas the number of replicas that it placed; an abridged pass has fewer walks
     */
    public record PassWalk(String caption, int replicas, List<Walk> walks) {

        PassWalk(String caption, List<Walk> walks) {
            this(caption, walks.size(), walks);
        }
    }

    /**
     * The way of a replica over its ring.
     *
     * @param position the position on the ring, unsigned
     * @param leftOut the number of stations that are missing after the first {@link #FIRST_STATIONS} in an abridged
     *     walk
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

    /** The action of a worker on a replica that meets it. */
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

    /** Returns the walks without the middle of long ones: a replica may meet every worker, and answers are cached. */
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

    /** Returns the lines for people; a single line if the chunk is not placed. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(sentence));
        for (PassWalk pass : passes) {
            lines.add(pass.caption());
            pass.walks().forEach(walk -> add(walk, lines));
        }
        lines.addAll(notes);
        return lines;
    }

    /** Adds a line for the replica, and one for each worker that it met. */
    private static void add(Walk walk, List<String> lines) {
        lines.add("  replica " + walk.replica() + ": ring " + walk.ring() + ", position " + walk.position());
        walk.stations().forEach(station -> lines.add("    " + station.worker() + " " + station.says()));
        if (!walk.end().isEmpty()) {
            lines.add("    " + walk.end());
        }
    }
}
