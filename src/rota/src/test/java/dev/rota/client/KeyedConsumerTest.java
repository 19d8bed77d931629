package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.shards.BatchReceipts;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.Header;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import dev.rota.worker.WorkerRefused;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Tests consumers of a stateless pool with its scheduler on a real broker. */
@Tag("broker")
class KeyedConsumerTest {

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Tenant tenant;

    /** Each test has a pool of its own. */
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private String pool;

    private final List<KeyedConsumer> consumers = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** A call of {@link KeyedConsumer#run} on a thread of its own. */
    private record Run(Thread thread, AtomicReference<Exception> failure) {}

    @BeforeAll
    static void startScheduler() {
        cluster = new SharedCluster();
        tenant = cluster.tenant(new ShardsDomain());
        tenant.startReady();
    }

    @AfterAll
    static void closeScheduler() throws IOException {
        tenant.close();
        cluster.close();
    }

    @BeforeEach
    void open(TestInfo test) throws Exception {
        pool = test.getTestMethod().orElseThrow().getName();
        policy(PoolPolicy.newBuilder().setStateless(true).setWorkerTimeoutMs(10_000));
    }

    private void policy(PoolPolicy.Builder policy) throws Exception {
        tenant.produce("shards.controls", pool, new PoolControl(pool, policy.build()));
    }

    @AfterEach
    void close() {
        released.countDown();
        consumers.forEach(KeyedConsumer::close);
    }

    @Test
    void shouldHandleTheRecordsOfEachShardInOrder() throws Exception {
        // given
        Map<String, List<String>> byShard = new ConcurrentHashMap<>();
        Map<String, List<Long>> tokens = new ConcurrentHashMap<>();
        run("c", 4, record -> {
            byShard.computeIfAbsent(record.shard(), shard -> new ArrayList<>()).add(record.id());
            tokens.computeIfAbsent(record.shard(), shard -> new ArrayList<>()).add(record.token());
        });

        // when
        for (int i = 0; i < 100; i++) {
            for (String shard : List.of("a", "b", "c")) {
                submit(shard, "t" + i);
            }
        }

        // then
        awaitReceipts(300);
        assertThat(byShard.keySet()).containsExactlyInAnyOrder("a", "b", "c");
        byShard.forEach((shard, ids) -> {
            assertThat(ids).hasSize(100).doesNotHaveDuplicates();
            for (int i = 0; i < 100; i++) {
                assertThat(ids.get(i)).isEqualTo("t" + i);
            }
            assertThat(tokens.get(shard)).isSorted();
        });
    }

    @Test
    @Full
    void shouldHandleRecordsOfDifferentShardsAtOnce() throws Exception {
        CyclicBarrier all = new CyclicBarrier(3);
        run("c", 3, record -> {
            var unused = all.await();
        });

        for (String shard : List.of("a", "b", "c")) {
            submit(shard, "t");
        }

        awaitReceipts(3);
    }

    @Test
    void shouldPassTheRecordAndKeepItsOutput() throws Exception {
        run(
                "c",
                1,
                record -> record.output(String.join(
                                " ",
                                record.shard(),
                                record.id(),
                                new String(record.payload(), UTF_8),
                                record.key() == null ? "null" : new String(record.key(), UTF_8),
                                record.headers().toString(),
                                record.source(),
                                String.valueOf(record.isTombstone()),
                                String.valueOf(record.token()))
                        .getBytes(UTF_8)));

        tenant.produce(
                "shards.transactions",
                "s",
                Transaction.newBuilder()
                        .setPool(pool)
                        .setShard("s")
                        .setId("t")
                        .setPayload(bytes("payload"))
                        .setKey(bytes("key"))
                        .setHeaders(List.of(new Header("h", null)))
                        .setSource("orders/3/17")
                        .setTombstone(true)
                        .build());

        Receipt receipt = awaitReceipts(1).get(0);
        assertThat(UTF_8.decode(Objects.requireNonNull(receipt.getOutput())).toString())
                .isEqualTo("s t payload key [{\"name\": \"h\", \"value\": null}] orders/3/17 true 1");
    }

    @Test
    void shouldMakeARejectedRecordADeadLetter() throws Exception {
        run("c", 1, record -> {
            if (record.id().equals("t1")) {
                throw new RejectedRecord("no such customer");
            }
        });

        for (int i = 0; i < 3; i++) {
            submit("s", "t" + i);
        }

        assertThat(awaitReceipts(2)).extracting(Receipt::getTransaction).containsExactly("t0", "t2");
        List<DeadLetter> letters = tenant.values(
                DeadLetter.class, tenant.tail("shards.dead-letters").toEnd());
        letters.removeIf(letter -> !letter.getPool().equals(pool));
        assertThat(letters).hasSize(1);
        assertThat(letters.get(0).getTransaction()).isEqualTo("t1");
        assertThat(letters.get(0).getReason()).isEqualTo(DeadLetterReason.INVALID);
        assertThat(letters.get(0).getMessage()).contains("no such customer");
    }

    @Test
    void shouldCountItsRecordsInARegistry() throws Exception {
        // given
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        KeyedConsumer consumer = consumer("c", 2);
        ConsumerMeters.bind(consumer, registry);
        assertThat(registry.get("rota.consumer.slots").gauge().value()).isZero();
        run(consumer, record -> {
            if (record.id().equals("t1")) {
                throw new RejectedRecord("no such customer");
            }
            if (record.id().equals("t2")) {
                started.countDown();
                released.await();
            }
        });
        for (int i = 0; i < 3; i++) {
            submit("s", "t" + i);
        }
        started.await();

        // when a record is being handled
        assertThat(registry.get("rota.consumer.turns").gauge().value()).isEqualTo(1);
        assertThat(registry.get("rota.consumer.running").gauge().value()).isEqualTo(1);
        assertThat(registry.get("rota.consumer.slots").gauge().value()).isGreaterThanOrEqualTo(2);
        released.countDown();
        awaitReceipts(2);

        // then
        assertThat(handled(registry, "SUCCEEDED")).isEqualTo(2);
        assertThat(handled(registry, "INVALID")).isEqualTo(1);
        assertThat(handled(registry, "LOST")).isZero();
        assertThatThrownBy(() -> ConsumerMeters.bind(consumer, registry)).isInstanceOf(IllegalStateException.class);
        consumer.close();
        assertThat(registry.find("rota.consumer.turns").gauge()).isNull();
    }

    private long handled(SimpleMeterRegistry registry, String outcome) {
        return registry.get("rota.consumer.handling")
                .tags("pool", pool, "outcome", outcome)
                .timer()
                .count();
    }

    @Test
    @Full
    void shouldHandOverWhenItIsClosedInTheMiddle() throws Exception {
        // given
        KeyedConsumer first = consumer("c1", 2);
        Run running = run(first, record -> {
            handled.add(record.shard() + record.id());
            if (record.id().equals("t5")) {
                started.countDown();
                released.await();
            }
        });
        for (int i = 0; i < 20; i++) {
            submit("a", "t" + i);
        }
        started.await();

        // when
        Thread closing = new Thread(first::close);
        closing.start();
        run("c2", 2, record -> handled.add(record.shard() + record.id()));
        released.countDown();
        closing.join();
        running.thread().join();

        // then
        assertThat(running.failure().get()).isNull();
        assertThat(awaitReceipts(20)).extracting(Receipt::getTransaction).doesNotHaveDuplicates();
        assertThat(handled).hasSize(20).doesNotHaveDuplicates();
        List<WorkerEvent> said =
                tenant.values(WorkerEvent.class, tenant.tail("shards.workers").toEnd());
        assertThat(said)
                .filteredOn(event -> event.getPool().equals(pool) && event.getEvent() instanceof WorkerLeft)
                .extracting(WorkerEvent::getWorker)
                .containsExactly("c1");
    }

    /** Its name is taken, as by a process that replaces one that is frozen. The old token is smaller than the new ones. */
    @Test
    void shouldEndWithoutItsTurnsWhenItIsReplaced() throws Exception {
        // given
        ConcurrentLinkedQueue<Long> tokens = new ConcurrentLinkedQueue<>();
        CountDownLatch interrupted = new CountDownLatch(1);
        Run old = run(consumer("c", 2), record -> {
            tokens.add(record.token());
            if (record.id().equals("t2")) {
                started.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                }
            }
        });
        for (int i = 0; i < 10; i++) {
            submit("a", "t" + i);
        }
        started.await();
        long last = tokens.stream().mapToLong(token -> token).max().orElseThrow();

        // when
        tenant.produce("shards.workers", "c", new WorkerEvent(pool, "c", new WorkerReady(0, "another", 0)));
        tenant.flush();
        interrupted.await();
        old.thread().join();
        ConcurrentLinkedQueue<Long> later = new ConcurrentLinkedQueue<>();
        run("d", 2, record -> {
            handled.add(record.id());
            later.add(record.token());
        });

        // then
        assertThat(old.failure().get())
                .isInstanceOf(WorkerRefused.class)
                .hasMessageContaining("another has taken its place");
        List<Receipt> receipts = awaitReceipts(10);
        assertThat(receipts).extracting(Receipt::getTransaction).doesNotHaveDuplicates();
        assertThat(handled).doesNotHaveDuplicates().contains("t2", "t9");
        assertThat(later).isNotEmpty().allMatch(token -> token > last);
    }

