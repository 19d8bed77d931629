package dev.rota.audit;

import dev.rota.audit.evidence.AuditRefused;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs the audits of all log partitions on a few threads, a slice at a time, always continuing with the one whose next
 * log record is oldest. Records written at about the same time are close together in outputs and inputs, so audits that
 * advance evenly in log time consume records soon after they are read.
 */
final class Lockstep {

    private static final int SLICE_RECORDS = 500;

    private final PriorityQueue<PartitionAudit> waiting =
            new PriorityQueue<>(Comparator.comparingLong(PartitionAudit::nextTime));
    private final Runnable afterSlice;
    private boolean failed;

    private Lockstep(List<PartitionAudit> audits, Runnable afterSlice) {
        this.waiting.addAll(audits);
        this.afterSlice = afterSlice;
    }

    /** Runs all audits to their ends. */
    static void run(List<PartitionAudit> audits, int threads, Runnable afterSlice) {
        Lockstep lockstep = new Lockstep(audits, afterSlice);
        all(Math.min(threads, audits.size()), lockstep::work);
    }

    /** Runs the same work on several threads. Rethrows a failure of any of them. */
    static void all(int threads, Runnable work) {
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads), task -> {
            Thread thread = new Thread(task, "rota-audit");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(pool.submit(work));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AuditRefused("the audit was interrupted");
        } finally {
            pool.shutdownNow();
        }
    }

    private void work() {
        try {
            for (PartitionAudit audit = next(); audit != null; audit = next()) {
                if (audit.advance(SLICE_RECORDS)) {
                    again(audit);
                }
                afterSlice.run();
            }
        } catch (RuntimeException | Error e) {
            stop();
            throw e;
        }
    }

    private synchronized @Nullable PartitionAudit next() {
        return failed ? null : waiting.poll();
    }

    private synchronized void again(PartitionAudit audit) {
        waiting.add(audit);
    }

    private synchronized void stop() {
        failed = true;
    }
}
