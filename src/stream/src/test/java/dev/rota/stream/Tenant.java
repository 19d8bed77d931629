package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditProgress;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.audit.findings.Findings;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Rejection;
import dev.rota.engine.log.OutputFormat;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.serde.RegistryClient;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.log.RulesAnnouncement;
import dev.rota.trials.Await;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** One domain on a shared cluster: its topics, its run in this process, its producers and readers. */
public final class Tenant implements AutoCloseable {

    private final Domain domain;
    private final Settings settings;
    private final Path state;
    private final Admin admin;
    private final SchemaRegistry registry;
    private final Wire wire;
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<Runnable> open = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

    /** The partitions of the outputs, listed once: a test looks for an open transaction hundreds of times. */
    private List<TopicPartition> outputs = List.of();

    /** The metrics of the latest run. */
    private SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    public Tenant(Domain domain, Map<String, String> given) {
        this.domain = domain;
        this.state = temporaryFolder();
        this.settings = Settings.of(given).with(Map.of("streams.state.dir", state.toString()));
        this.admin = Admin.create(settings.kafka());
        this.registry = registry(settings.text(Setting.REGISTRY_URL));
        this.wire = Wire.of(registry, true);
        // Large records that compress well are within a broker's limit and beyond Rota's.
        Properties compressing = settings.producing();
        compressing.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
        compressing.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, "4000000");
        this.producer = new KafkaProducer<>(compressing, new ByteArraySerializer(), new ByteArraySerializer());
        TopicCheck check = new TopicCheck(admin, settings);
        check.create(names(), check.differences(new TopicLayout(names(), settings).topics()));
    }

    public static SchemaRegistry registry(String url) {
        return RegistryClient.of(Map.of(Setting.REGISTRY_URL.key(), url));
    }

    public Settings settings() {
        return settings;
    }

    public Names names() {
        return new Names(domain, settings.text(Setting.TOPIC_PREFIX));
    }

    public Admin admin() {
        return admin;
    }

    public Wire wire() {
        return wire;
    }

    /** Returns the reasons why the run ended; empty while it runs. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** Starts the domain in this process. It is closed with the tenant at the latest. */
    public DomainRun start() {
        return start(registry);
    }

    public DomainRun start(SchemaRegistry over) {
        DomainRun run = unstarted(over);
        run.start();
        return run;
    }

    /** Returns the domain in this process, without starting it. */
    public DomainRun unstarted() {
        return unstarted(registry);
    }

    private DomainRun unstarted(SchemaRegistry over) {
        return unstarted(over, Recovery.NONE);
    }

    private DomainRun unstarted(SchemaRegistry over, Recovery recovery) {
        return unstarted(settings, over, recovery);
    }

    private DomainRun unstarted(Settings settings, SchemaRegistry over, Recovery recovery) {
        metrics = new SimpleMeterRegistry();
        DomainRun run = new DomainRun(domain, settings, over, Parallel.SEQUENTIAL, recovery, metrics, failures::add);
        open.add(run::close);
        return run;
    }

    /** Starts one of several instances of the domain in this process. */
    public DomainRun startInstance(String id, Map<String, String> over) {
        Settings its = settings.with(Map.of(
                        Setting.INSTANCE_ID.key(),
                        id,
                        "streams.state.dir",
                        state.resolve(id).toString()))
                .with(over);
        DomainRun run = unstarted(its, registry, Recovery.NONE);
        run.start();
        return run;
    }

    /** Starts the domain as {@code run --rebuild} does. */
    public DomainRun startRebuilding() {
        DomainRun run = unstarted(registry, new Recovery(false, true));
        run.start();
        return run;
    }

    public DomainRun startReady() {
        DomainRun run = start();
        Await.until(() -> "ready, but " + run.health(), () -> run.health().ready());
        return run;
    }

    /** Produces a record to an input without waiting. The topic's name is without prefix. */
    public void produce(String topic, String key, SpecificRecord value) throws InterruptedException {
        send(record(topic, key, wire.write(names().topic(topic), value)));
    }

    /** Writes an output record of a unit without waiting. It has the unit's header only. */
    public void emit(String topic, String unit, String key, SpecificRecord value) throws InterruptedException {
        ProducerRecord<byte[], byte[]> record = record(topic, key, wire.write(names().topic(topic), value));
        record.headers().add(OutputFormat.UNIT, unit.getBytes(UTF_8));
        send(record);
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        var unused = producer.send(record, (metadata, failure) -> {
            if (failure != null) {
                failures.add("a test's record was not written: " + failure);
            }
        });
    }

    /** Produces bytes to an input, waits, and returns their coordinates as {@code topic/partition/offset}. */
    public String place(String topic, String key, @Nullable byte[] value)
            throws InterruptedException, ExecutionException {
        RecordMetadata at = producer.send(record(topic, key, value)).get();
        return at.topic() + "/" + at.partition() + "/" + at.offset();
    }

    private ProducerRecord<byte[], byte[]> record(String topic, String key, @Nullable byte[] value) {
        return new ProducerRecord<>(names().topic(topic), key.getBytes(UTF_8), value);
    }

    /** Announces rules in the log, as an operator does. */
    public void announce(int rules) throws InterruptedException {
        new RulesAnnouncement(names(), settings, admin).announce(rules, registry);
    }

    public TopicTail tail(String topic) {
        return tailOf(names().topic(topic));
    }

    /** Returns the records of a topic by its full name. */
    public TopicTail tailOf(String topic) {
        TopicTail tail = new TopicTail(settings.text(Setting.BOOTSTRAP), topic);
        open.add(tail::close);
        return tail;
    }

    public TopicTail rejections() {
        return tail(domain.rejections().topic());
    }

    public <T extends SpecificRecord> List<T> values(Class<T> type, List<ConsumerRecord<byte[], byte[]>> records)
            throws Exception {
        List<T> values = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            values.add(type.cast(wire.read(record.topic(), record.value())));
        }
        return values;
    }

    /** Decodes records of the rejections' topic. */
    public List<Rejection> rejections(List<ConsumerRecord<byte[], byte[]>> records) throws Exception {
        return values(Rejection.class, records);
    }

    public static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return Optional.ofNullable(record.headers().lastHeader(name))
                .map(Header::value)
                .map(value -> new String(value, UTF_8))
                .orElse("");
    }

    /**
     * Waits until all log records are decided, and the decisions are committed and can be read. A broker ends a
     * transaction in one partition after the other, so the group's position may be there before the decisions are.
     */
    public void awaitDecided() {
        Progress progress = new Progress(names(), admin);
        Await.untilTransactionsEnd(() -> "all decided, but behind by " + progress.lag() + " " + failures, () -> {
            progress.look(0);
            return !progress.lag().isEmpty() && progress.lag().values().stream().allMatch(behind -> behind == 0);
        });
        Map<TopicPartition, Long> written = outputEnds(IsolationLevel.READ_UNCOMMITTED);
        Await.untilTransactionsEnd(() -> "outputs up to " + written + " to be readable", () -> {
            Map<TopicPartition, Long> readable = outputEnds(IsolationLevel.READ_COMMITTED);
            return written.entrySet().stream()
                    .allMatch(end -> readable.getOrDefault(end.getKey(), 0L) >= end.getValue());
        });
    }

    private Map<TopicPartition, Long> outputEnds(IsolationLevel isolation) {
        List<TopicPartition> partitions = names().domain().outputs().stream()
                .map(output -> names().topic(output.topic()))
                .flatMap(topic -> Topics.find(admin, topic).stream())
                .flatMap(topic -> Topics.partitions(topic).stream())
                .toList();
        return Topics.offsets(admin, partitions, OffsetSpec.latest(), isolation);
    }

    /**
     * Waits until all records that were produced to an input are in the log, according to the positions that intake has
     * committed.
     */
    public void awaitTaken(String topic) {
        flush();
        String full = names().topic(topic);
        Map<Integer, Long> ends = Topics.ends(admin, full);
        Await.until("all of " + full + " taken", () -> {
            Map<TopicPartition, OffsetAndMetadata> taken = AdminAnswers.get(
                    admin.listConsumerGroupOffsets(names().intake()).partitionsToOffsetAndMetadata());
            return ends.entrySet().stream()
                    .allMatch(end -> end.getValue() == 0
                            || Optional.ofNullable(taken.get(new TopicPartition(full, end.getKey())))
                                    .filter(at -> at.offset() >= end.getValue())
                                    .isPresent());
        });
    }

    /** Returns the number of log records whose decisions are committed. */
    long committed() {
        return AdminAnswers.get(
                        admin.listConsumerGroupOffsets(names().scheduler()).partitionsToOffsetAndMetadata())
                .values()
                .stream()
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }

    /** Returns the number of events that the latest run has decided, including uncommitted ones. */
    double handled() {
        return metrics.find("rota.log.records").tag("outcome", "TAKEN").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** Returns how many adopted topics, and input partitions, the latest run cannot read. */
    public double unread() {
        return metrics.find("rota.intake.unread").gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    /**
     * Returns for how many seconds a transaction has held back a partition, according to the latest run. 0 if it does
     * not.
     */
    public double heldBack(String partition, String transaction) {
        return metrics
                .find("rota.held.back.seconds")
                .tags("partition", partition, "transaction", transaction)
                .gauges()
                .stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    /** Returns the transactional ids of the scheduler's open transactions, on any instance. */
    public List<String> openTransactions() {
        return AdminAnswers.get(admin.listTransactions(
                                new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING)))
                        .all())
                .stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith(names().scheduler()))
                .toList();
    }

    /** Returns whether an open transaction has written to an output. */
    boolean hasOpenTransaction() {
        if (outputs.isEmpty()) {
            outputs = domain.outputs().stream()
                    .map(output -> names().topic(output.topic()))
                    .flatMap(topic -> IntStream.range(0, partitions(topic)).mapToObj(i -> new TopicPartition(topic, i)))
                    .toList();
        }
        Map<TopicPartition, Long> readable =
                Topics.offsets(admin, outputs, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
        Map<TopicPartition, Long> written =
                Topics.offsets(admin, outputs, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
        return !readable.equals(written);
    }

    private int partitions(String topic) {
        return Topics.find(admin, topic).orElseThrow().partitions().size();
    }

    public void flush() {
        producer.flush();
    }

    /** Decides every record again, asserts that no decision diverges, and returns the findings. */
    public List<Findings> audit() {
        try (Audit audit = Audit.ofCluster(domain, settings)) {
            AuditReport report = audit.verify(Parallel.SEQUENTIAL, AuditScope.ALL, AuditProgress.SILENT);
            for (Findings each : report.partitions()) {
                assertThat(each.divergences()).isEmpty();
                each.units().forEach(unit -> assertThat(unit.divergence()).isNull());
            }
            assertThat(report.unattributed()).isEmpty();
            assertThat(report.outcome()).isNotEqualTo(AuditReport.Outcome.DIVERGES);
            return report.partitions();
        }
    }

    /** Returns the number of log records in the chains of all units. */
    public static long chained(List<Findings> findings) {
        return findings.stream()
                .flatMap(each -> each.units().stream())
                .mapToLong(unit -> unit.records())
                .sum();
    }

    @Override
    public void close() throws IOException {
        open.forEach(Runnable::run);
        producer.close();
        admin.close();
        wire.close();
        delete(state);
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("rota-test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
