package dev.rota.workload.shards;

import dev.rota.engine.Nullable;
import dev.rota.shards.ReceiptStatus;
import dev.rota.workload.whatif.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long transactions took in the record, and with which results. A transaction has one result, and more if it was
 * tried again. Transactions are named by their numbers in the tally.
 */
final class Executions {

    /** A receipt without the name of its transaction. */
    record Result(ReceiptStatus status, String reason) {

        static final Result SUCCEEDED = new Result(ReceiptStatus.SUCCEEDED, "");

        /** Returns whether the transaction is tried again after it. */
        boolean isRetry() {
            return status == ReceiptStatus.RETRY || status == ReceiptStatus.FAILED;
        }
    }

    /**
     * The execution of a transaction in a world.
     *
     * @param source where its duration comes from
     */
    record Execution(long ms, Result result, String source) {}

    private static final String RECORDED = "recorded";

    private final Map<String, Integer> shardNumbers = new HashMap<>();
    private final List<Durations> pool = new ArrayList<>();
    private final Map<Result, Integer> resultNumbers = new HashMap<>();
    private final List<Result> results = new ArrayList<>();

    private long[] firstMs = new long[0];
    private int[] firstResult = new int[0];
    /** Executions after the first. */
    private final Map<Integer, List<Execution>> more = new HashMap<>();
    /** The share of the longest batch that was not reported. */
    private final Map<Integer, Long> cutOff = new HashMap<>();

    /** Takes note of an execution. */
    void add(String shard, int transaction, long ms, Result result) {
        reserve(transaction);
        if (firstMs[transaction] == Durations.NONE) {
            firstMs[transaction] = ms;
            firstResult[transaction] = resultNumbers.computeIfAbsent(result, each -> {
                results.add(each);
                return results.size() - 1;
            });
        } else {
            more.computeIfAbsent(transaction, none -> new ArrayList<>()).add(new Execution(ms, result, RECORDED));
        }
        int number = shardNumbers.computeIfAbsent(shard, none -> {
            pool.add(new Durations());
            return pool.size() - 1;
        });
        pool.get(number).add(ms);
    }

    private void reserve(int transaction) {
        if (transaction >= firstMs.length) {
            int before = firstMs.length;
            int length = Math.max(256, transaction + 1 + (transaction >> 1));
            firstMs = Arrays.copyOf(firstMs, length);
            firstResult = Arrays.copyOf(firstResult, length);
            Arrays.fill(firstMs, before, length, Durations.NONE);
        }
    }

    /** Takes note that a transaction was in a batch that was not reported. */
    void cutOff(int transaction, long ms) {
        cutOff.merge(transaction, ms, Math::max);
    }

    /**
     * Returns a transaction's next execution.
     *
     * @param before the number of its executions in this world
     * @return null if nothing is known about any transaction
     */
    @Nullable
    Execution next(String shard, int transaction, String name, int before) {
        List<Execution> later = more.getOrDefault(transaction, List.of());
        if (before <= later.size() && transaction < firstMs.length && firstMs[transaction] != Durations.NONE) {
            return before == 0 ? first(transaction) : later.get(before - 1);
        }
        Execution last = before == 0 ? null : later.isEmpty() ? first(transaction) : later.get(later.size() - 1);
        if (last != null && last.result().status() == ReceiptStatus.FAILED) {
            // it never did anything else
            return new Execution(last.ms(), last.result(), "repeated");
        }
        return unknown(shard, transaction, name);
    }

    private @Nullable Execution first(int transaction) {
        return transaction < firstMs.length && firstMs[transaction] != Durations.NONE
                ? new Execution(firstMs[transaction], results.get(firstResult[transaction]), RECORDED)
                : null;
    }

    private @Nullable Execution unknown(String shard, int transaction, String name) {
        long longerThan = cutOff.getOrDefault(transaction, Durations.NONE);
        Integer number = shardNumbers.get(shard);
        Execution likely = number == null ? null : quantile(List.of(pool.get(number)), name, longerThan, "shard");
        likely = likely == null ? quantile(pool, name, longerThan, "pool") : likely;
        return likely != null || longerThan == Durations.NONE
                ? likely
                : new Execution(longerThan + 1, Result.SUCCEEDED, "cut off");
    }

    private static @Nullable Execution quantile(List<Durations> of, String name, long longerThan, String source) {
        long ms = Durations.quantile(of, name, longerThan);
        return ms == Durations.NONE ? null : new Execution(ms, Result.SUCCEEDED, source);
    }
}
