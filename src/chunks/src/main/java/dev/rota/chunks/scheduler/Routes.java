package dev.rota.chunks.scheduler;

import dev.rota.chunks.UnconfirmedRow;
import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.Motion;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.NextHoldings;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.routes.OpenSwap;
import dev.rota.chunks.routes.RouteCounts;
import dev.rota.chunks.routes.ServedCopies;
import dev.rota.chunks.routes.ViewChanges;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * The routes of a network, if its policy has them: for each worker, the chunks that it has confirmed and readers have not
 * left, as far as they are visible.
 *
 * <p>A chunk becomes visible when enough workers that count have confirmed it, and stays so until it is removed or
 * replaced. A confirmed copy that an epoch's target does not contain waits until its chunk has enough routes elsewhere;
 * then readers leave it, and after their grace the next epoch may take it from the assignment. If a chunk loses its last
 * route, readers come back to the copies that they have left.
 */
public final class Routes {

    private final Network network;

    /** The tables to read from; writes go through a step's tables. */
    private final Tables tables;

    private final RouteCounts counts = new RouteCounts();
    private final VisibleChunks visible;
    private final MovingCopies moving;
    private final Swaps swaps;
    private final BitSet listed = new BitSet();
    private final ViewChanges changes = new ViewChanges();

    /** The routes of workers that have begun to count in this step. */
    private final List<int[]> recounted = new ArrayList<>();

    private Routes(Network network, Tables tables) {
        this.network = network;
        this.tables = tables;
        this.visible = VisibleChunks.read(tables);
        this.swaps = Swaps.read(tables, network);
        this.moving = MovingCopies.read(tables, (worker, numbers) -> {
            NetworkWorker known = network.workers().withBytesOf(worker);
            return known == null ? new int[0] : AscendingInts.common(numbers, confirmed(known));
        });
        network.catalog().datasets().forEach(dataset -> dataset.forEachNumber(listed::set));
        for (NetworkWorker worker : network.workers().all()) {
            worker.counted = worker.countsUnder(network.policy());
            if (worker.counted) {
                Arrays.stream(of(worker)).forEach(counts::add);
            }
        }
    }

    /** Reads the routes of a network, all of whose copies are then in memory. */
    static Routes read(Network network, Tables tables) {
        return new Routes(network, tables);
    }

    /** Returns the numbers of the chunks that a worker has confirmed, ascending. */
    private int[] confirmed(NetworkWorker worker) {
        if (worker.confirmedEpoch == null) {
            return new int[0];
        }
        int[] share = PackedNumbers.of(network.published().of(worker.id));
        return worker.missing == 0
                ? share
                : AscendingInts.without(share, new Confirmations(tables).unconfirmed(worker.id));
    }

    /** Returns the numbers of the chunks that a worker has confirmed and readers have not left, ascending. */
    public int[] of(NetworkWorker worker) {
        return AscendingInts.without(confirmed(worker), moving.left(worker.id));
    }

    /** Returns the copies of each worker in the order of ids, to be read later by any thread. */
    public List<ServedCopies> served() {
        return network.workers().all().stream().map(this::served).toList();
    }

    private ServedCopies served(NetworkWorker worker) {
        boolean hasConfirmed = worker.confirmedEpoch != null;
        List<Table.Entry<UnconfirmedRow>> unconfirmed =
                hasConfirmed && worker.missing > 0 ? new Confirmations(tables).rows(worker.id) : List.of();
        return new ServedCopies(
                worker.id,
                worker.status,
                worker.counted,
                hasConfirmed,
                network.published().of(worker.id),
                unconfirmed.stream().map(Table.Entry::row).toList(),
                unconfirmed.isEmpty()
                        ? null
                        : Confirmations.epochOf(unconfirmed.get(0).key()),
                moving.waiting(worker.id),
                moving.needs(worker.id),
                moving.leftByTime(worker.id));
    }

    /** Returns the numbers of the copies that readers have left, ascending. */
    public NextHoldings.LeftCopies left(WorkerId worker) {
        return new NextHoldings.LeftCopies(moving.left(worker), moving.former(worker));
    }

    /** Returns the numbers of the copies on their way out of a worker's assignment, ascending. */
    public int[] moving(WorkerId worker) {
        return AscendingInts.union(moving.waiting(worker), moving.left(worker));
    }

    /** Returns the visible chunks by number. */
    public BitSet visible() {
        return visible.copy();
    }

    /** Returns the number of chunks that readers may use. */
    public int visibleCount() {
        return visible.count();
    }

    /** Returns the number of confirmed copies that wait for routes elsewhere. */
    public long waitingCount() {
        return moving.waitingCount();
    }

    /** Returns the number of copies that readers have left and whose grace has not passed. */
    public long inGraceCount() {
        return moving.inGraceCount();
    }

    public boolean isVisible(int number) {
        return visible.has(number);
    }

