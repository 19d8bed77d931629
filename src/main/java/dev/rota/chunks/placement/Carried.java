package dev.rota.chunks.placement;

import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.Objects;

/**
 * What has happened between rings of two epochs.
 *
 * @param left by slot
 * @param taken by ring: after and up to which hash who joined stands in front of who stood there before; null:
 *     nobody joined
 */
record Carried(boolean[] left, @Nullable long[][] taken) {

    static Carried of(boolean[] left, Ring[] joined, Ring[] merged, Parallel parallel) {
        if (joined[0].length() == 0) {
            return new Carried(left, null);
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
        return new Carried(left, taken);
    }

    /** Whether hashes have to be asked for. */
    boolean anyJoined() {
        return taken != null;
    }

    /** Whether a walk that starts there meets somebody who joined before it meets anybody else. */
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
