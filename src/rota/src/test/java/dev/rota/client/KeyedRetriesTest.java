package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.BatchReceipts;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests consumers that ask for retries, with the scheduler on a real broker. */
@Tag("broker")
@Full
class KeyedRetriesTest {

    private static final String POOL = "orders";

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Tenant tenant;

    private final List<KeyedConsumer> consumers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void startCluster() {
        cluster = new SharedCluster();
    }

    @AfterAll
    static void closeCluster() {
        cluster.close();
    }

    @BeforeEach
    void open() throws Exception {
        tenant = cluster.tenant(new ShardsDomain());
        tenant.startReady();
        PoolPolicy policy = PoolPolicy.newBuilder()
                .setStateless(true)
                .setRetryDelayMs(200)
                .setAttemptsMax(3)
                .build();
        tenant.produce("shards.controls", POOL, new PoolControl(POOL, policy));
    }

    @AfterEach
    void close() throws Exception {
        consumers.forEach(KeyedConsumer::close);
        for (Thread thread : threads) {
            thread.join();
        }
        tenant.close();
        assertThat(failure.get()).isNull();
    }

    @Test
    void shouldHandleARecordAgainInItsPlace() throws Exception {
        run("c", 2, record -> {
            handled.add(record.shard() + record.id());
            if (record.id().equals("t1")
                    && handled.stream().filter("at1"::equals).count() < 4
                    && record.shard().equals("a")) {
                throw new RetryLater("the store is closed");
            }
        });

        submit("a", 3);
        submit("b", 3);

        List<BatchReceipts> batches = awaitReceipts(6);
        assertThat(ids(batches, "a")).containsExactly("t0", "t1", "t2");
        assertThat(ids(batches, "b")).containsExactly("t0", "t1", "t2");
        assertThat(handled.stream().filter(one -> one.startsWith("a")))
                .containsExactly("at0", "at1", "at1", "at1", "at1", "at2");
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void shouldMakeARecordThatFailsADeadLetter() throws Exception {
        run("c", 1, this::failing);
        run("d", 1, this::failing);

        submit("a", 3);

        assertThat(ids(awaitReceipts(2), "a")).containsExactly("t0", "t2");
        assertThat(handled.stream().filter("t1"::equals)).hasSize(3);
        assertThat(deadLetters()).hasSize(1);
        DeadLetter letter = deadLetters().get(0);
        assertThat(letter.getTransaction()).isEqualTo("t1");
        assertThat(letter.getReason()).isEqualTo(DeadLetterReason.ATTEMPTS_EXHAUSTED);
        assertThat(letter.getMessage()).contains("IllegalStateException: a bug");
    }

    private void failing(KeyedRecord record) {
        handled.add(record.id());
        if (record.id().equals("t1")) {
            throw new IllegalStateException("a bug");
        }
    }

    /** The attempt that failed on one worker succeeds on the other. */
    @Test
    void shouldTryAFailedRecordOnAnotherWorker() throws Exception {
        run("broken", 1, record -> {
            handled.add("broken " + record.id());
            throw new IllegalStateException("a broken image");
        });
        run("fine", 1, record -> handled.add("fine " + record.id()));

        submit("a", 20);

        assertThat(ids(awaitReceipts(20), "a")).hasSize(20).doesNotHaveDuplicates();
        assertThat(deadLetters()).isEmpty();
        assertThat(handled.stream().filter(one -> one.startsWith("fine "))).hasSize(20);
    }

    private void run(String worker, int concurrency, RecordHandler handler) {
        KeyedConsumer consumer = KeyedConsumer.open(tenant.settings(), POOL, worker, concurrency);
        consumers.add(consumer);
        Thread thread = new Thread(() -> {
            try {
                consumer.run(handler);
            } catch (Exception e) {
                failure.set(e);
            }
        });
        threads.add(thread);
        thread.start();
    }

    private void submit(String shard, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            ByteBuffer payload = ByteBuffer.wrap(("p" + i).getBytes(UTF_8));
            tenant.produce("shards.transactions", shard, Transactions.of(POOL, shard, "t" + i, payload));
        }
        tenant.flush();
    }

    private static List<String> ids(List<BatchReceipts> batches, String shard) {
        return batches.stream()
                .filter(batch -> batch.getShard().equals(shard))
                .flatMap(batch -> batch.getReceipts().stream())
                .map(Receipt::getTransaction)
                .toList();
    }

    private List<DeadLetter> deadLetters() throws Exception {
        return tenant.values(
                DeadLetter.class, tenant.tail("shards.dead-letters").toEnd());
    }

    /** Waits until there is a number of receipts, and returns those of each batch. */
    private List<BatchReceipts> awaitReceipts(int count) {
        TopicTail tail = tenant.tail("shards.receipts");
        List<BatchReceipts> batches = new ArrayList<>();
        Await.until(() -> count + " receipts, but there are " + batches, () -> {
            try {
                tenant.values(ReceiptsCommitted.class, tail.more())
                        .forEach(committed -> batches.addAll(committed.getBatches()));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return batches.stream()
                            .mapToInt(batch -> batch.getReceipts().size())
                            .sum()
                    >= count;
        });
        return batches;
    }
}
