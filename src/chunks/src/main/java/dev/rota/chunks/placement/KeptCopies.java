package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.policy.Policy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The copies in force of chunks that no placement can serve. Their workers keep them, and they take room before
 * anything is placed. They are lost with their worker, or where its capacity shrinks below them.
 */
public final class KeptCopies {

    public static final KeptCopies NONE = new KeptCopies(0);

    private record CopiesOfWorker(int[] chunks, long bytes) {}

    private static final CopiesOfWorker NOTHING = new CopiesOfWorker(new int[0], 0);

    private final Map<WorkerId, CopiesOfWorker> byWorker = new TreeMap<>();
    private final boolean[] isKept;

    private KeptCopies(int chunks) {
        isKept = new boolean[chunks];
    }

    /**
     * Finds the copies that each worker keeps: in the order of dataset and id, as far as it has room.
     *
     * @param inForce returns a worker's rows in the assignment in force
     */
    public static KeptCopies of(
            EpochChunks load,
            List<NetworkWorker> workers,
            Policy policy,
            Function<WorkerId, List<AssignmentRow>> inForce) {
        KeptCopies kept = new KeptCopies(load.count);
        NumberedChunks leftOut = NumberedChunks.of(load, load::isLeftOut);
        int[] ranks = load.globalRanks();
        for (NetworkWorker worker : workers) {
            int[] held = leftOut.heldBy(inForce.apply(worker.id), ranks);
            kept.keep(load, worker, held, room(worker, policy));
        }
        return kept;
    }

    private static long room(NetworkWorker worker, Policy policy) {
        Long capacity = worker.capacity(policy);
        return capacity == null ? 0 : capacity;
    }

    private void keep(EpochChunks load, NetworkWorker worker, int[] held, long room) {
        int[] fitting = new int[held.length];
        int count = 0;
        long left = room;
        for (int chunk : held) {
            if (load.size[chunk] <= left) {
                left -= load.size[chunk];
                fitting[count++] = chunk;
                isKept[chunk] = true;
            }
        }
        if (count > 0) {
            byWorker.put(worker.id, new CopiesOfWorker(Arrays.copyOf(fitting, count), room - left));
        }
    }

    /** Returns the chunks that a worker keeps, in the order of dataset and id. */
    int[] chunks(WorkerId worker) {
        return byWorker.getOrDefault(worker, NOTHING).chunks;
    }

    /** Returns the size of the copies that a worker keeps. */
    long bytes(WorkerId worker) {
        return byWorker.getOrDefault(worker, NOTHING).bytes;
    }

    /** Returns whether a worker keeps a chunk. */
    boolean has(int chunk) {
        return isKept[chunk];
    }
}
