package dev.rota.worker.execute;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.serde.UnreadableValue;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.StateChange;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.worker.Blocks;
import dev.rota.worker.HandlingMeter;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.TransactionHandler;
import dev.rota.worker.state.Head;
import dev.rota.worker.state.ShardFollower;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A pool on a cluster in which the test acts as the scheduler and reads the events of the workers. */
public final class ScriptedPool implements AutoCloseable {

    static final String WORKER = "w";

    private final Tenant tenant;
    private final TopicTail says;
    private final List<SpecificRecord> said = new ArrayList<>();
    private final Map<String, Head> heads = new HashMap<>();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    public ScriptedPool(SharedCluster cluster) {
        tenant = cluster.tenant(new ShardsDomain());
        says = tenant.tail(ShardsTopics.WORKERS);
    }

    /** Starts a worker with short intervals, and waits until it has registered. */
    public ShardWorker start(int threads, @Nullable Path folder, TransactionExecutor executor)
            throws InterruptedException {
        return start(threads, folder, executor, true);
    }

    /** Starts a worker that replaces another with its id at once, or waits until the other has ended. */
    ShardWorker start(int threads, @Nullable Path folder, TransactionExecutor executor, boolean takeOver)
            throws InterruptedException {
        int before = said(WorkerReady.class).size();
        ShardFollower follower = ShardFollower.start(tenant.settings(), tenant.wire(), Blocks.POOL, folder);
        open.push(follower);
        WorkerTerms terms =
                new WorkerTerms(Blocks.POOL, WORKER, threads, Duration.ofMillis(50), Duration.ofSeconds(2), takeOver);
        ShardWorker worker = ShardWorker.start(terms, tenant.settings(), tenant.wire(), follower, executor);
        open.push(worker);
        until("announced", () -> said(WorkerReady.class).size() > before);
        return worker;
    }

    /** Starts a worker of a stateless pool with short intervals, and waits until it has registered. */
    ShardWorker start(int threads, TransactionHandler handler) throws InterruptedException {
        WorkerTerms terms =
                new WorkerTerms(Blocks.POOL, WORKER, threads, Duration.ofMillis(50), Duration.ofSeconds(2), true);
        ShardWorker worker = ShardWorker.start(terms, tenant.settings(), tenant.wire(), handler, HandlingMeter.NONE);
        open.push(worker);
        until("announced", () -> !said(WorkerReady.class).isEmpty());
        return worker;
    }

    /** Assigns the worker a batch of transactions whose payloads equal their ids. */
    void batch(String shard, long token, int batch, long parentHeight, String... transactions)
            throws InterruptedException {
        tenant.emit(
                ShardsTopics.ASSIGNMENTS.topic(),
                Blocks.POOL,
                WORKER,
                Blocks.batch(WORKER, shard, token, batch, parentHeight, transactions));
        tenant.flush();
    }

    /** Publishes the shard's next block. */
    public void block(String shard, long token, StateChange... changes) throws InterruptedException {
        ShardBlock block = Blocks.after(heads.getOrDefault(shard, Head.NONE), shard, token, changes);
        heads.put(shard, Blocks.head(block));
        publish(block);
    }

    public void publish(ShardBlock block) throws InterruptedException {
        tenant.emit(ShardsTopics.BLOCKS.topic(), block.getPool(), block.getShard(), block);
        tenant.flush();
    }

    /** Publishes a state change of the worker. */
    void change(WorkerChangeKind kind, String incarnation) throws InterruptedException {
        tenant.emit(
                ShardsTopics.WORKER_EVENTS.topic(),
                Blocks.POOL,
                WORKER,
                WorkerChange.newBuilder()
                        .setPool(Blocks.POOL)
                        .setWorker(WORKER)
                        .setKind(kind)
                        .setIncarnation(incarnation)
                        .setSlots(1)
                        .setTimeoutMs(100L)
                        .setReason("")
                        .build());
        tenant.flush();
    }

    BatchExecuted report(long token) {
        return report(token, 1);
    }

    /** Waits for the report of a batch. */
    BatchExecuted report(long token, int batch) {
        Predicate<BatchExecuted> wanted = report -> report.getToken() == token && report.getBatch() == batch;
        until(
                "report of " + token + "/" + batch,
                () -> said(BatchExecuted.class).stream().anyMatch(wanted));
        return said(BatchExecuted.class).stream().filter(wanted).findFirst().orElseThrow();
    }

    /** Returns all events of workers so far, in order. */
    List<SpecificRecord> said() {
        for (ConsumerRecord<byte[], byte[]> record : says.more()) {
            try {
                WorkerEvent event = (WorkerEvent) tenant.wire().read(record.topic(), record.value());
                assertOwn(new String(record.key(), UTF_8), event);
                said.add((SpecificRecord) event.getEvent());
            } catch (UnreadableValue | InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return said;
    }

    private static void assertOwn(String key, WorkerEvent event) {
        if (!key.equals(WORKER)
                || !event.getWorker().equals(WORKER)
                || !event.getPool().equals(Blocks.POOL)) {
            throw new AssertionError("expected an event of worker " + WORKER + ", but it is " + event);
        }
    }

    <T extends SpecificRecord> List<T> said(Class<T> type) {
        return said().stream().filter(type::isInstance).map(type::cast).toList();
    }

    static void until(String what, BooleanSupplier condition) {
        Await.until(what, condition);
    }

    public Tenant tenant() {
        return tenant;
    }

    /** Closes worker and follower, as an orderly exit would. */
    public void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            end();
        } catch (Exception e) {
            throw new IOException(e);
        } finally {
            tenant.close();
        }
    }
}
