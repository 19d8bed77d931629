package dev.rota.chunks.scheduler;

import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.ChunksReplaced;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerDraining;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerResumed;
import dev.rota.chunks.epoch.EpochDue;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.routes.Routes;
import dev.rota.chunks.tables.NetworkTimers;
import dev.rota.engine.DueTimers;
import dev.rota.engine.Handlers;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Readings;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import java.util.List;
import java.util.function.BiConsumer;

/** Schedules one network by the rules that its handlers call. */
final class ChunksScheduler implements Scheduler {

    /**
     * The size of the rows that are read between two records, for a snapshot of a network that is not in memory: some
     * 65,000 chunks, in about 30 ms.
     */
    private static final long READ_BYTES_AT_ONCE = 4L << 20;

    private final EpochDue epochDue;
    private final Showing snapshot;

    private final BiConsumer<Network, Readings> gauges;

    /** A cache of the network's rows. */
    private @Nullable Network known;

    /**
     * Creates a scheduler for one network.
     *
     * @param snapshot makes the snapshot of a network that has been read completely
     * @param gauges reads a network's gauges
     */
    ChunksScheduler(EpochDue epochDue, Showing snapshot, BiConsumer<Network, Readings> gauges) {
        this.gauges = gauges;
        this.epochDue = epochDue;
        this.snapshot = snapshot;
    }

    /** Makes the snapshots of a network's pages. */
    @FunctionalInterface
    interface Showing {
        PageSnapshot of(Network network, String unit, long now);
    }

    @Override
    public Handlers handlers() {
        return Handlers.of()
                .on(
                        ListingEvent.class,
                        ChunksListed.class,
                        (step, listing, event) -> listings(step, listing).list(event.getChunks()))
                .on(
                        ListingEvent.class,
                        ChunksReplaced.class,
                        (step, listing, event) -> listings(step, listing).replace(event.getOld(), event.getNew$()))
                .on(
                        ListingEvent.class,
                        ChunksRemoved.class,
                        (step, listing, event) -> listings(step, listing).remove(event.getIds()))
                .on(
                        ListingEvent.class,
                        DatasetRemoved.class,
                        (step, listing, event) -> listings(step, listing).removeAll())
                .on(
                        WorkerEvent.class,
                        WorkerPing.class,
                        (step, worker, ping) -> membership(step).ping(WorkerId.of(worker.getWorker()), ping))
                .on(
                        WorkerEvent.class,
                        WorkerFlagged.class,
                        (step, worker, event) -> membership(step).flag(worker.getWorker(), event.getFlagged()))
                .on(
                        WorkerEvent.class,
                        WorkerDraining.class,
                        (step, worker, event) -> membership(step).drain(worker.getWorker(), true))
                .on(
                        WorkerEvent.class,
                        WorkerResumed.class,
                        (step, worker, event) -> membership(step).drain(worker.getWorker(), false))
                .on(
                        WorkerEvent.class,
                        WorkerGone.class,
                        (step, worker, event) -> membership(step).leave(worker.getWorker()))
                .on(PlacementPolicy.class, (step, policy) -> policies(step).take(policy))
                .on(EpochRequest.class, (step, request) -> epochDue.next(step, decided(step), !request.getUnbounded()))
                .timers(
                        this::due,
                        NetworkTimers.JUDGE_ALL,
                        NetworkTimers.SILENCE,
                        NetworkTimers.EPOCH,
                        NetworkTimers.STATUSES,
                        NetworkTimers.BACKLOG,
                        NetworkTimers.GRACE)
                .after(step -> {
                    network(step).noteConvergence(step);
                    network(step).publishRoutes(step);
                });
    }

    private void due(Step step, DueTimers due) {
        Network network = decided(step);
        List<WorkerId> silent = due.of(NetworkTimers.SILENCE);
        network.workers().fired(silent);
        if (due.has(NetworkTimers.JUDGE_ALL)) {
            policies(step).judgeAll();
        }
        silent.forEach(worker -> membership(step).silent(worker));
        Routes routes = network.routes();
        if (routes != null && due.has(NetworkTimers.GRACE)) {
            routes.graceIsOver(step);
        }
        if (due.has(NetworkTimers.EPOCH)) {
            policies(step).epochIsDue();
            epochDue.next(step, network, true);
        }
        if (due.has(NetworkTimers.STATUSES)) {
            network.workers().publishRest(step);
        }
        if (due.has(NetworkTimers.BACKLOG)) {
            network.backlog().publish(step);
        }
    }

    @Override
    public @Nullable PageSnapshot snapshot(Tables tables, long now) {
        Network network = network(tables);
        return network.readSome(READ_BYTES_AT_ONCE) ? snapshot.of(network, tables.unit(), now) : null;
    }

    @Override
    public boolean read(Tables tables, long now, Readings readings) {
        // gauges need only its workers and totals, which are read at once
        gauges.accept(network(tables), readings);
        return true;
    }

    private Listings listings(Step step, ListingEvent listing) {
        return new Listings(step, decided(step), listing.getDataset());
    }

    private WorkerMembership membership(Step step) {
        return new WorkerMembership(step, decided(step));
    }

    private PolicyChanges policies(Step step) {
        return new PolicyChanges(step, decided(step));
    }

    /** Returns the network for a decision. Its routes are read before any row of theirs changes. */
    private Network decided(Step step) {
        Network network = network(step);
        network.routes();
        return network;
    }

    private Network network(Tables tables) {
        if (known == null) {
            known = new Network(tables);
        }
        return known;
    }
}
