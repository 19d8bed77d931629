package dev.rota.chunks.tables;

import dev.rota.chunks.AssignmentChange;
import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.BacklogRow;
import dev.rota.chunks.ChunkBlock;
import dev.rota.chunks.MovingRow;
import dev.rota.chunks.NetworkRow;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.SwapRow;
import dev.rota.chunks.UnconfirmedRow;
import dev.rota.chunks.VisibleRow;
import dev.rota.chunks.WorkerRow;
import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import java.util.List;

/** The tables of a network. */
public final class ChunksTables {

    /** The key is empty; the row contains the network's counters. */
    public static final TableType<NetworkRow> NETWORK = TableType.of(16, "network", NetworkRow.class);

    /** The key is empty; the row is the policy in force, and does not exist before the first. */
    public static final TableType<PlacementPolicy> POLICY = TableType.of(17, "policy", PlacementPolicy.class);

    /** The key is the worker id's bytes in hex. */
    public static final TableType<WorkerRow> WORKERS = TableType.of(18, "workers", WorkerRow.class);

    /** The key is a number divided by the length of a block; the row contains the chunks with these numbers. */
    public static final TableType<ChunkBlock> CHUNKS = TableType.of(19, "chunks", ChunkBlock.class);

    /**
     * The key is the worker id's bytes in hex, and the part; the row contains the share that a published epoch
     * assigned, the last that wrote it.
     */
    public static final TableType<AssignmentRow> ASSIGNMENTS = TableType.held(20, "assignments", AssignmentRow.class);

    /** The key is a number; the row is a decision that is not published yet. */
    public static final TableType<BacklogRow> BACKLOG = TableType.of(21, "backlog", BacklogRow.class);

    /**
     * The key is the worker id's bytes in hex, the epoch and the part; the row contains chunks that the epoch assigned
     * and the worker has not confirmed.
     */
    public static final TableType<UnconfirmedRow> UNCONFIRMED = TableType.of(22, "unconfirmed", UnconfirmedRow.class);

    /**
     * The key is the worker id's bytes in hex, and a place; the row contains what a later epoch changed of the worker's
     * share.
     */
    public static final TableType<AssignmentChange> ASSIGNMENT_CHANGES =
            TableType.held(23, "assignment changes", AssignmentChange.class);

    /**
     * The key is the worker id's bytes in hex, and the time at which readers left the copies, or the end of time; the row contains
     * copies on their way out of the worker's assignment.
     */
    public static final TableType<MovingRow> MOVING = TableType.of(24, "moving", MovingRow.class);

    /** The key is a number divided by 65,536; the row contains which of the chunks with these numbers readers may use. */
    public static final TableType<VisibleRow> VISIBLE = TableType.of(25, "visible", VisibleRow.class);

    /** The key is the number of the first new chunk; the row contains chunks that wait to be replaced. */
    public static final TableType<SwapRow> SWAPS = TableType.of(26, "swaps", SwapRow.class);

    /** The overhead of a row that is counted when the size of reads is bounded. */
    public static final int ROW_BYTES_MIN = 64;

    /** The key of a table that has one row. */
    public static final Key ONE = Key.EMPTY;

    public static final List<TableType<?>> ALL = List.of(
            NETWORK,
            POLICY,
            WORKERS,
            CHUNKS,
            ASSIGNMENTS,
            BACKLOG,
            UNCONFIRMED,
            ASSIGNMENT_CHANGES,
            MOVING,
            VISIBLE,
            SWAPS);

    private ChunksTables() {}
}
