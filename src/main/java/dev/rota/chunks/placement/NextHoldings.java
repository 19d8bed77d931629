package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The holdings that an epoch publishes on the way to its target, as {@link Transition} computes them. */
public final class NextHoldings {

    /** The assignment in force. */
    public interface InForce {

        /** Returns a worker's rows in the assignment in force. */
        List<AssignmentRow> share(WorkerId worker);

        /** Returns the numbers of its chunks that it has not confirmed, ascending, or null if it has confirmed none. */
        @Nullable
        int[] unconfirmed(NetworkWorker worker);
    }

    /** The holdings of the next epoch, and what is left for later ones. */
    public record Next(EpochHoldings holdings, long copiesWaiting, long bytesWaiting) {}

    private final EpochHoldings target;
    private final EpochChunks load;
    private final List<NetworkWorker> workers;
    private final Policy policy;
    private final KeptCopies kept;
    private final InForce inForce;
    private final int[] order;
    private final int[] ranks;
    private final long[] sizes;
    private final List<WorkerCopies> copies = new ArrayList<>();

    /** The target's copies that are not in force, as ascending ranks, by worker. */
    private final List<int[]> toAdd = new ArrayList<>();

    private NextHoldings(
            EpochHoldings target, List<NetworkWorker> workers, Policy policy, KeptCopies kept, InForce inForce) {
        this.target = target;
        this.load = target.load();
        this.workers = workers;
        this.policy = policy;
        this.kept = kept;
        this.inForce = inForce;
        this.order = load.inGlobalOrder();
        this.ranks = load.globalRanks();
        this.sizes = Arrays.stream(order).mapToLong(chunk -> load.size[chunk]).toArray();
    }

    /**
     * Makes one step.
     *
     * @param workers all workers that take part, including those that are drained, in the order of ids
     * @param kept the copies that stay outside the step
     * @param bytesMax the maximum number of bytes to move, or null if there is no limit
     */
    public static Next of(
            EpochHoldings target,
            List<NetworkWorker> workers,
            Policy policy,
            KeptCopies kept,
            InForce inForce,
            @Nullable Long bytesMax) {
        NextHoldings next = new NextHoldings(target, workers, policy, kept, inForce);
        Transition transition =
                new Transition(next.sizes, next.copies, policy.rules().getMinReplication());
        next.compare(transition);
        next.planAdditions(transition);
        transition.run(bytesMax);
        return new Next(next.holdings(), transition.copiesWaiting(), transition.bytesWaiting());
    }

    private void compare(Transition transition) {
        NumberedChunks placed = NumberedChunks.of(load, chunk -> !load.isLeftOut(chunk));
        for (NetworkWorker worker : workers) {
            int[] had = ranked(placed.heldBy(inForce.share(worker.id), ranks));
            int[] wanted = ranked(target.chunks(worker.id));
            int[] stay = AscendingInts.common(had, wanted);
            int[] extra = AscendingInts.without(had, stay);
            int[] unconfirmed = inForce.unconfirmed(worker);
            WorkerCopies own = new WorkerCopies(
                    worker.draining,
                    counts(worker),
                    Objects.requireNonNull(worker.capacity(policy)),
                    kept.bytes(worker.id),
                    stay,
                    extra,
                    confirmed(extra, unconfirmed));
            count(transition, own, stay, true, confirmed(stay, unconfirmed));
            count(transition, own, extra, false, own.extraConfirmed);
            copies.add(own);
            toAdd.add(AscendingInts.without(wanted, stay));
        }
    }

    private static void count(
            Transition transition, WorkerCopies worker, int[] some, boolean isTarget, boolean[] confirmed) {
        for (int i = 0; i < some.length; i++) {
            transition.count(worker, some[i], isTarget, confirmed[i]);
        }
    }

    private boolean counts(NetworkWorker worker) {
        return policy.rules().getIgnoreReliability() || worker.conditionUnder(policy) == WorkerState.ONLINE;
    }

    private boolean[] confirmed(int[] some, @Nullable int[] unconfirmed) {
        boolean[] confirmed = new boolean[some.length];
        for (int i = 0; i < some.length && unconfirmed != null; i++) {
            confirmed[i] = !AscendingInts.has(unconfirmed, load.number[order[some[i]]]);
        }
        return confirmed;
    }

    private int[] ranked(int[] chunks) {
        return Arrays.stream(chunks).map(chunk -> ranks[chunk]).toArray();
    }

    /**
     * Plans the target's copies in its order: pass by pass, replica by replica, and by the chunks' places in the load.
     */
    private void planAdditions(Transition transition) {
        Map<WorkerId, Integer> numbers = new TreeMap<>();
        workers.forEach(worker -> numbers.put(worker.id, numbers.size()));
        target.forEachCopy((worker, chunk) -> {
            int number = Objects.requireNonNull(numbers.get(worker));
            if (AscendingInts.has(toAdd.get(number), ranks[chunk])) {
                transition.plan(number, ranks[chunk]);
            }
        });
    }

    private EpochHoldings holdings() {
        int[][] lists = new int[workers.size()][];
        int[] holders = new int[load.count];
        for (int i = 0; i < lists.length; i++) {
            lists[i] =
                    Arrays.stream(copies.get(i).all()).map(rank -> order[rank]).toArray();
            for (int chunk : lists[i]) {
                holders[chunk]++;
            }
        }
        int[] fewest = new int[load.kinds.size()];
        Arrays.fill(fewest, Integer.MAX_VALUE);
        for (int chunk = 0; chunk < load.count; chunk++) {
            if (!load.isLeftOut(chunk)) {
                fewest[load.kind[chunk]] = Math.min(fewest[load.kind[chunk]], holders[chunk]);
            }
        }
        return EpochHoldings.of(load, workers, lists, fewest);
    }
}
