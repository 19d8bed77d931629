package dev.rota.chunks.placement;

import dev.rota.chunks.catalog.Dataset;
import java.util.Arrays;

/** A pass, and the workers whose replicas it decides. */
final class DecidingPass {
    final Pass pass;
    /** The number of the worker in each slot, or {@link Dataset#NONE} if another pass decides about it. */
    final int[] worker;

    private final int[] begins;
    private final char[] slots;

    DecidingPass(Pass pass, int slots) {
        this.pass = pass;
        this.worker = new int[slots];
        Arrays.fill(worker, Dataset.NONE);
        this.begins = pass.begins();
        this.slots = pass.placement().holders();
    }

    /** Returns the number of the worker that holds a replica, if this pass decides about it. */
    int holder(int replica) {
        char slot = slots[replica];
        return slot == ReplicaPlacement.NO_WORKER ? Dataset.NONE : worker[slot];
    }

    /** Counts a chunk's holders, per worker and in total. */
    int count(int chunk, int[] counts) {
        int holders = 0;
        for (int replica = begins[chunk]; replica < begins[chunk + 1]; replica++) {
            int holder = holder(replica);
            if (holder != Dataset.NONE) {
                counts[holder]++;
                holders++;
            }
        }
        return holders;
    }

    /** Lists a part of the chunks by worker, each worker's from its next place on. */
    void list(int[] order, int from, int to, int[] chunks, int[] next) {
        for (int i = from; i < to; i++) {
            int chunk = order[i];
            for (int replica = begins[chunk]; replica < begins[chunk + 1]; replica++) {
                int holder = holder(replica);
                if (holder != Dataset.NONE) {
                    chunks[next[holder]++] = chunk;
                }
            }
        }
    }
}
