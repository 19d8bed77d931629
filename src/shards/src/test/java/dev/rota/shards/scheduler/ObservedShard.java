package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.Transaction;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Tracks a shard as a consumer of its transactions and of the pool's outputs could. */
final class ObservedShard {

    private static final List<ShardCause> PAUSES =
            List.of(ShardCause.PAUSED, ShardCause.RESUMED, ShardCause.CLOSED, ShardCause.REOPENED);

    private static final List<ShardCause> LOSSES = List.of(
            ShardCause.WORKER_LOST,
            ShardCause.WORKER_LEFT,
            ShardCause.BATCH_TIMEOUT,
            ShardCause.REPORT_INVALID,
            ShardCause.BATCH_FAILED);

    private final String id;

    /** Pending transactions by arrival. */
    private final SortedMap<Long, Transaction> pending = new TreeMap<>();

    ShardStatus status = ShardStatus.IDLE;
    boolean paused;

    @Nullable
    String worker;

    /** True if the last turn ended by a receipt that asked for a retry, and no later one began. */
    private boolean retries;

    /** True if what failed in it may wait for another worker. */
    boolean mayWait;

    private @Nullable Long token;
    private int batch;

    /** The transactions of the dispatched batch. */
    private List<String> out = List.of();

    private long arrivals;
    private long lastExecuted;
    private long height;
    private String hash = "0".repeat(64);

    ObservedShard(String id) {
        this.id = id;
    }

    void accept(Transaction transaction) {
        pending.put(++arrivals, transaction);
    }

    /** Takes the next state of the shard. A pause may leave it unchanged. */
    void state(ShardState state) {
        assertThat(allowed(state)).as("from %s to %s", status, state).isTrue();
        boolean running = state.getState() == ShardStatus.RUNNING;
        assertThat(state.getWorker() != null).as("%s", state).isEqualTo(running);
        assertThat(state.getToken() != null).as("%s", state).isEqualTo(running);
        if (state.getCause() == ShardCause.DISPATCHED) {
            batch = 0;
        } else if (running) {
            assertThat(state.getToken()).isEqualTo(token);
            assertThat(state.getWorker()).isEqualTo(worker);
        }
        assertThat(state.getWaitedMs()).isGreaterThanOrEqualTo(0);
        mayWait |= state.getCause() == ShardCause.BATCH_FAILED || state.getCause() == ShardCause.RETRY;
        retries = state.getCause() == ShardCause.RETRY || (retries && state.getState() == ShardStatus.IDLE);
        status = state.getState();
        token = state.getToken();
        worker = state.getWorker();
    }

    private boolean allowed(ShardState state) {
        ShardCause cause = state.getCause();
        boolean still = status == state.getState() && PAUSES.contains(cause);
        boolean lost = LOSSES.contains(cause);
        return still
                || switch (status) {
                    case IDLE ->
                        state.getState() == ShardStatus.PENDING
                                && (cause == ShardCause.SCHEDULED || cause == ShardCause.RESUMED);
                    case PENDING ->
                        state.getState() == ShardStatus.RUNNING
                                ? cause == ShardCause.DISPATCHED
                                : state.getState() == ShardStatus.IDLE && cause == ShardCause.PAUSED;
                    case RUNNING ->
                        state.getState() == ShardStatus.IDLE
                                ? lost
                                        || cause == ShardCause.DRAINED
                                        || cause == ShardCause.PAUSED
                                        || cause == ShardCause.RETRY
                                : state.getState() == ShardStatus.PENDING
                                        && (lost
                                                || cause == ShardCause.RETRY
                                                || cause == ShardCause.QUANTUM
                                                || cause == ShardCause.WORKER_DRAINING);
                };
    }

    /** Takes the next batch of the turn, which has the oldest transactions. */
    void batch(Batch given) {
        assertThat(status).isEqualTo(ShardStatus.RUNNING);
        assertThat(given.getToken()).isEqualTo(token);
        assertThat(given.getWorker()).isEqualTo(worker);
        assertThat(given.getBatch()).isEqualTo(++batch);
        assertThat(given.getParentHeight()).isEqualTo(height);
        List<Transaction> oldest =
                pending.values().stream().limit(given.getTransactions().size()).toList();
        assertThat(given.getTransactions()).isNotEmpty().isEqualTo(oldest);
        out = given.getTransactions().stream().map(Transaction::getId).toList();
    }

    /** Takes the next block of the chain: transactions of the dispatched batch, after those of all blocks before. */
    void block(ShardBlock block) {
        assertThat(block.getHeight()).isEqualTo(++height);
        assertThat(block.getParentHash()).isEqualTo(hash);
        assertThat(block.getHash()).isEqualTo(NaiveReport.hash(block));
        hash = block.getHash();
        mayWait = false;
        executed(block.getReceipts());
    }

    /** Takes receipts of transactions of the dispatched batch, after those of all before. */
    void executed(List<Receipt> receipts) {
        assertThat(receipts).isNotEmpty();
        for (Receipt receipt : receipts) {
            assertThat(receipt.getStatus()).isNotEqualTo(ReceiptStatus.INVALID);
            assertThat(out).contains(receipt.getTransaction());
            long arrival = arrival(receipt.getTransaction());
            assertThat(arrival).as("arrival of %s", receipt).isGreaterThan(lastExecuted);
            lastExecuted = arrival;
            pending.remove(arrival);
        }
    }

    void dead(DeadLetter letter) {
        assertThat(out).contains(letter.getTransaction());
        mayWait = false;
        Transaction transaction = pending.remove(arrival(letter.getTransaction()));
        assertThat(transaction).isNotNull().extracting(Transaction::getPayload).isEqualTo(letter.getPayload());
    }

    /**
     * Returns the arrival of a pending id. The older one counts if a deadline has removed an id from the pool just
     * before it arrived again.
     */
    private long arrival(String transaction) {
        return pending.entrySet().stream()
                .filter(entry -> entry.getValue().getId().equals(transaction))
                .map(entry -> entry.getKey())
                .findFirst()
                .orElseThrow(() -> new AssertionError("expected " + transaction + " to be pending in " + id));
    }

    /** Asserts, between two records, that a shard that may run and has work is not left IDLE, but for a retry. */
    void rest() {
        assertThat(ids()).as("pending in %s", id).doesNotHaveDuplicates();
        boolean waits = status == ShardStatus.IDLE && !paused && !retries;
        assertThat(waits && !pending.isEmpty())
                .as("%s is IDLE, and pending are %s", id, ids())
                .isFalse();
    }

    /** Asserts, at the end, that all accepted transactions are in a block or dead. */
    void end() {
        assertThat(ids()).as("pending in %s", id).isEmpty();
        assertThat(status).isEqualTo(ShardStatus.IDLE);
    }

    private List<String> ids() {
        return pending.values().stream().map(Transaction::getId).toList();
    }
}
