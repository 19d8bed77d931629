package dev.rota.workload.shards;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.shards.Batch;
import dev.rota.shards.Receipt;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerProtocol;
import dev.rota.workload.shards.BatchFailures.Failure;
import dev.rota.workload.shards.Executions.Execution;
import dev.rota.workload.whatif.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What workers report of batches in one world, and after what time. */
final class BatchPlans {

    /**
     * What a worker reports of a batch.
     *
     * @param error why it failed, or null
     * @param again the transaction that is tried again, because it failed its batch or its receipt asks for it; -1: none
     * @param continues whether the worker goes on with the transactions that have no receipt
     */
    record Plan(long ms, List<Receipt> receipts, @Nullable String error, int again, boolean continues) {}

    private final Tally tally;
    private final Executions executions;
    private final BatchFailures failures;
    /** The numbers of executions of transactions that were tried again. */
    private final Map<Integer, Integer> executed;

    private final Map<Integer, Integer> failed;
    private final SortedMap<String, Long> sources = new TreeMap<>();

    BatchPlans(Tally tally, Executions executions, BatchFailures failures, Map<Integer, Integer> executed) {
        this.tally = tally;
        this.executions = executions;
        this.failures = failures;
        this.executed = new TreeMap<>(executed);
        this.failed = failures.beforeBranch();
    }

    /**
     * Returns what is reported next of a batch, or null if nothing is known about any transaction.
     *
     * @param leftMs the time after which the worker executes no more of it
     * @param inParts whether it is reported in parts
     */
    @Nullable
    Plan of(Batch batch, long leftMs, boolean inParts) {
        List<Receipt> receipts = new ArrayList<>();
        long ms = 0;
        int again = -1;
        for (Transaction transaction : batch.getTransactions()) {
            if (ms >= leftMs && !receipts.isEmpty()) {
                break;
            } else if (inParts && ms >= WorkerProtocol.PART_MS) {
                return new Plan(ms, receipts, null, again, true);
            }
            String name = ShardsModel.name(batch.getShard(), transaction.getId());
            int number = tally.subject(name);
            Failure failure = failures.next(number, failed.getOrDefault(number, 0));
            if (failure != null) {
                source("recorded");
                return new Plan(failure.ms(), List.of(), failure.message(), number, false);
            }
            Execution next = executions.next(batch.getShard(), number, name, executed.getOrDefault(number, 0));
            if (next == null) {
                source("unknown");
                return null;
            }
            source(next.source());
            ms = Times.after(ms, next.ms());
            receipts.add(new Receipt(
                    transaction.getId(), next.result().status(), next.result().reason(), null));
            if (next.result().isRetry()) {
                // no receipt may follow
                again = number;
                break;
            }
        }
        return new Plan(ms, receipts, null, again, false);
    }

    private void source(String source) {
        sources.merge(source, 1L, Long::sum);
    }

    /** Takes note that a report is accepted. */
    void reported(Plan plan) {
        if (plan.again() >= 0) {
            (plan.error() == null ? executed : failed).merge(plan.again(), 1, Integer::sum);
        }
    }

    SortedMap<String, Long> sources() {
        return sources;
    }
}
