package dev.rota.cli.shards;

import dev.rota.engine.Nullable;
import dev.rota.worker.execute.WorkerFigures;
import dev.rota.worker.holders.SilentHolder;
import java.util.List;
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

    /**
     * Returns a line with the rates since the previous line, and the current state.
     *
     * @param lag the number of blocks that the worker has not read, or null if it reads none
     * @param silent the silent workers that hold shards
     */
    String line(WorkerFigures now, @Nullable Long lag, List<SilentHolder> silent) {
        long ns = System.nanoTime();
        double seconds = Math.max(1, ns - lastNs) / 1e9;
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "turns %,.0f/s  batches %,.0f/s  transactions %,.0f/s  running %d/%d",
                (now.turns() - last.turns()) / seconds,
                (now.batches() - last.batches()) / seconds,
                (now.transactions() - last.transactions()) / seconds,
                now.running(),
                threads));
        if (lag != null) {
            line.append("  waiting for blocks ").append(now.waiting());
        }
        line.append(String.format(Locale.ROOT, "  failed %,d  superseded %,d", now.failed(), now.superseded()));
        if (lag != null) {
            line.append(String.format(Locale.ROOT, "  blocks behind %,d", lag));
        }
        if (now.stuck() > 0) {
            line.append("  stuck " + now.stuck() + " (longest " + now.longestMs() / 1_000 + " s)");
        }
        if (!silent.isEmpty()) {
            line.append("  ").append(SilentHolder.line(silent));
        }
        last = now;
        lastNs = ns;
        return line.toString();
    }
}
