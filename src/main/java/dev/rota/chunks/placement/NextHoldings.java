package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The holdings that an epoch publishes on the way to its target, as {@link Transition} computes them. */
public final class NextHoldings {

    /** The assignment in force. */
    public interface InForce {

        /** Returns a worker's rows in the assignment in force. */
        List<AssignmentRow> share(WorkerId worker);

        /** Returns the numbers of its chunks that it has not confirmed, ascending, or null if it has confirmed none. */
        @Nullable
        int[] unconfirmed(NetworkWorker worker);

        /** Returns the copies that readers have left, or null if the policy has no routes. */
        @Nullable
        LeftCopies left(NetworkWorker worker);
    }

    /** The numbers of a worker's copies that readers have left, ascending: all, and those whose grace has passed. */
    public record LeftCopies(int[] all, int[] former) {}

    /**
     * The holdings of the next epoch, and what is left for later ones.
     *
     * @param motions what it does with the extra copies of each worker, by its number among the holdings'; empty without
     *     routes
     */
    public record Next(EpochHoldings holdings, List<Motion> motions, long copiesWaiting, long bytesWaiting) {}

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

    /** The number of copies of the target that count, by rank; only with routes. */
    private final int[] inTarget;

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
        this.inTarget = new int[load.count];
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
        int min = policy.rules().getMinReplication();
        RoutedTransition routed =
                policy.hasRoutes() ? new RoutedTransition(next.sizes, next.copies, workers.size(), min) : null;
        Transition transition = routed == null ? new Transition(next.sizes, next.copies, min) : routed;
        next.compare(transition, routed);
        next.planAdditions(transition);
        transition.run(bytesMax);
        List<Motion> motions = routed == null ? List.of() : next.motions();
        return new Next(next.holdings(), motions, transition.copiesWaiting(), transition.bytesWaiting());
    }

    private void compare(Transition transition, @Nullable RoutedTransition routed) {
        NumberedChunks placed = NumberedChunks.of(load, chunk -> !load.isLeftOut(chunk));
        for (NetworkWorker worker : workers) {
            int[] had = ranked(placed.heldBy(inForce.share(worker.id), ranks));
            int[] wanted = ranked(target.chunks(worker.id));
            int[] stay = AscendingInts.common(had, wanted);
            int[] extra = AscendingInts.without(had, stay);
            int[] unconfirmed = inForce.unconfirmed(worker);
            boolean[] extraConfirmed = confirmed(extra, unconfirmed);
            WorkerCopies own = new WorkerCopies(
                    worker.draining,
                    counts(worker),
                    Objects.requireNonNull(worker.capacity(policy)),
                    kept.bytes(worker.id),
                    stay,
                    extra,
                    extraConfirmed,
                    uses(worker, extra, extraConfirmed));
            boolean[] stayConfirmed = confirmed(stay, unconfirmed);
            count(transition, own, stay, true, stayConfirmed);
            count(transition, own, extra, false, extraConfirmed);
            if (routed != null) {
                countForReaders(routed, worker, own, stay, stayConfirmed, wanted);
            }
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

    /** Counts for readers; a copy of the target that readers have left becomes a route again. */
    private void countForReaders(
            RoutedTransition routed,
            NetworkWorker worker,
            WorkerCopies own,
            int[] stay,
            boolean[] stayConfirmed,
            int[] wanted) {
        boolean confirms = worker.confirmedEpoch != null;
        for (int i = 0; i < stay.length; i++) {
            routed.countForReaders(own, stay[i], stayConfirmed[i], confirms && !stayConfirmed[i]);
        }
        for (int i = 0; i < own.extra.length; i++) {
            routed.countForReaders(own, own.extra[i], own.use(i) == CopyUse.ROUTE, false);
        }
        for (int rank : wanted) {
            inTarget[rank] += own.counts ? 1 : 0;
        }
    }

    private CopyUse[] uses(NetworkWorker worker, int[] extra, boolean[] confirmed) {
        CopyUse[] uses = new CopyUse[extra.length];
        Arrays.fill(uses, CopyUse.NONE);
        LeftCopies left = inForce.left(worker);
        for (int i = 0; i < extra.length && left != null; i++) {
            int number = load.number[order[extra[i]]];
            if (AscendingInts.has(left.former, number)) {
                uses[i] = CopyUse.FORMER;
            } else if (AscendingInts.has(left.all, number)) {
                uses[i] = CopyUse.LEFT;
            } else if (confirmed[i]) {
                uses[i] = CopyUse.ROUTE;
            }
        }
        return uses;
    }

    private List<Motion> motions() {
        return copies.stream().map(own -> motion(own, policy.visibleReplicas())).toList();
    }

    private Motion motion(WorkerCopies own, int visible) {
        int[] kept = IntStream.range(0, own.extra.length).filter(own::has).toArray();
        if (kept.length == 0) {
            return Motion.NONE;
        }
        long[] numbered = Arrays.stream(kept)
                .mapToLong(i -> ((long) load.number[order[own.extra[i]]] << Integer.SIZE) | i)
                .sorted()
                .toArray();
        int[] extra = new int[kept.length];
        char[] needs = new char[kept.length];
        for (int i = 0; i < numbered.length; i++) {
            extra[i] = (int) (numbered[i] >>> Integer.SIZE);
            needs[i] = (char) Math.max(1, Math.min(visible, inTarget[own.extra[(int) numbered[i]]]));
        }
        int[] leave = Arrays.stream(numbered)
                .filter(one -> own.isLeaving((int) one))
                .mapToInt(one -> (int) (one >>> Integer.SIZE))
                .toArray();
        return new Motion(extra, needs, leave);
    }

    private boolean counts(NetworkWorker worker) {
        return worker.countsUnder(policy);
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
        int[] number = IntStream.range(0, target.workers())
                .map(placed -> Objects.requireNonNull(numbers.get(target.worker(placed))))
                .toArray();
        target.forEachCopy((placed, chunk) -> {
            if (AscendingInts.has(toAdd.get(number[placed]), ranks[chunk])) {
                transition.plan(number[placed], ranks[chunk]);
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
