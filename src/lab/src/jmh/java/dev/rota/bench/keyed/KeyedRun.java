package dev.rota.bench.keyed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.local.Folders;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A run of one system on a topic of its own, from the first record to the last. */
final class KeyedRun implements AutoCloseable {

    /**
     * The load of a run.
     *
     * @param handlers the number of records that all consumers together handle at once
     * @param pools the number of Rota's pools
     * @param quantumMs the quantum of their turns
     */
    record Load(int waitMs, int handlers, int partitions, int commitMs, int pools, long quantumMs) {}

    /** The room for records that are sent until all consumers take part and their rate is known. */
    static final int WARM_MAX = 200_000;

    private static final int WARM = 500;
    private static final long PORTION_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long STANDSTILL_NS = TimeUnit.SECONDS.toNanos(120);
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final KeyedCluster cluster;
    private final KeyedSystem system;
    private final Load load;
    private final int[] keys;
    private final String topic = "keyed-" + RUNS.incrementAndGet();
    private final Path folder;
    private final @Nullable AdoptingPool pool;
    private final Settings settings;
    private final List<HandledLog> logs = new ArrayList<>();
    private final List<KeyedSystem.Running> consumers = new ArrayList<>();
    private final Producer<byte[], byte[]> producer;
    private int sent;

    /** @param keys the keys of all records: those for the warm-up, and those of the measurement */
    KeyedRun(KeyedCluster cluster, KeyedSystem system, Load load, int[] keys) throws InterruptedException, IOException {
        this.cluster = cluster;
        this.system = system;
        this.load = load;
        this.keys = keys;
        this.folder = Files.createTempDirectory("rota-bench");
        cluster.create(topic, load.partitions());
        cluster.configureShareGroup(topic);
        pool = system == KeyedSystem.ROTA
                ? new AdoptingPool(cluster, topic, Subscription.pools(topic, load.pools()), load.quantumMs())
                : null;
        settings = pool == null ? cluster.settings() : pool.settings();
        Properties properties = cluster.settings().producing();
        properties.put(ProducerConfig.LINGER_MS_CONFIG, "1");
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, "131072");
        producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private Path log(int consumer) {
        return folder.resolve("handled-" + consumer);
    }

    private int capacity() {
        return 2 * keys.length;
    }

    private Subscription subscription(int consumer, int of) {
        int handlers = system == KeyedSystem.GROUP ? load.partitions() : load.handlers();
        return new Subscription(
                settings,
                topic,
                topic,
                load.pools(),
                "consumer-" + consumer,
                Math.max(1, handlers / of),
                load.commitMs());
    }

    /** Starts one consumer in this process. */
    void startHere() throws InterruptedException {
        HandledLog log = new HandledLog(log(0), capacity());
        logs.add(log);
        consumers.add(system.start(subscription(0, 1), new RecordWork(log, load.waitMs())));
        warm();
    }