    /** Returns the number of routes of a chunk on workers that count. */
    public int count(int number) {
        return counts.of(number);
    }

    /** Returns the chunks that wait to replace others, by number. */
    public BitSet heldBack() {
        return swaps.heldBack();
    }

    /** Returns up to {@code max} open swaps, those with the lowest numbers first. */
    public List<OpenSwap> openSwaps(int max) {
        return swaps.open(this, max);
    }

    /** Returns the number of open swaps. */
    public int openSwapCount() {
        return swaps.count();
    }

    Swaps swaps() {
        return swaps;
    }

    /** Publishes all routes after the policy has switched them on. */
    void begin(Step step) {
        changes.begin();
        for (NetworkWorker worker : network.workers().all()) {
            int[] routes = of(worker);
            changes.add(worker.id, routes);
            show(step, routes);
        }
    }

    /** Ends all routes after the policy has switched them off. */
    void end(Step step) {
        swaps.completeAll(step);
        moving.workers().forEach(worker -> moving.drop(step, worker));
        visible.clear();
        changes.end();
        setAlarm(step, Times.NEVER);
    }

    /** Adapts to a policy that leaves routes on. */
    void reconsider(Step step) {
        network.workers().all().forEach(this::recount);
        settle(step);
        for (NetworkWorker worker : network.workers().all()) {
            if (worker.counted) {
                show(step, of(worker));
            }
        }
        swaps.completeReady(step, this);
        setAlarm(step, Times.after(moving.earliest(), network.policy().rules().getGraceMs()));
    }

    /** Adds routes to copies that a worker has just confirmed. */
    void confirmed(Step step, NetworkWorker worker, int[] numbers) {
        changes.add(worker.id, numbers);
        moving.confirm(worker.id, numbers);
        if (worker.counted) {
            Arrays.stream(numbers).forEach(counts::add);
            show(step, numbers);
        }
        leaveReplaced(step, numbers);
    }

    /** Removes all routes to a worker that is gone or has lost its data. */
    void clear(Step step, NetworkWorker worker, int[] routes) {
        if (routes.length > 0) {
            changes.clear(worker.id);
        }
        if (worker.counted) {
            Arrays.stream(routes).forEach(counts::remove);
        }
        moving.unconfirm(step, worker.id);
        comeBack(step, routes);
    }

    /** Adapts to whether a worker counts. */
    void recount(NetworkWorker worker) {
        boolean counts = worker.countsUnder(network.policy());
        if (counts == worker.counted) {
            return;
        }
        worker.counted = counts;
        int[] routes = of(worker);
        if (counts) {
            Arrays.stream(routes).forEach(this.counts::add);
            recounted.add(routes);
        } else {
            Arrays.stream(routes).forEach(this.counts::remove);
        }
    }

    /** Draws the consequences of workers that count again, once all counts of the step are right. */
    private void settle(Step step) {
        List<int[]> all = List.copyOf(recounted);
        recounted.clear();
        all.forEach(routes -> show(step, routes));
        all.forEach(routes -> leaveReplaced(step, routes));
    }

    void listed(int first, int count) {
        listed.set(first, first + count);
    }

    /** Hides chunks that are not listed any more. */
    void removed(Step step, int[] numbers) {
        for (int number : numbers) {
            listed.clear(number);
            hide(number);
        }
        swaps.removed(step, numbers, this);
    }

    void hide(int number) {
        if (visible.has(number)) {
            visible.set(number, false);
            changes.hide(number);
        }
    }

    void show(int number) {
        visible.set(number, true);
        changes.show(number);
    }

    /** Shows those of some chunks that have become visible. */
    void show(Step step, int[] numbers) {
        boolean completes = false;
        for (int number : numbers) {
            if (!visible.has(number) && isReady(number)) {
                if (swaps.holdsBack(number)) {
                    completes = true;
                } else {
                    show(number);
                }
            }
        }
        if (completes) {
            swaps.completeReady(step, this);
        }
    }

    /** Returns whether enough workers that count have confirmed a chunk. */
    boolean isReady(int number) {
        return listed.get(number) && counts.of(number) >= network.policy().visibleReplicas();
    }

    /** Has readers leave the waiting copies of some chunks that have enough routes elsewhere. */
    private void leaveReplaced(Step step, int[] numbers) {
        Map<WorkerId, List<Integer>> leaving = new TreeMap<>();
        for (int number : numbers) {
            for (WorkerId id : moving.waiters(number)) {
                NetworkWorker worker = network.workers().withBytesOf(id);
                int need = moving.need(id, number);
                if (worker != null && need > 0 && counts.of(number) - (worker.counted ? 1 : 0) >= need) {
                    leaving.computeIfAbsent(worker.id, each -> new ArrayList<>())
                            .add(number);
                    if (worker.counted) {
                        counts.remove(number);
                    }
                }
            }
        }
        leaving.forEach((worker, left) -> {
            int[] all = left.stream().mapToInt(number -> number).toArray();
            moving.leave(step, worker, all, step.now());
            changes.remove(worker, all);
        });
        if (!leaving.isEmpty()) {
            startGrace(step);
        }
    }

