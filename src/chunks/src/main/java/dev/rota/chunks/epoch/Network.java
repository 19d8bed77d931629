package dev.rota.chunks.epoch;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochEventKind;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.assignment.AssignmentInForce;
import dev.rota.chunks.assignment.Confirmations;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.members.Convergence;
import dev.rota.chunks.members.NetworkWorkers;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.NextHoldings;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.routes.Routes;
import dev.rota.chunks.tables.Backlog;
import dev.rota.chunks.tables.ChunkBlocks;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.chunks.tables.ListedChunks;
import dev.rota.chunks.tables.NetworkCounters;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The cached state of a network. Chunks and the assignment in force are read on first use, so that a ping does not wait
 * for millions of chunks.
 */
public final class Network extends EpochInput {

    private final Tables tables;
    private final NetworkCounters counters;
    private final NetworkWorkers workers;
    private final Convergence convergence;
    private Policy policy;

    @Nullable
    private Catalog catalog;

    @Nullable
    private Backlog backlog;

    @Nullable
    private AssignmentInForce published;

    /** The chunks read so far. A listing, the only event that changes chunks, reads the others first. */
    @Nullable
    private ChunkBlocks.PartialRead chunkReading;

    /** The part of the assignment in force read so far. An epoch, which changes it, reads the rest first. */
    @Nullable
    private AssignmentInForce.PartialRead publishedReading;

    /** The routes for readers; null if the policy has none, or they have not been read. */
    @Nullable
    private Routes routes;

    /**
     * Creates a network over its rows.
     *
     * @param tables the tables to read from; writes go through a step's tables
     */
    public Network(Tables tables) {
        this.tables = tables;
        this.counters = NetworkCounters.read(tables);
        this.workers = NetworkWorkers.read(tables, new WorkerFollower());
        this.convergence = new Convergence(workers);
        this.policy = policy(tables);
    }

    /** Adapts routes and confirmations to the workers. */
    private final class WorkerFollower implements NetworkWorkers.Listener {

        @Override
        public void judged(NetworkWorker worker) {
            if (routes != null) {
                routes.recount(worker);
            }
        }

        @Override
        public void leaving(Step step, NetworkWorker worker) {
            if (routes != null) {
                routes.lose(step, worker, routes.of(worker));
            }
            if (worker.confirmedEpoch != null) {
                new Confirmations(step).forget(worker.id);
            }
        }
    }

    public NetworkRow row() {
        return counters.row();
    }

    /** Changes the row and writes it. */
    public void change(Step step, Consumer<NetworkRow.Builder> change) {
        counters.change(step, change);
    }

    /** Uses up an epoch number without publishing an epoch. */
    public void letEpochGoBy(Step step) {
        change(step, changed -> changed.setEpochs(row().getEpochs() + 1));
    }

    @Override
    public Policy policy() {
        return policy;
    }

    /** Takes a new policy into force, and switches routes on or off. */
    public void policy(Step step, PlacementPolicy accepted) {
        step.table(ChunksTables.POLICY).upsert(ChunksTables.ONE, accepted);
        boolean hadRoutes = policy.hasRoutes();
        policy = Policy.of(accepted);
        if (policy.hasRoutes() && !hadRoutes) {
            routes = readRoutes();
            routes.begin(step);
        } else if (routes != null && policy.hasRoutes()) {
            routes.reconsider(step);
        } else if (routes != null) {
            routes.end(step);
            routes.publish(step);
            routes = null;
        }
    }

    /** Returns what readers may use, or null if the policy has no routes. Reads all copies if they are not in memory. */
    public @Nullable Routes routes() {
        if (routes == null && policy.hasRoutes()) {
            routes = readRoutes();
        }
        return routes;
    }

    /** Reads what readers may use by the rows, also if the policy in force has no routes. */
    public Routes readRoutes() {
        return new Routes(tables, this::policy, workers, published(), catalog(), counters, backlog());
    }

    /** Returns what readers may use if that is in memory, else null. */
    public @Nullable Routes routesInMemory() {
        return routes;
    }

    public NetworkWorkers workers() {
        return workers;
    }

    @Override
    public Collection<NetworkWorker> members() {
        return workers.all();
    }

    @Override
    public Catalog catalog() {
        if (catalog == null) {
            readChunks(Long.MAX_VALUE);
        }
        return Objects.requireNonNull(catalog);
    }

    /** Returns the chunks as listings change them. */
    public ListedChunks chunks() {
        return new ListedChunks(catalog(), counters, backlog());
    }

    public Backlog backlog() {
        if (backlog == null) {
            backlog = Backlog.read(tables);
        }
        return backlog;
    }

    public AssignmentInForce published() {
        if (published == null) {
            readPublished(Long.MAX_VALUE);
        }
        return Objects.requireNonNull(published);
    }

    @Override
    public List<AssignmentRow> share(WorkerId worker) {
        return published().of(worker);
    }

    @Override
    public @Nullable int[] unconfirmed(NetworkWorker worker) {
        return worker.confirmedEpoch == null ? null : new Confirmations(tables).unconfirmed(worker.id);
    }

    @Override
    public @Nullable NextHoldings.LeftCopies left(NetworkWorker worker) {
        Routes known = routes();
        return known == null ? null : known.left(worker.id);
    }

    /**
     * Reads chunks and the assignment in force if they are not in memory, about {@code bytesMax} of each; the next call
     * continues. Returns whether all are in memory.
     */
    public boolean readSome(long bytesMax) {
        if (catalog == null) {
            readChunks(bytesMax);
        }
        if (catalog != null && published == null) {
            readPublished(bytesMax);
        }
        return catalog != null && published != null;
    }

    private void readChunks(long bytesMax) {
        ChunkBlocks.PartialRead reading = chunkReading == null ? new ChunkBlocks.PartialRead(tables) : chunkReading;
        // a read that fails starts over
        chunkReading = null;
        if (reading.read(bytesMax)) {
            catalog = reading.catalog();
        } else {
            chunkReading = reading;
        }
    }

    private void readPublished(long bytesMax) {
        AssignmentInForce.PartialRead reading =
                publishedReading == null ? new AssignmentInForce.PartialRead(tables) : publishedReading;
        publishedReading = null;
        if (reading.read(bytesMax)) {
            published = reading.published();
        } else {
            publishedReading = reading;
        }
    }

    /**
     * Publishes that the last epoch has converged, once all workers that are online have confirmed their shares. While
     * statuses are to be redetermined, it is not known which workers are online.
     */
    public void noteConvergence(Step step) {
        boolean isOpen = row().getConverged() < row().getPublished() && !row().getJudging();
        if (isOpen && convergence.isReached(policy.rules().getConvergedPercent())) {
            long epoch = row().getPublished();
            change(step, changed -> changed.setConverged(epoch));
            backlog()
                    .publish(
                            step,
                            new EpochEvent(step.unit(), epoch, EpochEventKind.CONVERGED, convergence.stragglers()));
        }
    }

    /** Publishes what the step has changed for readers. */
    public void publishRoutes(Step step) {
        if (routes != null) {
            routes.publish(step);
        }
    }

    /** Returns the policy of a network, or the defaults until one arrives. */
    private static Policy policy(Tables tables) {
        PlacementPolicy row = tables.table(ChunksTables.POLICY).get(Key.EMPTY);
        return Policy.of(
                row == null
                        ? PlacementPolicy.newBuilder().setNetwork(tables.unit()).build()
                        : row);
    }
}
