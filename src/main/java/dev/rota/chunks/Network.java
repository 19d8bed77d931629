package dev.rota.chunks;

import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.placement.Load;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.Worker;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A network at hand: what its rows say. Chunks and the assignment in force are read when they are first asked for, so
 * that a ping does not wait for millions of chunks.
 */
public final class Network {

    /** What a row counts besides what it contains, where the reading of rows is bounded. */
    static final int ROW_BYTES_MIN = 64;

    private final Tables tables;
    private final Workers workers;
    private Policy policy;
    private NetworkRow row;
    private boolean rowIsThere;

    @Nullable
    private Catalog catalog;

    @Nullable
    private Backlog backlog;

    @Nullable
    private Published published;

    /** What of the chunks is read so far; a listing, which alone changes them, reads the rest before it does. */
    @Nullable
    private ChunkBlocks.Reading chunkReading;

    /** The same of the assignment in force, which an epoch changes. */
    @Nullable
    private Published.Reading publishedReading;

    private int loads;
    private final Pass.Memory reliablePass = new Pass.Memory();
    private final Pass.Memory wholePass = new Pass.Memory();

    /** @param tables to read from; who has them may only look, so what is written goes through a step's own */
    public Network(Tables tables) {
        this.tables = tables;
        this.workers = Workers.read(tables);
        this.policy = policy(tables);
        NetworkRow known = tables.table(ChunksTables.NETWORK).get(ChunksTables.ONE);
        this.rowIsThere = known != null;
        this.row = known == null ? new NetworkRow(0, 0L, Worker.NEVER, false, 0L, 0L, List.of()) : known;
    }

    public NetworkRow row() {
        return row;
    }

    /** Writes the row with something changed. */
    void change(Step step, Consumer<NetworkRow.Builder> change) {
        NetworkRow.Builder changed = NetworkRow.newBuilder(row);
        change.accept(changed);
        row = changed.build();
        step.table(ChunksTables.NETWORK).put(ChunksTables.ONE, row, rowIsThere);
        rowIsThere = true;
    }

    /** An epoch takes its number, and nothing comes of it. */
    void letEpochGoBy(Step step) {
        change(step, changed -> changed.setEpochs(row.getEpochs() + 1));
    }

    public Policy policy() {
        return policy;
    }

    public void policy(Step step, PlacementPolicy accepted) {
        Table<PlacementPolicy> table = step.table(ChunksTables.POLICY);
        table.upsert(ChunksTables.ONE, accepted);
        policy = Policy.of(accepted);
    }

    /** Takes a policy to be in force that nobody has sent. */
    public void suppose(PlacementPolicy supposed) {
        policy = Policy.of(supposed);
    }

    public Workers workers() {
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

    public Published published() {
        if (published == null) {
            readPublished(Long.MAX_VALUE);
        }
        return Objects.requireNonNull(published);
    }

    /**
     * Reads chunks and the assignment in force, if they are not in memory: rows of some {@code bytesMax} of each, and the next
     * call continues there. Whether all are in memory.
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
        ChunkBlocks.Reading reading = chunkReading == null ? new ChunkBlocks.Reading(tables) : chunkReading;
        // A reading that fails is begun again.
        chunkReading = null;
        if (reading.read(bytesMax)) {
            catalog = reading.catalog();
        } else {
            chunkReading = reading;
        }
    }

    private void readPublished(long bytesMax) {
        Published.Reading reading = publishedReading == null ? new Published.Reading(tables) : publishedReading;
        publishedReading = null;
        if (reading.read(bytesMax)) {
            published = reading.published();
        } else {
            publishedReading = reading;
        }
    }

    /** The chunks as they are to be placed now. */
    Load load() {
        catalog().tidy();
        return new Load(catalog(), policy.rules(), ++loads);
    }

    /** What the pass of reliable workers alone left to the next. */
    Pass.Memory reliablePass() {
        return reliablePass;
    }

    /** What the pass of all workers left to the next. */
    Pass.Memory wholePass() {
        return wholePass;
    }

    /** The policy of a network; the defaults until one arrives. */
    private static Policy policy(Tables tables) {
        PlacementPolicy row = tables.table(ChunksTables.POLICY).get(Key.EMPTY);
        return Policy.of(
                row == null
                        ? PlacementPolicy.newBuilder().setNetwork(tables.unit()).build()
                        : row);
    }
}
