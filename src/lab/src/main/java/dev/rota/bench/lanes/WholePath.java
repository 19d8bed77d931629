package dev.rota.bench.lanes;

import dev.rota.engine.Domain;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.serde.SchemaRegistry;
import dev.rota.settings.Settings;
import dev.rota.stream.DomainRun;
import dev.rota.stream.Recovery;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The measured system: intake and scheduler of a domain. */
public final class WholePath implements Lane {

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final ParallelThreads threads = ParallelThreads.onAllProcessors();
    private final DomainRun run;

    WholePath(Domain domain, Settings settings, SchemaRegistry registry) {
        run = new DomainRun(domain, settings, registry, threads, Recovery.NONE, metrics, failure::set);
    }

    @Override
    public void start() throws InterruptedException {
        run.start();
        while (!run.health().ready()) {
            requireRunning();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    public DomainRun scheduler() {
        return run;
    }

    /** Throws if the scheduler has ended. */
    public void requireRunning() {
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
    }

    @Override
    public long taken() {
        return count("rota.intake.records");
    }

    @Override
    public long rowsWritten() {
        return count("rota.rows.written");
    }

    /** Returns the number of single rows looked up in the store. */
    public long rowsRead() {
        return count("rota.rows.read");
    }

    /** Returns the number of committed transactions. */
    long commits() {
        Counter counter =
                metrics.find("rota.transactions").tag("outcome", "committed").counter();
        return counter == null ? 0 : (long) counter.count();
    }

    private long count(String name) {
        Counter counter = metrics.find(name).counter();
        return counter == null ? 0 : (long) counter.count();
    }

    @Override
    public void close() {
        run.close();
        threads.close();
    }
}