    /** Large outputs make parts of a batch, so that no time has to pass. */
    @Test
    void shouldReportPartsOfABatchAndHandleEachRecordOnce() throws Exception {
        // given a key with many records behind the first
        policy(PoolPolicy.newBuilder().setStateless(true).setQuantumMs(600_000));
        run("c", 2, record -> {
            handled.add(record.id());
            record.output(new byte[200_000]);
            if (record.id().equals("t0")) {
                started.countDown();
                released.await();
            }
        });
        submit("s", "t0");
        started.await();
        for (int i = 1; i < 16; i++) {
            submit("s", "t" + i);
        }
        submit("s", "t0");
        TopicTail rejections = tenant.tail("shards.rejections");
        Await.until(
                "t0 is there already",
                () -> rejections.more().stream()
                        .anyMatch(record -> new String(record.value(), UTF_8).contains("TRANSACTION_EXISTS")));

        // when
        released.countDown();

        // then
        TopicTail tail = tenant.tail("shards.receipts");
        assertThat(awaitReceipts(16)).extracting(Receipt::getTransaction).containsExactlyElementsOf(handled);
        assertThat(handled).hasSize(16).doesNotHaveDuplicates();
        assertThat(tenant.values(ReceiptsCommitted.class, tail.toEnd()).stream()
                        .filter(committed -> committed.getPool().equals(pool))
                        .flatMap(committed -> committed.getBatches().stream())
                        .filter(BatchReceipts::getContinues))
                .as("parts")
                .isNotEmpty();
    }

