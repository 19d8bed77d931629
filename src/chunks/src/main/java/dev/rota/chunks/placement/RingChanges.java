package dev.rota.chunks.placement;

import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.Objects;

/**
 * The difference between the rings of two epochs, which determines the first stops that are still valid.
 *
 * <p>A replica's first stop is the worker at the first position at or after the replica's hash. It changes only if
 * that worker left, or if a worker joined between the hash and that position. So for each joined worker this keeps
 * the arc from its predecessor on the ring (exclusive) to itself (inclusive): replicas whose hash is in an arc stop
 * at a joined worker now, all others stop where they did.
 *
 * <p>Example: a ring has A at 100 and B at 500. C joins at 300, which takes the arc (100, 300]. A replica at 200
 * stopped at B and now stops at C; one at 400 still stops at B. If D joins at 350 too, its predecessor in the merged
 * ring is C, so its arc is (300, 350].
 *
 * @param left whether the worker in a slot has left, by slot
 * @param taken the arcs of joined workers by ring, as pairs of start (exclusive) and end (inclusive); null if no
 *     worker joined
 */
record RingChanges(boolean[] left, @Nullable long[][] taken) {

    /** No change: no worker joined or left, so all first stops are valid. */
    static final RingChanges NONE = new RingChanges(new boolean[0], null);

    boolean isNone() {
        return left.length == 0 && !anyJoined();
    }

    static RingChanges of(boolean[] left, Ring[] joined, Ring[] merged, Parallel parallel) {
        if (joined[0].length() == 0) {
            return new RingChanges(left, null);
        }
        long[][] taken = new long[joined.length][];
        parallel.run(joined.length, ring -> {
            long[] spans = new long[2 * joined[ring].length()];
            for (int i = 0; i < spans.length; i += 2) {
                long position = joined[ring].position(i / 2);
                int at = merged[ring].start(position);
                spans[i] = merged[ring].position(at == 0 ? merged[ring].length() - 1 : at - 1);
                spans[i + 1] = position;
            }
            taken[ring] = spans;
        });
        return new RingChanges(left, taken);
    }

    /** Returns whether a worker joined, so that hashes must be looked up. */
    boolean anyJoined() {
        return taken != null;
    }

    /** Returns whether a walk from this hash meets a joined worker first. */
    boolean isTaken(int ring, long hash) {
        long[] spans = Objects.requireNonNull(taken)[ring];
        for (int i = 0; i < spans.length; i += 2) {
            if (Long.compareUnsigned(hash - spans[i] - 1, spans[i + 1] - spans[i]) < 0) {
                return true;
            }
        }
        return false;
    }
}