    /** Starts consumers in processes of their own, which share the handlers. */
    List<ConsumerProcess> startProcesses(int count) throws InterruptedException, IOException {
        List<ConsumerProcess> processes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            logs.add(new HandledLog(log(i), capacity()));
            ConsumerProcess process =
                    new ConsumerProcess(folder, system, subscription(i, count), log(i), capacity(), load.waitMs());
            processes.add(process);
            consumers.add(process);
        }
        warm();
        return processes;
    }

    /** Sends records until each consumer has handled some. */
    private void warm() throws InterruptedException {
        while (logs.stream().anyMatch(log -> log.ended() == 0)) {
            int from = sent;
            if (from + WARM > WARM_MAX) {
                throw new IllegalStateException("expected all consumers of " + system.title() + " to take part");
            }
            offer(WARM, 0);
            await(from, sent);
        }
    }

    /**
     * Sends records.
     *
     * @param perSecond the rate; 0 for no limit
     * @return the times at which they were to be sent, by {@link System#nanoTime}
     */
    long[] offer(int records, long perSecond) {
        long[] intended = new long[records];
        long start = System.nanoTime();
        for (int i = 0; i < records; i++) {
            if (perSecond > 0) {
                long due = start + i * 1_000_000_000L / perSecond;
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(Math.min(200_000, due - System.nanoTime()));
                }
                intended[i] = due;
            } else {
                intended[i] = System.nanoTime();
            }
            int number = sent++;
            var unused = producer.send(new ProducerRecord<>(
                    topic, ("customer-" + keys[number]).getBytes(UTF_8), RecordWork.value(number)));
        }
        producer.flush();
        return intended;
    }

    /** Returns the number of the next record. */
    int sent() {
        return sent;
    }

    /**
     * Sends records for a time, such that many always wait.
     *
     * @param portion the number of records that are sent when half of it wait
     * @return the times at which they were sent, by {@link System#nanoTime}
     */
    long[] saturate(int seconds, int portion, int max) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        LongStream all = LongStream.empty();
        int from = sent;
        do {
            all = LongStream.concat(all, Arrays.stream(offer(portion, 0)));
            int enough = sent - portion / 2;
            await(() -> ended() >= enough);
        } while (System.nanoTime() < end && sent + portion <= from + max);
        return all.toArray();
    }

    /** Waits until the handlers of all records have returned. */
    void await(int from, int to) throws InterruptedException {
        await(() -> ended() >= to && Outcome.handled(logs, from, to) == to - from);
    }

    private void await(BooleanSupplier done) throws InterruptedException {
        long progress = System.nanoTime();
        long before = 0;
        while (!done.getAsBoolean()) {
            ConsumerThreads.requireNoFailure();
            if (pool != null) {
                pool.requireRunning();
            }
            if (ended() > before) {
                before = ended();
                progress = System.nanoTime();
            }
            if (System.nanoTime() - progress > STANDSTILL_NS) {
                throw new IllegalStateException("expected " + system.title() + " to handle " + sent
                        + " records, but it stands still at " + Outcome.handled(logs, 0, sent));
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private long ended() {
        return logs.stream().mapToLong(HandledLog::ended).sum();
    }

    /** Sends more and more records until those of one time take a second or two, and returns their number. */
    int portion() throws InterruptedException {
        for (int records = WARM; ; records *= 2) {
            int from = sent;
            long start = System.nanoTime();
            long[] unused = offer(records, 0);
            await(from, sent);
            if (System.nanoTime() - start >= PORTION_NS || sent + 2 * records > WARM_MAX) {
                return records;
            }
        }
    }

    /** Returns what became of the latest records. */
    Outcome outcome(long[] intended) {
        return Outcome.of(logs, keys, sent - intended.length, intended);
    }

    /** Waits until Rota has committed all that its log contains. */
    void awaitCommitted() throws InterruptedException {
        if (pool != null) {
            pool.awaitCommitted();
        }
    }

    /** Returns the size of all that the system keeps on the broker beside the topic. */
    long bytes() throws InterruptedException {
        awaitCommitted();
        return cluster.bytes(pool == null ? topic + "-" : pool.prefix());
    }

    /** Begins to watch the paths of records. Must be called before the consumers start. */
    RecordPath path() {
        return Objects.requireNonNull(pool).path(keys.length);
    }

    /** Returns the calls of the handlers of the first consumer. */
    HandledLog handled() {
        return logs.get(0);
    }

    /** Begins to count what Rota writes; returns null for other systems. */
    @Nullable
    AdoptingPool.Counts counts() {
        return pool == null ? null : pool.counts();
    }

    /** Ends the consumers, which commit what they have done. */
    void closeConsumers() {
        consumers.forEach(KeyedSystem.Running::close);
        consumers.clear();
    }

    @Override
    public void close() {
        closeConsumers();
        producer.close();
        if (pool != null) {
            pool.close();
        }
        cluster.delete(topic);
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
