package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.placement.WorkerCopies.Use;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
    private final InForce inForce;
    private final HoldingChanges changes;
    private final List<WorkerCopies> copies = new ArrayList<>();

    /** The number of copies of the target that count, by chunk that moves; only for routes. */
    private final int[] inTarget;

    private NextHoldings(
            EpochHoldings target, List<NetworkWorker> workers, Policy policy, InForce inForce, HoldingChanges changes) {
        this.target = target;
        this.load = target.load();
        this.workers = workers;
        this.policy = policy;
        this.inForce = inForce;
        this.changes = changes;
        this.inTarget = new int[changes.moving().length];
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
            @Nullable Long bytesMax,
            Parallel parallel) {
        HoldingChanges changes = HoldingChanges.of(target, workers, inForce, parallel);
        if (changes.isEmpty() && target.workers() == workers.size()) {
            List<Motion> motions = policy.hasRoutes() ? Collections.nCopies(workers.size(), Motion.NONE) : List.of();
            return new Next(target, motions, 0, 0);
        }
        return new NextHoldings(target, workers, policy, inForce, changes).step(kept, bytesMax);
    }

    private Next step(KeptCopies kept, @Nullable Long bytesMax) {
        long[] sizes = Arrays.stream(changes.moving())
                .mapToLong(chunk -> load.size[chunk])
                .toArray();
        CopyCounts counts = new CopyCounts(sizes.length, policy.rules().getMinReplication());
        count(counts, kept);
        ReleasePolicy release = policy.hasRoutes()
                ? new RoutedRelease(sizes, copies, counts)
                : new PlainRelease(counts, bytesMax != null);
        Transition transition = new Transition(sizes, copies, counts, release);
        planAdditions(transition);
        transition.run(bytesMax);
        List<Motion> motions = policy.hasRoutes() ? motions() : List.of();
        return new Next(holdings(), motions, transition.copiesWaiting(), transition.bytesWaiting());
    }

    private void count(CopyCounts counts, KeptCopies kept) {
        for (int i = 0; i < workers.size(); i++) {
            NetworkWorker worker = workers.get(i);
            HoldingChanges.OfWorker changed = changes.of(i);
            int[] extra = changes.indexes(changed.extra());
            int[] unconfirmed = inForce.unconfirmed(worker);
            boolean[] extraConfirmed = new boolean[extra.length];
            for (int j = 0; j < extra.length; j++) {
                extraConfirmed[j] = isConfirmed(changed.extra()[j], unconfirmed);
            }
            WorkerCopies each = new WorkerCopies(
                    worker.draining,
                    worker.countsUnder(policy),
                    Objects.requireNonNull(worker.capacity(policy)),
                    kept.bytes(worker.id) + bytes(changed.wanted()) - bytes(changed.added()) + bytes(changed.extra()),
                    extra,
                    extraConfirmed,
                    uses(worker, changed.extra(), extraConfirmed));
            copies.add(each);
            if (each.counts) {
                counts.addExtra(each);
                countTarget(counts, changed, unconfirmed, worker.confirmedEpoch != null);
            }
        }
    }

    private long bytes(int[] chunks) {
        long bytes = 0;
        for (int chunk : chunks) {
            bytes += load.size[chunk];
        }
        return bytes;
    }

    /** Counts a worker's copies of the target. */
    private void countTarget(
            CopyCounts counts, HoldingChanges.OfWorker changed, @Nullable int[] unconfirmed, boolean confirms) {
        int[] added = changed.added();
        int atAdded = 0;
        for (int chunk : changed.wanted()) {
            boolean isInForce = atAdded == added.length || added[atAdded] != chunk;
            atAdded += isInForce ? 0 : 1;
            int index = changes.index(chunk);
            if (index < 0) {
                continue;
            }
            inTarget[index]++;
            if (isInForce) {
                counts.addTarget(index, isConfirmed(chunk, unconfirmed), confirms);
            }
        }
    }

    private boolean isConfirmed(int chunk, @Nullable int[] unconfirmed) {
        return unconfirmed != null && !AscendingInts.has(unconfirmed, load.number[chunk]);
    }

    private Use[] uses(NetworkWorker worker, int[] extra, boolean[] confirmed) {
        Use[] uses = new Use[extra.length];
        Arrays.fill(uses, Use.NONE);
        LeftCopies left = inForce.left(worker);
        for (int i = 0; i < extra.length && left != null; i++) {
            int number = load.number[extra[i]];
            if (AscendingInts.has(left.former, number)) {
                uses[i] = Use.FORMER;
            } else if (AscendingInts.has(left.all, number)) {
                uses[i] = Use.LEFT;
            } else if (confirmed[i]) {
                uses[i] = Use.ROUTE;
            }
        }
        return uses;
    }

    private List<Motion> motions() {
        return copies.stream()
                .map(worker -> motion(worker, policy.visibleReplicas()))
                .toList();
    }

    private Motion motion(WorkerCopies worker, int visible) {
        int[] kept = IntStream.range(0, worker.extra.length).filter(worker::has).toArray();
        if (kept.length == 0) {
            return Motion.NONE;
        }
        long[] numbered = Arrays.stream(kept)
                .mapToLong(i -> ((long) load.number[changes.moving()[worker.extra[i]]] << Integer.SIZE) | i)
                .sorted()
                .toArray();
        int[] extra = new int[kept.length];
        char[] needs = new char[kept.length];
        for (int i = 0; i < numbered.length; i++) {
            extra[i] = (int) (numbered[i] >>> Integer.SIZE);
            needs[i] = (char) Math.max(1, Math.min(visible, inTarget[worker.extra[(int) numbered[i]]]));
        }
        int[] leave = Arrays.stream(numbered)
                .filter(copy -> worker.isLeaving((int) copy))
                .mapToInt(copy -> (int) (copy >>> Integer.SIZE))
                .toArray();
        return new Motion(extra, needs, leave);
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
        int[][] toAdd = IntStream.range(0, workers.size())
                .mapToObj(worker -> changes.indexes(changes.of(worker).added()))
                .toArray(int[][]::new);
        target.forEachCopy((placed, chunk) -> {
            int index = changes.index(chunk);
            if (index >= 0 && AscendingInts.has(toAdd[number[placed]], index)) {
                transition.plan(number[placed], index);
            }
        });
    }

    private EpochHoldings holdings() {
        int[][] lists = new int[workers.size()][];
        int[] holders = new int[load.count];
        for (int i = 0; i < lists.length; i++) {
            lists[i] = changes.after(
                    i,
                    copies.get(i).waiting(changes.indexes(changes.of(i).added())),
                    copies.get(i).kept());
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