    /** Has readers come back to copies of chunks that have lost their last route. */
    private void comeBack(Step step, int[] numbers) {
        int[] lost = where(numbers, number -> visible.has(number) && counts.of(number) == 0);
        if (lost.length == 0) {
            return;
        }
        for (WorkerId id : moving.workers()) {
            NetworkWorker worker = network.workers().withBytesOf(id);
            int[] back = AscendingInts.common(moving.left(id), lost);
            if (worker != null && back.length > 0) {
                moving.recall(step, id, back, network.policy().visibleReplicas());
                changes.add(worker.id, back);
                if (worker.counted) {
                    Arrays.stream(back).forEach(counts::add);
                }
            }
        }
    }

    private static int[] where(int[] numbers, IntPredicate condition) {
        return Arrays.stream(numbers).filter(condition).toArray();
    }

    /** Returns how many copies of listed chunks a new share takes from a worker although readers may still use them. */
    public long taken(NetworkWorker worker, int[] share) {
        int[] used = AscendingInts.without(confirmed(worker), moving.former(worker.id));
        return Arrays.stream(AscendingInts.without(used, share))
                .filter(listed::get)
                .count();
    }

    /** The changes of routes that an epoch makes, until all shares are replaced. */
    final class OfEpoch {
        private final Step step;
        private final List<int[]> lost = new ArrayList<>();
        private final List<int[]> regained = new ArrayList<>();
        private long forced;

        OfEpoch(Step step) {
            this.step = step;
            settle(step);
        }

        /**
         * Adapts to a worker's new share, before its rows are replaced.
         *
         * @param motion what the epoch does with its extra copies
         */
        void follow(NetworkWorker worker, WorkerShare share, Motion motion) {
            if (share.removed() == 0 && motion.extra().length == 0 && !moving.has(worker.id)) {
                return;
            }
            int[] now = share.numbers();
            int[] routes = of(worker);
            int[] left = moving.left(worker.id);
            int[] gone = AscendingInts.without(routes, now);
            forced += taken(worker, now);
            int[] back = AscendingInts.without(AscendingInts.common(left, now), motion.extra());
            int[] ended = AscendingInts.union(gone, motion.leave());
            changes.remove(worker.id, ended);
            changes.add(worker.id, back);
            if (worker.counted) {
                Arrays.stream(ended).forEach(counts::remove);
                Arrays.stream(back).forEach(counts::add);
            }
            moving.follow(step, worker.id, motion, AscendingInts.union(routes, left), step.now());
            lost.add(ended);
            regained.add(back);
        }

        /** Adapts to a worker that has no share in this epoch. */
        void depart(WorkerId id) {
            NetworkWorker worker = network.workers().withBytesOf(id);
            if (worker != null) {
                int[] routes = of(worker);
                forced += taken(worker, new int[0]);
                if (worker.counted) {
                    Arrays.stream(routes).forEach(counts::remove);
                }
                if (routes.length > 0) {
                    changes.clear(worker.id);
                }
                lost.add(routes);
            }
            moving.drop(step, id);
        }

        /** Finishes the epoch after all shares are replaced; returns how many copies were taken from readers. */
        long finish() {
            regained.forEach(numbers -> show(step, numbers));
            lost.forEach(numbers -> comeBack(step, numbers));
            leaveReplaced(step, moving.allWaiting());
            startGrace(step);
            swaps.completeReady(step, Routes.this);
            return forced;
        }
    }

    /** Judges the graces after their timer has fired. */
    void graceIsOver(Step step) {
        long limit = network.policy().rules().getGraceMs();
        network.change(step, row -> row.setGraceAlarm(Times.NEVER));
        long next = moving.judge(step, since -> step.attended().over(since, limit), step.now());
        setAlarm(step, next);
    }

    private void startGrace(Step step) {
        long due = Times.after(moving.earliest(), network.policy().rules().getGraceMs());
        if (network.row().getGraceAlarm() == Times.NEVER) {
            setAlarm(step, due);
        }
    }

    private void setAlarm(Step step, long due) {
        long before = network.row().getGraceAlarm();
        if (before != due) {
            step.attended().move(before, due, NetworkTimers.GRACE.key());
            network.change(step, row -> row.setGraceAlarm(due));
        }
    }

    /** Publishes what the step has changed as one view. */
    void publish(Step step) {
        settle(step);
        if (changes.isEmpty()) {
            return;
        }
        visible.write(step);
        long view = network.row().getView() + 1;
        network.change(step, row -> row.setView(view));
        changes.take(step.unit(), view).forEach(part -> network.backlog().publish(step, part));
    }
}
