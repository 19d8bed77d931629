package dev.rota.shards;

import dev.rota.engine.Output;
import java.util.List;

/** The topics of the shards scheduler that others write and read, by their names without a prefix. */
public final class ShardsTopics {

    public static final String TRANSACTIONS = "shards.transactions";

    public static final String WORKERS = "shards.workers";

    public static final String ENVIRONMENTS = "shards.environments";

    public static final String CONTROLS = "shards.controls";

    /** The order in which the scheduler decides. */
    public static final String LOG = "shards.log";

    public static final Output<Batch> ASSIGNMENTS = Output.of("shards.assignments", Batch.class);

    public static final Output<ShardBlock> BLOCKS = Output.of("shards.blocks", ShardBlock.class);

    public static final Output<ReceiptsCommitted> RECEIPTS = Output.of("shards.receipts", ReceiptsCommitted.class);

    public static final Output<ShardState> STATES = Output.of("shards.states", ShardState.class);

    public static final Output<DeadLetter> DEAD_LETTERS = Output.of("shards.dead-letters", DeadLetter.class);

    public static final Output<WorkerChange> WORKER_EVENTS = Output.of("shards.worker-events", WorkerChange.class);

    /** The topics of decisions that this scheduler alone has, in a fixed order. */
    public static final List<Output<?>> DECISIONS =
            List.of(ASSIGNMENTS, BLOCKS, RECEIPTS, STATES, DEAD_LETTERS, WORKER_EVENTS);

    private ShardsTopics() {}
}
