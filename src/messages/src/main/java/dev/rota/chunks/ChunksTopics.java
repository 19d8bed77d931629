package dev.rota.chunks;

import dev.rota.engine.Output;
import java.util.List;

/** The topics of the chunks scheduler that others write and read, by their names without a prefix. */
public final class ChunksTopics {

    public static final String LISTINGS = "chunks.listings";

    public static final String WORKERS = "chunks.workers";

    public static final String POLICIES = "chunks.policies";

    public static final String REQUESTS = "chunks.requests";

    public static final Output<Epoch> EPOCHS = Output.of("chunks.epochs", Epoch.class);

    public static final Output<WorkerAssignment> ASSIGNMENTS = Output.of("chunks.assignments", WorkerAssignment.class);

    public static final Output<CatalogEntry> CATALOG = Output.of("chunks.catalog", CatalogEntry.class);

    public static final Output<WorkerStatus> WORKER_STATUS = Output.of("chunks.worker-status", WorkerStatus.class);

    public static final Output<EpochEvent> EPOCH_EVENTS = Output.of("chunks.epoch-events", EpochEvent.class);

    public static final Output<RouteView> ROUTES = Output.of("chunks.routes", RouteView.class);

    /** The topics of decisions that this scheduler alone has, in a fixed order. */
    public static final List<Output<?>> DECISIONS =
            List.of(EPOCHS, ASSIGNMENTS, CATALOG, WORKER_STATUS, EPOCH_EVENTS, ROUTES);

    private ChunksTopics() {}
}
