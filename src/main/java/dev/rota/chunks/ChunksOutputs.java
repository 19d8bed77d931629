package dev.rota.chunks;

import dev.rota.engine.Output;
import java.util.List;

/** The decision topics of the domain. */
public final class ChunksOutputs {

    public static final Output<Epoch> EPOCHS = Output.of("chunks.epochs", Epoch.class);

    public static final Output<WorkerAssignment> ASSIGNMENTS = Output.of("chunks.assignments", WorkerAssignment.class);

    public static final Output<CatalogEntry> CATALOG = Output.of("chunks.catalog", CatalogEntry.class);

    public static final Output<WorkerStatus> WORKER_STATUS = Output.of("chunks.worker-status", WorkerStatus.class);

    static final Output<EpochEvent> EPOCH_EVENTS = Output.of("chunks.epoch-events", EpochEvent.class);

    public static final Output<RouteView> ROUTES = Output.of("chunks.routes", RouteView.class);

    static final List<Output<?>> ALL = List.of(EPOCHS, ASSIGNMENTS, CATALOG, WORKER_STATUS, EPOCH_EVENTS, ROUTES);

    private ChunksOutputs() {}
}
