package dev.rota.bench.lanes;

import dev.rota.bench.report.Figures;
import dev.rota.engine.Domain;
import dev.rota.serde.SchemaRegistry;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;

/** The broker and the registry, on which each run of a lane has fresh topics. */
public final class BenchCluster {

    private final Domain domain;
    private final Settings settings;
    private final SchemaRegistry registry;
    private final Admin admin;

    /** Creates the measured system on a site. */
    private final Function<RunTopics, Lane> system;

    public BenchCluster(Domain domain, Settings settings, SchemaRegistry registry, Admin admin) {
        this(domain, settings, registry, admin, site -> new WholePath(domain, site.settings(), registry));
    }

    public BenchCluster(
            Domain domain, Settings settings, SchemaRegistry registry, Admin admin, Function<RunTopics, Lane> system) {
        this.domain = domain;
        this.settings = settings;
        this.registry = registry;
        this.admin = admin;
        this.system = system;
    }

    /** Measures the throughput of a lane. */
    public Figures throughput(Workload workload, boolean passThrough) throws InterruptedException, IOException {
        return throughput(workload, passThrough, false);
    }

    /** Measures the throughput of the whole path, then of an audit of the run. */
    public Figures auditedThroughput(Workload workload) throws InterruptedException, IOException {
        return throughput(workload, false, true);
    }

    private Figures throughput(Workload workload, boolean passThrough, boolean audited)
            throws InterruptedException, IOException {
        try (Run run = new Run(workload, passThrough, 0)) {
            long start = System.nanoTime();
            run.offer(workload, 0);
            run.awaitDone(workload);
            double seconds = (run.arrivals.last() - start) / 1e9;
            int events = workload.events().size();
            long count = run.arrivals.count();
            TimeUnit.MILLISECONDS.sleep(300); // rows are counted at the next tick
            return new Figures(
                    events / seconds,
                    count / seconds,
                    (double) run.lane.rowsWritten() / events,
                    (double) count / events,
                    audited ? AuditBench.recordsPerSecond(domain, run.site) : Double.NaN,
                    run.site.footprint());
        }
    }

    /** Measures the events per second in the second half of a workload, after a new process has warmed up. */
    public double steadyThroughput(Workload workload, boolean passThrough) throws InterruptedException, IOException {
        try (Run run = new Run(workload, passThrough, 0)) {
            run.offer(workload, 0);
            run.awaitDone(workload);
            return run.arrivals.secondHalfPerSecond();
        }
    }

    /**
     * Measures the time from each event's offer to its committed output at a fixed rate, in ms; NaN for events without
     * an output.
     */
    public double[] latencies(Workload workload, boolean passThrough, long perSecond)
            throws InterruptedException, IOException {
        try (Run run = new Run(workload, passThrough, perSecond)) {
            long[] offered = run.offer(workload, perSecond);
            run.awaitDone(workload);
            return run.arrivals.latencies(offered);
        }
    }

    public SchemaRegistry registry() {
        return registry;
    }

    /** Creates a site. */
    public RunTopics site() throws InterruptedException, IOException {
        return new RunTopics(domain, settings, registry, admin);
    }

    /** Creates the whole path on a site. */
    public WholePath wholePath(RunTopics site) {
        return new WholePath(domain, site.settings(), registry);
    }

    /** One run of a lane on its own topics, with its producer and its watcher. */
    private final class Run implements AutoCloseable {
        final RunTopics site;
        final Lane lane;
        final Arrivals arrivals;
        final EventProducer offer;

        Run(Workload workload, boolean passThrough, long perSecond) throws InterruptedException, IOException {
            site = site();
            lane = passThrough
                    ? new PassThrough(site.names(), site.settings(), workload, site.schemaIds())
                    : system.apply(site);
            lane.start();
            arrivals = new Arrivals(site.names(), site.settings(), workload);
            arrivals.start();
            offer = new EventProducer(site.names(), site.settings(), site.schemaIds(), perSecond == 0);
        }

        long[] offer(Workload workload, long perSecond) {
            return offer.all(workload, perSecond);
        }

        /** Waits until all events are in the log, committed by the scheduler, and read by the watcher. */
        void awaitDone(Workload workload) throws InterruptedException {
            site.awaitCommitted(lane, workload.events().size());
            arrivals.awaitDrained();
        }

        @Override
        public void close() throws IOException {
            offer.close();
            arrivals.close();
            lane.close();
            site.close();
        }
    }
}
