package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.Batches;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.Dice;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import dev.rota.trials.Full;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * Tests that each record of an adopted topic has one receipt, in the order of its key, while workers are killed, lose
 * their turns and come back, and the scheduler restarts. Half of the records have one key.
 */
class KeyOrderTest {

    private static final int WORKERS = 4;
    private static final int SLOTS = 24;

    /** The number of pending transactions above which no more are read. */
    private static final int PENDING_MAX = 3_000;

    /** A worker, from one kill to the next. */
    private static final class Life {
        private final String incarnation;
        /** The batches that it has and has not reported as a whole, by token. */
        private final Map<Long, Batch> batches = new LinkedHashMap<>();
        /** The numbers of transactions that are reported of them. */
        private final Map<Long, Integer> reported = new HashMap<>();

        Life(String incarnation) {
            this.incarnation = incarnation;
        }
    }

    private final Dice dice = new Dice(76);
    private final CountedStore store = new CountedStore();
    private final TestLog log = TestLog.buffered(new ShardsDomain(), store);
    private final Map<String, Life> workers = new TreeMap<>();
    /** The numbers of transactions of each key that were sent, and that have receipts. */
    private final Map<String, Integer> sent = new HashMap<>();

    private final Map<String, Integer> done = new HashMap<>();
    private final Map<String, Long> tokens = new HashMap<>();
    private long time = 10_000;
    private int pending;
    private int lives;
    private int parts;

    @Test
    void shouldGiveEachRecordOneReceiptInTheOrderOfItsKey() {
        run(20_000);
    }

    @Test
    @Full
    void shouldGiveEachOfAMillionRecordsOneReceiptInTheOrderOfItsKey() {
        run(1_000_000);
    }

    private void run(int records) {
        // given
        take(RandomControls.control(PoolPolicy.newBuilder()
                .setStateless(true)
                .setAttemptsMax(1_000_000)
                .setWorkerFailuresMax(0)
                .build()));
        for (int i = 0; i < WORKERS; i++) {
            begin("w" + i);
        }

        // when
        for (int read = 0; read < records || pending > 0; ) {
            if (read < records && pending < PENDING_MAX && dice.oneIn(2)) {
                int burst = Math.min(records - read, 1 + dice.below(40));
                for (int i = 0; i < burst; i++) {
                    adopt(dice.oneIn(2) ? "busy" : "key-" + dice.below(10_000));
                }
                read += burst;
            }
            String worker = "w" + dice.below(WORKERS);
            if (dice.oneIn(400)) {
                begin(worker);
            } else {
                report(worker);
            }
            if (dice.oneIn(2_000)) {
                log.flush();
                log.restart();
            }
        }

        // then
        assertThat(done).isEqualTo(sent);
        assertThat(parts).as("parts of batches").isPositive();
        log.flush();
        assertThat(store.rows(ShardsTables.ALL).keySet())
                .as("tables with rows, of which none is a key's, after %d keys", sent.size())
                .isSubsetOf("policy", "pool", "workers", "worker-records");
    }

    /** Starts a worker, after a kill if it was there before. */
    private void begin(String worker) {
        Life life = new Life("life-" + lives++);
        workers.put(worker, life);
        take(TestPool.worker(worker, new WorkerReady(SLOTS, life.incarnation, 1)));
    }

    private Life life(String worker) {
        return Objects.requireNonNull(workers.get(worker), "it has begun");
    }

    private void adopt(String key) {
        int number = sent.merge(key, 1, Integer::sum) - 1;
        pending++;
        Transaction transaction = Transaction.newBuilder()
                .setPool(TestPool.POOL)
                .setShard(key)
                .setId(String.valueOf(number))
                .setPayload(ByteBuffer.allocate(20))
                .setSource("orders/" + key + "/" + number)
                .build();
        heard(log.take(new Moment(time, null, transaction, true)));
        time += dice.oneIn(3) ? 1 : 0;
    }

    /** Lets a worker report what it has finished of its batches. */
    private void report(String worker) {
        Life life = life(worker);
        List<BatchExecuted> reports = new ArrayList<>();
        for (Batch batch : List.copyOf(life.batches.values())) {
            if (dice.oneIn(2)) {
                reports.add(report(life, batch));
            }
        }
        if (!reports.isEmpty()) {
            take(TestPool.worker(worker, new BatchesExecuted(life.incarnation, reports)));
        }
        time += dice.below(20);
    }

    private BatchExecuted report(Life life, Batch batch) {
        int from = life.reported.getOrDefault(batch.getToken(), 0);
        int left = batch.getTransactions().size() - from;
        int count = dice.oneIn(3) ? left : 1 + dice.below(left);
        boolean continues = count < left && dice.oneIn(2);
        List<Receipt> receipts = batch.getTransactions().subList(from, from + count).stream()
                .map(transaction -> new Receipt(transaction.getId(), ReceiptStatus.SUCCEEDED, "", null))
                .toList();
        if (continues) {
            parts++;
            life.reported.put(batch.getToken(), from + count);
        } else {
            life.batches.remove(batch.getToken());
            life.reported.remove(batch.getToken());
        }
        return BatchExecuted.newBuilder()
                .setShard(batch.getShard())
                .setToken(batch.getToken())
                .setBatch(batch.getBatch())
                .setElapsedMs(dice.of(1L, 20L, 99L, 100L, 1_000L))
                .setReceipts(receipts)
                .setContinues(continues)
                .build();
    }

    private void take(SpecificRecord event) {
        heard(log.take(new Moment(time, null, event, false)));
    }

    private void heard(List<Decision> decisions) {
        for (Decision decision : decisions) {
            if (decision.value() instanceof Batch record) {
                Life life = life(record.getWorker());
                Batches.of(record).forEach(batch -> life.batches.put(batch.getToken(), batch));
            } else if (decision.value() instanceof ReceiptsCommitted committed) {
                committed.getBatches().forEach(this::committed);
            } else {
                assertThat(decision.value().getSchema().getName()).isIn("WorkerChange", "Checkpoint");
            }
        }
    }

    private void committed(BatchReceipts batch) {
        String key = batch.getShard();
        long before = tokens.merge(key, batch.getToken(), Math::max);
        assertThat(batch.getToken()).as("token of %s", key).isEqualTo(before);
        for (Receipt receipt : batch.getReceipts()) {
            int next = done.merge(key, 1, Integer::sum) - 1;
            assertThat(receipt.getTransaction()).as("receipt of %s", key).isEqualTo(String.valueOf(next));
            pending--;
        }
    }
}