    @Test
    @Full
    void shouldEndWhenItIsClosedBeforeItRuns() throws Exception {
        KeyedConsumer consumer = consumer("c", 1);
        consumer.close();
        consumer.run(record -> handled.add(record.id()));

        assertThatThrownBy(() -> consumer.run(record -> handled.add(record.id())))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseWrongArgumentsInOneLine() {
        assertThatThrownBy(() -> KeyedConsumer.open(tenant.settings(), pool, 0))
                .hasMessage("expected a concurrency from 1 to 10000, but it is 0");
        assertThatThrownBy(() -> KeyedConsumer.open(tenant.settings(), "", 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Run run(String worker, int concurrency, RecordHandler handler) {
        return run(consumer(worker, concurrency), handler);
    }

    private static Run run(KeyedConsumer consumer, RecordHandler handler) {
        AtomicReference<Exception> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                consumer.run(handler);
            } catch (Exception e) {
                failure.set(e);
            }
        });
        thread.start();
        return new Run(thread, failure);
    }

    private KeyedConsumer consumer(String worker, int concurrency) {
        KeyedConsumer consumer = KeyedConsumer.open(tenant.settings(), pool, worker, concurrency);
        consumers.add(consumer);
        return consumer;
    }

    private void submit(String shard, String id) throws InterruptedException {
        tenant.produce(
                "shards.transactions",
                shard,
                Transaction.newBuilder()
                        .setPool(pool)
                        .setShard(shard)
                        .setId(id)
                        .setPayload(bytes(id))
                        .build());
    }

    /** Waits until there is a number of receipts of the pool, and returns them. */
    private List<Receipt> awaitReceipts(int count) {
        TopicTail tail = tenant.tail("shards.receipts");
        List<Receipt> receipts = new ArrayList<>();
        Await.until(() -> count + " receipts, but there are " + receipts.size(), () -> {
            try {
                tenant.values(ReceiptsCommitted.class, tail.more()).stream()
                        .filter(committed -> committed.getPool().equals(pool))
                        .flatMap(committed -> committed.getBatches().stream())
                        .forEach(batch -> receipts.addAll(batch.getReceipts()));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return receipts.size() >= count;
        });
        assertThat(receipts).hasSize(count);
        return receipts;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
