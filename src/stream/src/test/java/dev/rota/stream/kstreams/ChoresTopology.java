package dev.rota.stream.kstreams;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.Parallel;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.attendance.AttendedPartitions;
import dev.rota.stream.meters.SchedulerMeters;
import dev.rota.stream.pages.PageAnswer;
import dev.rota.stream.pages.PageCache;
import dev.rota.stream.pages.Questions;
import dev.rota.stream.partition.FakeTicks;
import dev.rota.stream.partition.LogPartition;
import dev.rota.stream.partition.MemoryLog;
import dev.rota.stream.partition.MemoryOutputs;
import dev.rota.stream.partition.RebuildRequest;
import dev.rota.stream.partition.Standings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The chores' topology in Kafka's test driver, which commits and punctuates after every record. */
final class ChoresTopology implements AutoCloseable {

    private static final Names NAMES = new Names(new ChoresDomain(), "");
    private static final Duration TICK_INTERVAL = Duration.ofMillis(100);
    private static final int EVENT_SCHEMA = 1;
    private static final AvroCodec<ChoreEvent> EVENTS = AvroCodec.of(ChoreEvent.class);

    /** Pages that have yet to be rendered. */
    private final Queue<Runnable> rendering = new ArrayDeque<>();

    private final PageCache pages = new PageCache(() -> 0, rendering::add, partition -> false);
    private final FakeTicks ticks = new FakeTicks();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final MemoryLog kept = new MemoryLog();
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> log;
    private LogFormat.Written last = LogFormat.rules(NAMES.domain().rules(), 1);
    private long offset;
    private long input;
    private long ourTime = 1_000_000_000L;
    private final AttendedPartitions attended =
            new AttendedPartitions(NAMES.log(), 0, () -> Instant.ofEpochMilli(ourTime));

    private final SchedulerMeters meters = SchedulerMeters.of(NAMES, metrics);

    /** @param state the folder for the store */
    ChoresTopology(Path state) {
        Properties properties = StreamsSettings.of(
                NAMES, Settings.of(Map.of("kafka.bootstrap.servers", "none:1", "instance.id", "one")));
        properties.put("state.dir", state.toString());
        driver = new TopologyTestDriver(
                SchedulerTopology.of(
                        NAMES,
                        () -> new SchedulerProcessor(
                                new SchedulerProcessor.Shared(
                                        new LogPartition.Shared(
                                                NAMES,
                                                Parallel.SEQUENTIAL,
                                                kept,
                                                new MemoryOutputs(),
                                                new RebuildRequest(false),
                                                new Standings(),
                                                meters.decisions(),
                                                () -> false),
                                        ticks,
                                        TICK_INTERVAL,
                                        true,
                                        pages,
                                        new Questions(() -> 0, pages::isHere, partition -> false),
                                        meters,
                                        attended),
                                new PromptCommits(() -> 0))),
                properties,
                Instant.ofEpochMilli(ourTime));
        log = driver.createInputTopic(NAMES.log(), new ByteArraySerializer(), new ByteArraySerializer());
        append(0, LogFormat.rules(NAMES.domain().rules(), 1));
        append(0, LogFormat.schema(EVENT_SCHEMA, ChoreEvent.getClassSchema()));
        int id = EVENT_SCHEMA;
        for (Output<?> output : NAMES.domain().outputs()) {
            append(0, LogFormat.schema(++id, output.schema()));
        }
    }

    /** Appends an event as intake would. */
    void append(long time, ChoreEvent event) {
        Source source = new Source("chores.events", 0, input++, "topic-id");
        byte[] value = Framing.frame(EVENT_SCHEMA, EVENTS.encode(event));
        append(
                time,
                LogFormat.event(event.getHousehold(), source, event.getSchema().getFullName(), value));
    }

    void append(long time, LogFormat.Written record) {
        last = record;
        pipe(time, record.key(), record.value(), LogHeaders.of(record.headers()));
    }

    void repeatLast(long time) {
        append(time, last);
    }

    void pipe(long time, @Nullable byte[] key, @Nullable byte[] value, Headers headers) {
        offset = kept.append(time, key, headers, value);
        log.pipeInput(new TestRecord<>(key, value, headers, time));
    }

    long lastOffset() {
        return offset;
    }

    /** Returns the new records of an output. */
    List<TestRecord<byte[], byte[]>> read(String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    /** Returns the new records of the changelog: rows in hex, or null for deletions. */
    List<KeyValue<String, byte[]>> changelog() {
        List<TestRecord<byte[], byte[]>> records = read(NAMES.scheduler() + "-rows-changelog");
        return records.stream()
                .map(record -> new KeyValue<>(HexFormat.of().formatHex(record.key()), record.value()))
                .toList();
    }

    /** Requests a page of a household in the only partition. */
    CompletableFuture<PageAnswer> page(String household, String page) {
        return pages.get(0, household, page);
    }

    /** Renders the pages of all snapshots, and returns how many. */
    int render() {
        int rendered = 0;
        for (Runnable next = rendering.poll(); next != null; next = rendering.poll()) {
            next.run();
            rendered++;
        }
        return rendered;
    }

    FakeTicks ticks() {
        return ticks;
    }

    double counted(String outcome) {
        return metrics.get("rota.log.records").tag("outcome", outcome).counter().count();
    }

    /** Drops the metrics, as if the partition had been handed over. */
    void forgetMeters() {
        meters.revoked(0);
    }

    /** Returns the lateness of the oldest due timer, according to the metric. */
    double secondsLate() {
        return metrics.get("rota.timers.late.seconds").gauge().value();
    }

    long ourTime() {
        return ourTime;
    }

    void passTime(long ms) {
        ourTime += ms;
        driver.advanceWallClockTime(Duration.ofMillis(ms));
    }

    @Override
    public void close() {
        driver.close();
    }
}
