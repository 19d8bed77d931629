package dev.rota.stream.meters;

import dev.rota.settings.Names;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Measures a scheduler's transactions: how they end, and how long it takes from a record's time in the log until its
 * decisions are committed, and so visible. A stream thread commits all that it has decided at once.
 */
public final class CommitMeter {

    /** The log times of records that a thread has decided and not committed. */
    private static final class Uncommitted {
        private long[] times = new long[1_024];
        private int count;

        void add(long time) {
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = time;
        }
    }

    /** The most records that are measured between two commits, so that memory is bounded. */
    private static final int COUNT_MAX = 1 << 20;

    private final InstantSource clock;
    private final Timer latency;
    private final Counter committed;
    private final Counter aborted;
    private final Counter fenced;
    private final ThreadLocal<Uncommitted> uncommitted = ThreadLocal.withInitial(Uncommitted::new);

    public CommitMeter(Names names, MeterRegistry metrics, InstantSource clock) {
        this.clock = clock;
        String domain = names.domain().name();
        latency = Latencies.timer(
                "rota.decision.latency",
                "From a record's time in the log until its decisions are committed",
                domain,
                metrics);
        committed = transactions("committed", domain, metrics);
        aborted = transactions("aborted", domain, metrics);
        fenced = transactions("fenced", domain, metrics);
    }

    private static Counter transactions(String outcome, String domain, MeterRegistry metrics) {
        return Counter.builder("rota.transactions")
                .description("A scheduler's transactions, by how they ended")
                .tag("domain", domain)
                .tag("outcome", outcome)
                .register(metrics);
    }

    /** Notes that the thread has decided a record. */
    public void decided(long logTime) {
        Uncommitted mine = uncommitted.get();
        if (mine.count < COUNT_MAX) {
            mine.add(logTime);
        }
    }

    /** Notes that the thread has committed. */
    public void committed() {
        committed.increment();
        Uncommitted mine = uncommitted.get();
        long now = clock.millis();
        for (int i = 0; i < mine.count; i++) {
            // The broker's clock may be ahead of ours.
            latency.record(Math.max(0, now - mine.times[i]), TimeUnit.MILLISECONDS);
        }
        mine.count = 0;
    }

    /** Notes that the thread's transaction was aborted: its records will be decided again. */
    public void aborted() {
        aborted.increment();
        uncommitted.get().count = 0;
    }

    /** Notes that another process has ended the thread's transaction. */
    public void fenced() {
        fenced.increment();
        uncommitted.get().count = 0;
    }
}
