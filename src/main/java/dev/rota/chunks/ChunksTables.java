package dev.rota.chunks;

import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import java.util.List;

/** The tables of a network. */
public final class ChunksTables {

    /** [] => the network's counters. */
    static final TableType<NetworkRow> NETWORK = TableType.of(16, "network", NetworkRow.class);

    /** [] => the policy in force; none before the first. */
    public static final TableType<PlacementPolicy> POLICY = TableType.of(17, "policy", PlacementPolicy.class);

    /** [worker id's bytes in hex] => worker. */
    static final TableType<WorkerRow> WORKERS = TableType.of(18, "workers", WorkerRow.class);

    /** [number / length of a block] => the chunks with these numbers. */
    public static final TableType<ChunkBlock> CHUNKS = TableType.of(19, "chunks", ChunkBlock.class);

    /** [worker id's bytes in hex, part] => what the worker was assigned by a published epoch, the last that wrote it. */
    public static final TableType<AssignmentRow> ASSIGNMENTS = TableType.held(20, "assignments", AssignmentRow.class);

    /** [number] => a decision that is still to be published. */
    static final TableType<BacklogRow> BACKLOG = TableType.of(21, "backlog", BacklogRow.class);

    /** [worker id's bytes in hex, epoch, part] => what the epoch gave the worker, which has not confirmed it yet. */
    static final TableType<UnconfirmedRow> UNCONFIRMED = TableType.of(22, "unconfirmed", UnconfirmedRow.class);

    /** [worker id's bytes in hex, place] => what a later epoch changed of the worker's share. */
    public static final TableType<AssignmentChange> ASSIGNMENT_CHANGES =
            TableType.held(23, "assignment changes", AssignmentChange.class);

    /** The key of a table's one row. */
    public static final Key ONE = Key.EMPTY;

    static final List<TableType<?>> ALL =
            List.of(NETWORK, POLICY, WORKERS, CHUNKS, ASSIGNMENTS, BACKLOG, UNCONFIRMED, ASSIGNMENT_CHANGES);

    private ChunksTables() {}
}
