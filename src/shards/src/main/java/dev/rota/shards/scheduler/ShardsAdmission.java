package dev.rota.shards.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.RefusedException;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolControl;
import dev.rota.shards.Receipt;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardReopened;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerProtocol;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.tables.ShardsLimits;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates events as far as that needs no state, and determines the pool. */
final class ShardsAdmission {

    private ShardsAdmission() {}

    static String transaction(Transaction transaction) throws RefusedException {
        Ids.id("shard", transaction.getShard());
        Ids.id("id", transaction.getId());
        Ids.text("source", transaction.getSource());
        return pool(transaction.getPool());
    }

    static String worker(WorkerEvent event) throws RefusedException {
        Ids.id("worker", event.getWorker());
        if (event.getEvent() instanceof WorkerReady ready) {
            if (ready.getSlots() < 0 || ready.getSlots() > ShardsLimits.SLOTS_MAX) {
                throw invalid("expected slots in 0.." + ShardsLimits.SLOTS_MAX + ", but it is " + ready.getSlots());
            }
            if (ready.getProtocol() < 0) {
                throw invalid("expected protocol to be at least 0, but it is " + ready.getProtocol());
            }
            optionalId("incarnation", ready.getIncarnation());
        } else if (event.getEvent() instanceof BatchExecuted report) {
            report(report);
            ReportSize.check(event, List.of(report));
        } else if (event.getEvent() instanceof BatchesExecuted joined) {
            List<BatchExecuted> reports = joined.getReports();
            if (reports.isEmpty() || reports.size() > WorkerProtocol.REPORTS_MAX) {
                throw invalid(
                        "expected 1 to " + WorkerProtocol.REPORTS_MAX + " reports, but there are " + reports.size());
            }
            Set<Long> tokens = new HashSet<>();
            for (BatchExecuted report : reports) {
                report(report);
                if (!tokens.add(report.getToken())) {
                    throw invalid("expected one report for each turn, but there are two of " + report.getToken());
                }
            }
            optionalId("incarnation", joined.getIncarnation());
            ReportSize.check(event, reports);
        } else if (event.getEvent() instanceof WorkerLeft left) {
            optionalId("incarnation", left.getIncarnation());
        }
        return pool(event.getPool());
    }

    private static void report(BatchExecuted report) throws RefusedException {
        Ids.id("shard", report.getShard());
        if (report.getElapsedMs() < 0) {
            throw invalid("expected elapsedMs to be at least 0, but it is " + report.getElapsedMs());
        }
        for (Receipt receipt : report.getReceipts()) {
            Ids.text("a receipt's transaction", receipt.getTransaction());
        }
        optionalId("incarnation", report.getIncarnation());
    }

    /** Validates an environment. Each batch repeats it, so its texts have the limits of ids. */
    static String environment(BlockEnvironment environment) throws RefusedException {
        optionalId("sequencer", environment.getSequencer());
        optionalId("protocolVersion", environment.getProtocolVersion());
        return pool(environment.getPool());
    }

    static String control(PoolControl control) throws RefusedException {
        if (control.getEvent() instanceof ShardPaused paused) {
            Ids.id("shard", paused.getShard());
        } else if (control.getEvent() instanceof ShardResumed resumed) {
            Ids.id("shard", resumed.getShard());
        } else if (control.getEvent() instanceof ShardClosed closed) {
            Ids.id("shard", closed.getShard());
        } else if (control.getEvent() instanceof ShardReopened reopened) {
            Ids.id("shard", reopened.getShard());
        }
        return pool(control.getPool());
    }

    private static void optionalId(String field, String text) throws RefusedException {
        if (!text.isEmpty()) {
            Ids.id(field, text);
        }
    }

    private static RefusedException invalid(String sentence) {
        return new RefusedException(IntakeReason.VALUE_INVALID, sentence);
    }

    private static String pool(String pool) throws RefusedException {
        return Ids.unit("pool", pool);
    }
}
