package dev.rota.cli.shards;

import dev.rota.worker.execute.WorkerFigures;
import java.util.Locale;

/** Formats a worker's status as one line. */
final class WorkerStatus {

    private final int threads;
    private WorkerFigures last;
    private long lastNs = System.nanoTime();

    WorkerStatus(WorkerFigures first, int threads) {
        this.last = first;
        this.threads = threads;
    }

    /** Returns a line with the rates since the previous line, and the current state. */
    String line(WorkerFigures now, long lag) {
        long ns = System.nanoTime();
        double seconds = Math.max(1, ns - lastNs) / 1e9;
        String line = String.format(
                Locale.ROOT,
                "turns %,.0f/s  batches %,.0f/s  transactions %,.0f/s  running %d/%d  waiting for blocks %d  failed %,d"
                        + "  superseded %,d  blocks behind %,d%s",
                (now.turns() - last.turns()) / seconds,
                (now.batches() - last.batches()) / seconds,
                (now.transactions() - last.transactions()) / seconds,
                now.running(),
                threads,
                now.waiting(),
                now.failed(),
                now.superseded(),
                lag,
                now.stuck() == 0 ? "" : "  stuck " + now.stuck() + " (longest " + now.longestMs() / 1_000 + " s)");
        last = now;
        lastNs = ns;
        return line;
    }
}
