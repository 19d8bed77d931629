package dev.rota.chunks.routes;

import dev.rota.chunks.UnconfirmedRow;
import dev.rota.chunks.assignment.AssignmentInForce;
import dev.rota.chunks.assignment.Confirmations;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.members.NetworkWorkers;
import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.NextHoldings;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.tables.Backlog;
import dev.rota.chunks.tables.ListedChunks;
import dev.rota.chunks.tables.NetworkCounters;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

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

    /** The tables to read from; writes go through a step's tables. */
    private final Tables tables;

    private final Supplier<Policy> policy;
    private final NetworkWorkers workers;
    private final AssignmentInForce published;
    private final NetworkCounters counters;
    private final Backlog backlog;
    private final RouteCounts counts = new RouteCounts();
    private final ViewChanges changes = new ViewChanges();
    private final VisibleChunks visible;
    private final MovingCopies moving;
    private final Swaps swaps;
    private final Grace grace;

    /** The routes of workers that have begun to count in this step. */
    private final List<int[]> recounted = new ArrayList<>();

    /**
     * Reads the routes of a network, all of whose copies are then in memory.
     *
     * @param policy returns the policy in force
     */
    public Routes(
            Tables tables,
            Supplier<Policy> policy,
            NetworkWorkers workers,
            AssignmentInForce published,
            Catalog catalog,
            NetworkCounters counters,
            Backlog backlog) {
        this.tables = tables;
        this.policy = policy;
        this.workers = workers;
        this.published = published;
        this.counters = counters;
        this.backlog = backlog;
        this.visible = VisibleChunks.read(tables, catalog, policy, counts, changes);
        this.swaps = Swaps.read(tables, policy, new ListedChunks(catalog, counters, backlog), visible);
        this.moving = MovingCopies.read(tables, (worker, numbers) -> {
            NetworkWorker known = workers.withBytesOf(worker);
            return known == null ? new int[0] : AscendingInts.common(numbers, confirmed(known));
        });
        this.grace = new Grace(counters, policy, moving);
        for (NetworkWorker worker : workers.all()) {
            worker.counted = worker.countsUnder(policy.get());
            if (worker.counted) {
                Arrays.stream(of(worker)).forEach(counts::add);
            }
        }
    }

    /** Returns the numbers of the chunks that a worker has confirmed, ascending. */
    private int[] confirmed(NetworkWorker worker) {
        if (worker.confirmedEpoch == null) {
            return new int[0];
        }
        int[] share = PackedNumbers.of(published.of(worker.id));
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
        return workers.all().stream().map(this::served).toList();
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
                published.of(worker.id),
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

    public VisibleChunks visible() {
        return visible;
    }

    public MovingCopies moving() {
        return moving;
    }

    public Swaps swaps() {
        return swaps;
    }

    /** Publishes all routes after the policy has switched them on. */
    public void begin(Step step) {
        changes.begin();
        for (NetworkWorker worker : workers.all()) {
            int[] routes = of(worker);
            changes.add(worker.id, routes);
            swaps.show(step, routes);
        }
    }

    /** Ends all routes after the policy has switched them off. */
    public void end(Step step) {
        swaps.completeAll(step);
        moving.workers().forEach(worker -> moving.drop(step, worker));
        visible.clear();
        changes.end();
        grace.end(step);
    }

    /** Adapts to a policy that leaves routes on. */
    public void reconsider(Step step) {
        workers.all().forEach(this::recount);
        settle(step);
        for (NetworkWorker worker : workers.all()) {
            if (worker.counted) {
                swaps.show(step, of(worker));
            }
        }
        swaps.completeReady(step);
        grace.restart(step);
    }

    /** Adds routes to copies that a worker has just confirmed. */
    public void confirmed(Step step, NetworkWorker worker, int[] numbers) {
        changes.add(worker.id, numbers);
        moving.confirm(worker.id, numbers);
        if (worker.counted) {
            Arrays.stream(numbers).forEach(counts::add);
            swaps.show(step, numbers);
        }
        leaveReplaced(step, numbers);
    }

    /** Removes all routes to a worker that is gone or has lost its data. */
    public void lose(Step step, NetworkWorker worker, int[] routes) {
        clear(worker, routes);
        moving.unconfirm(step, worker.id);
        comeBack(step, routes);
    }

    /** Removes all routes to a worker; the caller draws the consequences. */
    void clear(NetworkWorker worker, int[] routes) {
        if (routes.length > 0) {
            changes.clear(worker.id);
        }
        if (worker.counted) {
            Arrays.stream(routes).forEach(counts::remove);
        }
    }

    /** Replaces routes to a worker by others; the caller draws the consequences. */
    void replace(NetworkWorker worker, int[] ended, int[] added) {
        changes.remove(worker.id, ended);
        changes.add(worker.id, added);
        if (worker.counted) {
            Arrays.stream(ended).forEach(counts::remove);
            Arrays.stream(added).forEach(counts::add);
        }
    }

    /** Adapts to whether a worker counts. */
    public void recount(NetworkWorker worker) {
        boolean isCounted = worker.countsUnder(policy.get());
        if (isCounted == worker.counted) {
            return;
        }
        worker.counted = isCounted;
        int[] routes = of(worker);
        if (isCounted) {
            Arrays.stream(routes).forEach(counts::add);
            recounted.add(routes);
        } else {
            Arrays.stream(routes).forEach(counts::remove);
        }
    }

    /** Draws the consequences of workers that count again, once all counts of the step are right. */
    void settle(Step step) {
        List<int[]> all = List.copyOf(recounted);
        recounted.clear();
        all.forEach(routes -> swaps.show(step, routes));
        all.forEach(routes -> leaveReplaced(step, routes));
    }

    /** Has readers leave the waiting copies of some chunks that have enough routes elsewhere. */
    private void leaveReplaced(Step step, int[] numbers) {
        Map<WorkerId, List<Integer>> leaving = new TreeMap<>();
        for (int number : numbers) {
            for (WorkerId id : moving.waiters(number)) {
                NetworkWorker worker = workers.withBytesOf(id);
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
            grace.start(step);
        }
    }

    /** Has readers come back to copies of chunks that have lost their last route. */
    private void comeBack(Step step, int[] numbers) {
        int[] lost = Arrays.stream(numbers)
                .filter(number -> visible.has(number) && counts.of(number) == 0)
                .toArray();
        if (lost.length == 0) {
            return;
        }
        for (WorkerId id : moving.workers()) {
            NetworkWorker worker = workers.withBytesOf(id);
            int[] back = AscendingInts.common(moving.left(id), lost);
            if (worker != null && back.length > 0) {
                moving.recall(step, id, back, policy.get().visibleReplicas());
                changes.add(worker.id, back);
                if (worker.counted) {
                    Arrays.stream(back).forEach(counts::add);
                }
            }
        }
    }

    /** Adapts to chunks that have been added, with consecutive numbers. */
    public void listed(int first, int count) {
        visible.list(first, count);
    }

    /** Hides chunks that are not listed any more. */
    public void removed(Step step, int[] numbers) {
        swaps.removed(step, numbers);
    }

    /** Returns how many copies of listed chunks a new share takes from a worker although readers may still use them. */
    long taken(NetworkWorker worker, int[] share) {
        int[] used = AscendingInts.without(confirmed(worker), moving.former(worker.id));
        return Arrays.stream(AscendingInts.without(used, share))
                .filter(visible::isListed)
                .count();
    }

    /** Draws the consequences of an epoch's changes. */
    void finish(Step step, List<int[]> regained, List<int[]> lost) {
        regained.forEach(numbers -> swaps.show(step, numbers));
        lost.forEach(numbers -> comeBack(step, numbers));
        leaveReplaced(step, moving.allWaiting());
        grace.start(step);
        swaps.completeReady(step);
    }

    /** Judges the graces after their timer has fired. */
    public void graceIsOver(Step step) {
        grace.judge(step);
    }

    /** Publishes what the step has changed as one view. */
    public void publish(Step step) {
        settle(step);
        if (changes.isEmpty()) {
            return;
        }
        visible.write(step);
        long view = counters.row().getView() + 1;
        counters.change(step, row -> row.setView(view));
        changes.take(step.unit(), view).forEach(part -> backlog.publish(step, part));
    }
}
