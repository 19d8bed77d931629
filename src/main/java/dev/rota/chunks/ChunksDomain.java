package dev.rota.chunks;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import dev.rota.engine.Traffic;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Data chunks to workers: a unit is one network with its chunks, its workers and its policy. */
public final class ChunksDomain implements Domain {

    static final String LISTINGS = "chunks.listings";

    static final String WORKERS = "chunks.workers";

    static final String POLICIES = "chunks.policies";

    static final String REQUESTS = "chunks.requests";

    static final Output<Epoch> EPOCHS = Output.of("chunks.epochs", Epoch.class);

    static final Output<WorkerAssignment> ASSIGNMENTS = Output.of("chunks.assignments", WorkerAssignment.class);

    static final Output<CatalogEntry> CATALOG = Output.of("chunks.catalog", CatalogEntry.class);

    static final Output<WorkerStatus> WORKER_STATUS = Output.of("chunks.worker-status", WorkerStatus.class);

    @Override
    public String name() {
        return "chunks";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(
                new Input<>(LISTINGS, ListingEvent.class, ChunksAdmission::listing),
                new Input<>(WORKERS, WorkerEvent.class, ChunksAdmission::worker),
                new Input<>(POLICIES, PlacementPolicy.class, ChunksAdmission::policy),
                new Input<>(REQUESTS, EpochRequest.class, ChunksAdmission::request));
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(EPOCHS, ASSIGNMENTS, CATALOG, WORKER_STATUS);
    }

    @Override
    public List<TableType<?>> tables() {
        return ChunksTables.ALL;
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new ChunksScheduler();
    }

    @Override
    public SortedMap<String, String> pages() {
        TreeMap<String, String> pages = new TreeMap<>();
        pages.put(StatusPage.NAME, StatusPage.TYPE);
        pages.put(MetricsPage.NAME, MetricsPage.TYPE);
        return pages;
    }

    @Override
    public Traffic demo() {
        return new DemoNetwork();
    }
}
