package dev.rota.chunks.scheduler;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochEventKind;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.placement.EpochChunks;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.NextHoldings;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The cached state of a network. Chunks and the assignment in force are read on first use, so that a ping does not wait
 * for millions of chunks.
 */
public final class Network implements NextHoldings.InForce {

    /** The overhead of a row that is counted when the size of reads is bounded. */
    static final int ROW_BYTES_MIN = 64;

    private final Tables tables;
    private final NetworkWorkers workers;
    private final Convergence convergence;
    private Policy policy;
    private NetworkRow row;
    private boolean rowIsThere;

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

    /** The copies that readers have left in a plan; null: this is no plan, or its first epoch. */
    private @Nullable Map<WorkerId, int[]> supposedLeft;

    private boolean allConfirmed;
    private int loads;
    private final Pass.Memory reliablePass = new Pass.Memory();
    private final Pass.Memory wholePass = new Pass.Memory();

    /**
     * Creates a network over its rows.
     *
     * @param tables the tables to read from; writes go through a step's tables
     */
    public Network(Tables tables) {
        this.tables = tables;
        this.workers = NetworkWorkers.read(tables);
        this.convergence = new Convergence(workers);
        this.policy = policy(tables);
        NetworkRow known = tables.table(ChunksTables.NETWORK).get(ChunksTables.ONE);
        this.rowIsThere = known != null;
        this.row = known == null
                ? new NetworkRow(
                        0,
                        0L,
                        NetworkWorker.NEVER,
                        0L,
                        0L,
                        false,
                        0L,
                        0L,
                        List.of(),
                        0L,
                        0L,
                        false,
                        0.0,
                        0L,
                        NetworkWorker.NEVER)
                : known;
    }

    public NetworkRow row() {
        return row;
    }

    /** Changes the row and writes it. */
    void change(Step step, Consumer<NetworkRow.Builder> change) {
        NetworkRow.Builder changed = NetworkRow.newBuilder(row);
        change.accept(changed);
        row = changed.build();
        step.table(ChunksTables.NETWORK).put(ChunksTables.ONE, row, rowIsThere);
        rowIsThere = true;
    }

    /** Uses up an epoch number without publishing an epoch. */
    public void letEpochGoBy(Step step) {
        change(step, changed -> changed.setEpochs(row.getEpochs() + 1));
    }

    public Policy policy() {
        return policy;
    }

    /** Takes a new policy into force, and switches routes on or off. */
    public void policy(Step step, PlacementPolicy accepted) {
        Table<PlacementPolicy> table = step.table(ChunksTables.POLICY);
        table.upsert(ChunksTables.ONE, accepted);
        boolean hadRoutes = policy.hasRoutes();
        policy = Policy.of(accepted);
        Routes before = routes;
        if (policy.hasRoutes() && !hadRoutes) {
            Routes fresh = Routes.read(this, tables);
            follow(fresh);
            fresh.begin(step);
        } else if (before != null && policy.hasRoutes()) {
            before.reconsider(step);
        } else if (before != null) {
            before.end(step);
            before.publish(step);
            follow(null);
        }
    }

    private void follow(@Nullable Routes fresh) {
        routes = fresh;
        workers.follow(fresh);
    }

    /** Returns what readers may use, or null if the policy has no routes. Reads all copies if they are not in memory. */
    public @Nullable Routes routes() {
        if (routes == null && policy.hasRoutes()) {
            follow(Routes.read(this, tables));
        }
        return routes;
    }

    /** Returns what readers may use if that is in memory, else null. */
    public @Nullable Routes routesInMemory() {
        return routes;
    }

    @Override
    public @Nullable NextHoldings.LeftCopies left(NetworkWorker worker) {
        Routes known = routes();
        if (known != null && supposedLeft != null) {
            int[] all = supposedLeft.getOrDefault(worker.id, new int[0]);
            return new NextHoldings.LeftCopies(all, all);
        }
        return known == null ? null : known.left(worker.id);
    }

    /** Assumes a policy without writing it, for plans. */
    public void suppose(PlacementPolicy supposed) {
        policy = Policy.of(supposed);
    }

    public NetworkWorkers workers() {
        return workers;
    }

    public Catalog catalog() {
        if (catalog == null) {
            readChunks(Long.MAX_VALUE);
        }
        return Objects.requireNonNull(catalog);
    }

    Backlog backlog() {
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
        if (allConfirmed) {
            return new int[0];
        }
        return worker.confirmedEpoch == null ? null : new Confirmations(tables).unconfirmed(worker.id);
    }

    /**
     * Assumes that all workers have confirmed what they hold, for plans.
     *
     * @param left the copies that readers have left, by worker; they may change from epoch to epoch
     */
    public void supposeConfirmed(Map<WorkerId, int[]> left) {
        allConfirmed = true;
        supposedLeft = left;
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
    void noteConvergence(Step step) {
        boolean isOpen = row.getConverged() < row.getPublished() && !row.getJudging();
        if (isOpen && convergence.isReached(policy.rules().getConvergedPercent())) {
            change(step, changed -> changed.setConverged(row.getPublished()));
            backlog()
                    .publish(
                            step,
                            new EpochEvent(
                                    step.unit(),
                                    row.getPublished(),
                                    EpochEventKind.CONVERGED,
                                    convergence.stragglers()));
        }
    }

    /** Publishes what the step has changed for readers. */
    void publishRoutes(Step step) {
        if (routes != null) {
            routes.publish(step);
        }
    }

    /** Returns the chunks that are to be placed now. */
    EpochChunks load() {
        catalog().tidy();
        return new EpochChunks(catalog(), policy.rules(), ++loads);
    }

    /** Returns the cache that the pass of reliable workers leaves to the next epoch. */
    Pass.Memory reliablePass() {
        return reliablePass;
    }

    /** Returns the cache that the pass of all workers leaves to the next epoch. */
    Pass.Memory wholePass() {
        return wholePass;
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
