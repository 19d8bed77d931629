package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.Audit;
import dev.rota.audit.Verdict;
import dev.rota.engine.Nullable;
import dev.rota.engine.adopt.Mapping;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.SchemaUnknown;
import dev.rota.serde.UnreadableValue;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.adopted.MappingAnnouncement;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Adopts a topic of plain strings whose producers know nothing of Rota. It needs a broker because of what others do with
 * such a topic: deletion, retention, compaction and open transactions.
 */
@Tag("broker")
class AdoptedTopicTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PARTITIONS = 3;
    private static final int KEYS = 7;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private final String topic = "orders." + UUID.randomUUID();
    private final Map<String, String> over = new LinkedHashMap<>(Map.of(
            "adopt." + topic,
            "shards",
            "adopt." + topic + ".pool",
            "orders",
            "adopt." + topic + ".tombstones",
            "skip"));
    private final Tenant tenant = CLUSTER.tenant(new ShardsDomain(), over);
    private final KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(tenant.settings().producing(), new ByteArraySerializer(), new ByteArraySerializer());

    /** The executed transactions by shard. */
    private final Map<String, List<Transaction>> executed = new LinkedHashMap<>();

    private @Nullable TopicTail assignments;
    private int sent;

    @AfterEach
    void close() throws Exception {
        producer.close();
        tenant.close();
    }

    private void createTopic() {
        AdminAnswers.get(tenant.admin()
                .createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1)))
                .all());
    }

    private void send(int many) {
        for (int i = 0; i < many; i++) {
            int number = sent++;
            byte[] key = number % 10 == 9 ? null : ("customer-" + number % KEYS).getBytes(UTF_8);
            byte[] value = number % 10 == 8 ? null : ("order " + number).getBytes(UTF_8);
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, key, value);
            record.headers().add("number", String.valueOf(number).getBytes(UTF_8));
            var unused = producer.send(record);
        }
        producer.flush();
    }

    /** Returns how many of the first records are not skipped. */
    private static int events(int records) {
        return records - (records + 1) / 10;
    }

    private MappingAnnouncement.Announced announce(Settings settings, OffsetSpec begin) {
        Mapping mapping = AdoptedTopics.mapping(
                new ShardsDomain(),
                topic,
                false,
                Objects.requireNonNull(
                        AdoptedTopics.of(new ShardsDomain(), settings).get(topic)));
        return new MappingAnnouncement(Names.of(new ShardsDomain(), settings), settings, tenant.admin())
                .announce(mapping, begin);
    }

    /** Executes batches as a worker of a pool until there were so many transactions. */
    private void execute(String pool, int transactions) throws Exception {
        tenant.produce("shards.workers", "w", new WorkerEvent(pool, "w", new WorkerReady(4, "one", 0)));
        TopicTail batches = assignments == null ? tenant.tail("shards.assignments") : assignments;
        assignments = batches;
        Await.until(() -> transactions + " executed, but there are " + executed(), () -> {
            batches.more().forEach(this::report);
            tenant.flush();
            return executed() >= transactions;
        });
    }

    private int executed() {
        return executed.values().stream().mapToInt(List::size).sum();
    }

    private void report(ConsumerRecord<byte[], byte[]> record) {
        try {
            Batch batch = (Batch) tenant.wire().read(record.topic(), record.value());
            executed.computeIfAbsent(batch.getShard(), none -> new ArrayList<>())
                    .addAll(batch.getTransactions());
            List<Receipt> receipts = batch.getTransactions().stream()
                    .map(one -> new Receipt(one.getId(), ReceiptStatus.SUCCEEDED, "", null))
                    .toList();
            BatchExecuted report = BatchExecuted.newBuilder()
                    .setShard(batch.getShard())
                    .setToken(batch.getToken())
                    .setBatch(batch.getBatch())
                    .setElapsedMs(0L)
                    .setReceipts(receipts)
                    .setIncarnation("one")
                    .build();
            tenant.produce("shards.workers", "w", new WorkerEvent(batch.getPool(), "w", report));
        } catch (UnreadableValue | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void assertOnceEachInOrder(int records) {
        List<String> sources = executed.values().stream()
                .flatMap(List::stream)
                .map(Transaction::getSource)
                .toList();
        assertThat(sources).doesNotHaveDuplicates().hasSize(events(records));
        executed.forEach((shard, transactions) -> {
            List<Integer> numbers = transactions.stream()
                    .filter(one -> !shard.startsWith("~"))
                    .map(one -> Integer.parseInt(
                            UTF_8.decode(one.getHeaders().get(0).getValue()).toString()))
                    .toList();
            assertThat(numbers).as(shard).isSorted();
        });
    }

    @Test
    void shouldExecuteEachRecordOnceInTheOrderOfItsKey() throws Exception {
        // given
        createTopic();
        send(200);
        DomainRun run = tenant.startReady();
        Await.until(
                () -> "a note, but " + run.health(),
                () -> run.health().notes().stream()
                        .anyMatch(note -> note.contains("is not adopted yet (rota adopt " + topic + " --announce)")));

        // when
        assertThat(announce(tenant.settings(), OffsetSpec.earliest()).outcome())
                .isEqualTo(MappingAnnouncement.Outcome.ADOPTED);
        send(100);
        execute("orders", events(300));

        // then
        assertOnceEachInOrder(300);
        assertThat(executed.keySet())
                .anyMatch(shard -> shard.matches("~p[0-2]"))
                .hasSizeBetween(KEYS + 1, KEYS + PARTITIONS);
        tenant.awaitDecided();
        assertThat(Tenant.chained(tenant.audit())).isGreaterThan(events(300));
        assertThat(announce(tenant.settings(), OffsetSpec.earliest()).outcome())
                .isEqualTo(MappingAnnouncement.Outcome.UNCHANGED);
        assertThat(run.health().notes()).noneMatch(note -> note.contains(topic));
        assertThat(tenant.failures()).isEmpty();
    }

    /** The evidence contains the topic, with keys and headers; an audit of the files finds each change of them. */
    @Test
    @Full
    void shouldCompareWithKeysAndHeadersOfTheTopic(@TempDir Path folder) throws Exception {
        // given
        createTopic();
        announce(tenant.settings(), OffsetSpec.earliest());
        send(60);
        DomainRun run = tenant.startReady();
        execute("orders", events(60));
        tenant.awaitDecided();
        run.close();
        Path files = export(folder.resolve("evidence"));
        Path input = files.resolve(topic + "-0.jsonl");
        List<String> lines = Files.readAllLines(input);

        // then
        assertThat(Verdict.of(new ShardsDomain(), files).right()).isTrue();
        for (String field : List.of("key", "value", "headers")) {
            Files.write(input, changed(lines, field));
            Verdict verdict = Verdict.of(new ShardsDomain(), files);
            assertThat(verdict.right()).as(field).isFalse();
            assertThat(verdict.units().values())
                    .as(field)
                    .anySatisfy(unit -> assertThat(String.valueOf(unit.divergence()))
                            .contains("differs from its source " + topic + "/0/0"));
        }
        Files.write(input, lines.subList(1, lines.size()));
        assertThat(Verdict.of(new ShardsDomain(), files).right()).isFalse();

        // when the owner switches compaction on
        AdminAnswers.get(tenant.admin()
                .incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(
                                new ConfigEntry(TopicConfig.CLEANUP_POLICY_CONFIG, "compact,delete"),
                                AlterConfigOp.OpType.SET))))
                .all());
        Path compacted = export(folder.resolve("compacted"));
        Path rest = compacted.resolve(topic + "-0.jsonl");
        Files.write(rest, lines.subList(1, lines.size()));

        // then the audit tolerates a missing record, and still reports a changed one
        assertThat(Verdict.of(new ShardsDomain(), compacted).right()).isTrue();
        Files.write(rest, changed(lines, "value"));
        assertThat(Verdict.of(new ShardsDomain(), compacted).right()).isFalse();
    }

    private Path export(Path files) throws Exception {
        try (Audit audit = Audit.ofCluster(new ShardsDomain(), tenant.settings())) {
            audit.export(files);
        }
        return files;
    }

    /** Changes a field of the first record. */
    private static List<String> changed(List<String> lines, String field) throws Exception {
        ObjectNode first = (ObjectNode) JSON.readTree(lines.get(0));
        String other = Base64.getEncoder().encodeToString("another".getBytes(UTF_8));
        if (field.equals("headers")) {
            ((ObjectNode) first.get("headers").get(0)).put("value", other);
        } else {
            first.put(field, other);
        }
        List<String> changed = new ArrayList<>(lines);
        changed.set(0, JSON.writeValueAsString(first));
        return changed;
    }

    @Test
    @Full
    void shouldBeginAtTheEndAndContinueAfterAPauseWithAnotherMapping() throws Exception {
        // given
        createTopic();
        send(50);
        announce(tenant.settings(), OffsetSpec.latest());
        send(50);
        DomainRun first = tenant.startReady();
        execute("orders", events(100) - events(50));
        tenant.awaitDecided();
        first.close();

        // when
        Map<String, String> none = Map.of("adopt." + topic + ".pool", "other");
        Settings changed = tenant.settings().with(none);
        DomainRun stale = tenant.startReady();
        assertThat(announce(changed, OffsetSpec.earliest()))
                .isEqualTo(new MappingAnnouncement.Announced(2, MappingAnnouncement.Outcome.REPLACED));
        Await.until(
                () -> "a note, but " + stale.health(),
                () -> stale.health().notes().stream().anyMatch(note -> note.contains("differ from its mapping 2")));
        send(50);
        stale.close();
        DomainRun run = tenant.startInstance("test", none);
        Await.until(() -> "ready, but " + run.health(), () -> run.health().ready());
        execute("other", events(150) - events(50));

        // then
        List<Transaction> all = executed.values().stream().flatMap(List::stream).toList();
        assertThat(all.stream().map(Transaction::getSource)).doesNotHaveDuplicates();
        assertThat(all.stream().filter(one -> one.getPool().equals("other"))).hasSize(events(150) - events(100));
        tenant.awaitDecided();
        assertThat(Tenant.chained(tenant.audit())).isPositive();
        assertThat(tenant.failures()).isEmpty();
    }

    @Test
    @Full
    void shouldWaitForATopicThatDoesNotExistYetAndForATransactionOfOthers() throws Exception {
        // given
        DomainRun run = tenant.startReady();
        createTopic();
        announce(tenant.settings(), OffsetSpec.earliest());
        AdminAnswers.get(tenant.admin().deleteTopics(List.of(topic)).all());
        Await.until(
                () -> "a note, but " + run.health(),
                () -> run.health().notes().stream().anyMatch(note -> note.contains("it does not exist")));
        assertThat(run.health().ready()).isTrue();

        // when
        createTopic();
        send(40);
        execute("orders", events(40));

        // then
        assertOnceEachInOrder(40);
        assertThat(run.health().notes()).noneMatch(note -> note.contains(topic));

        // and when a transaction of others holds the topic back
        Properties properties = tenant.settings().producing();
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "orders of others");
        try (KafkaProducer<byte[], byte[]> hanging =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            hanging.initTransactions();
            hanging.beginTransaction();
            var unused = hanging.send(new ProducerRecord<>(topic, 1, null, "order".getBytes(UTF_8)))
                    .get();

            // then
            awaitNote(run, topic + "-1 is held back for ");
            assertThat(run.health().ready()).isTrue();
            hanging.commitTransaction();
        }
        execute("orders", events(40) + 1);
        assertThat(tenant.failures()).isEmpty();
    }

    private Settings pool(String pool) {
        return tenant.settings().with(Map.of("adopt." + topic + ".pool", pool));
    }

    /** Another announcement has begun, and was interrupted or is slower: its version is taken. */
    @Test
    void shouldNotGiveOneVersionToTwoMappings() throws Exception {
        // given
        createTopic();
        String log = Topics.id(tenant.admin(), tenant.names().log());
        String key = "claim/" + log + "/" + topic + "/1/other";
        var unused = producer.send(new ProducerRecord<>(
                        tenant.names().positions(), 0, key.getBytes(UTF_8), "topic=another mapping".getBytes(UTF_8)))
                .get();

        // then
        assertThat(announce(pool("a"), OffsetSpec.earliest()))
                .isEqualTo(new MappingAnnouncement.Announced(2, MappingAnnouncement.Outcome.ADOPTED));
        assertThat(announce(pool("a"), OffsetSpec.earliest()))
                .isEqualTo(new MappingAnnouncement.Announced(2, MappingAnnouncement.Outcome.UNCHANGED));
        assertThat(announce(pool("b"), OffsetSpec.earliest()))
                .isEqualTo(new MappingAnnouncement.Announced(3, MappingAnnouncement.Outcome.REPLACED));
    }

    /** Another announcement has claimed the beginning, and was interrupted or is slower. */
    @Test
    @Full
    void shouldBeginWhereTheFirstAnnouncementDoes() throws Exception {
        // given
        createTopic();
        send(60);
        String log = Topics.id(tenant.admin(), tenant.names().log());
        String id = Topics.id(tenant.admin(), topic);
        Map<TopicPartition, Long> ends = Topics.offsets(
                tenant.admin(),
                Topics.partitions(tenant.admin(), List.of(topic)),
                OffsetSpec.latest(),
                IsolationLevel.READ_COMMITTED);
        String text = ends.entrySet().stream()
                .map(end -> end.getKey().partition() + "=" + end.getValue())
                .collect(Collectors.joining(","));
        String key = "claim/" + log + "/" + topic + "/begin-" + id + "/other";
        var unused = producer.send(
                        new ProducerRecord<>(tenant.names().positions(), 0, key.getBytes(UTF_8), text.getBytes(UTF_8)))
                .get();

        // when
        MappingAnnouncement.Announced done = announce(tenant.settings(), OffsetSpec.earliest());

        // then
        assertThat(done.outcome()).isEqualTo(MappingAnnouncement.Outcome.BEGUN_ELSEWHERE);
        tenant.startReady();
        send(60);
        execute("orders", events(120) - events(60));
        assertThat(executed()).isEqualTo(events(120) - events(60));
    }

    @Test
    @Full
    void shouldBeginAtOnePlaceIfAnnouncedAtTheSameTime() throws Exception {
        // given
        createTopic();
        send(60);
        List<CompletableFuture<MappingAnnouncement.Announced>> both = new ArrayList<>();

        // when
        for (OffsetSpec begin : List.of(OffsetSpec.earliest(), OffsetSpec.latest())) {
            both.add(CompletableFuture.supplyAsync(() -> announce(tenant.settings(), begin)));
        }
        List<MappingAnnouncement.Outcome> outcomes = new ArrayList<>();
        for (CompletableFuture<MappingAnnouncement.Announced> each : both) {
            outcomes.add(each.get().outcome());
        }

        // then the one that adopts decides
        assertThat(outcomes).containsOnlyOnce(MappingAnnouncement.Outcome.ADOPTED);
        tenant.startReady();
        send(60);
        int all = outcomes.get(0) == MappingAnnouncement.Outcome.ADOPTED ? events(120) : events(120) - events(60);
        execute("orders", all);
        assertThat(executed()).isEqualTo(all);
    }

    @Test
    void shouldAnnounceAtTheSameTime() throws Exception {
        // given
        createTopic();
        List<CompletableFuture<MappingAnnouncement.Announced>> all = new ArrayList<>();

        // when
        for (String pool : List.of("a", "b", "c", "a")) {
            all.add(CompletableFuture.supplyAsync(() -> announce(pool(pool), OffsetSpec.earliest())));
        }
        Set<Integer> versions = new TreeSet<>();
        for (CompletableFuture<MappingAnnouncement.Announced> each : all) {
            versions.add(each.get().version());
        }

        // then each mapping has a version of its own, in each partition of the log
        assertThat(versions).hasSizeBetween(3, 4);
        TopicTail tail = tenant.tail("shards.log");
        Map<String, Set<String>> texts = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : tail.toEnd()) {
            if (Tenant.header(record, "rota-kind").equals("mapping")) {
                texts.computeIfAbsent(Tenant.header(record, "rota-mapping"), none -> new TreeSet<>())
                        .add(new String(record.value(), UTF_8));
            }
        }
        assertThat(texts).hasSameSizeAs(versions);
        assertThat(texts.values()).allMatch(its -> its.size() == 1);
    }

    private void awaitNote(DomainRun run, String what) {
        Await.until(
                () -> "a note with '" + what + "', but " + run.health(),
                () -> run.health().notes().stream().anyMatch(note -> note.contains(what)));
    }

    @Test
    @Full
    void shouldGoOnWithoutRecordsThatTheTopicHasLost() throws Exception {
        // given
        createTopic();
        announce(tenant.settings(), OffsetSpec.earliest());
        send(50);
        DomainRun first = tenant.startReady();
        execute("orders", events(50));
        tenant.awaitDecided();
        first.close();

        // when retention deletes records that nothing has read
        send(50);
        Map<TopicPartition, Long> ends = Topics.offsets(
                tenant.admin(),
                Topics.partitions(tenant.admin(), List.of(topic)),
                OffsetSpec.latest(),
                IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, RecordsToDelete> deleted = new HashMap<>();
        ends.forEach((partition, end) -> deleted.put(partition, RecordsToDelete.beforeOffset(end)));
        AdminAnswers.get(tenant.admin().deleteRecords(deleted).all());
        DomainRun run = tenant.startReady();
        awaitNote(run, "intake goes on without lost records of an adopted topic: " + topic);
        sent = 100;
        send(50);
        execute("orders", events(50) + events(150) - events(100));

        // then
        List<String> sources = executed.values().stream()
                .flatMap(List::stream)
                .map(Transaction::getSource)
                .toList();
        assertThat(sources).doesNotHaveDuplicates();
        assertThat(run.health().ready()).isTrue();
        tenant.awaitDecided();
        assertThat(Tenant.chained(tenant.audit())).isPositive();
        assertThat(tenant.failures()).isEmpty();
    }

    /** A registry without auto-registration, which has the schemas of outputs and those that a test registers. */
    private final class StrictRegistry implements SchemaRegistry {
        private final SchemaRegistry registry =
                Tenant.registry(tenant.settings().text(Setting.REGISTRY_URL));
        private volatile boolean hasTransactions;

        @Override
        public int register(String subject, Schema schema) throws InterruptedException {
            return registry.register(subject, schema);
        }

        @Override
        public int lookUp(String subject, Schema schema) throws InterruptedException {
            if (subject.contains("shards.transactions") && !hasTransactions) {
                throw new IllegalStateException("Subject '" + subject + "' not found.");
            }
            return registry.register(subject, schema);
        }

        @Override
        public Schema byId(int id, Duration patience) throws SchemaUnknown, InterruptedException {
            return registry.byId(id, patience);
        }
    }

    /** Where schemas are not registered by Rota, that of the events may be missing; everything else goes on. */
    @Test
    @Full
    void shouldHoldOnlyTheTopicWithoutASchemaOfItsEvents() throws Exception {
        // given
        createTopic();
        send(20);
        announce(tenant.settings(), OffsetSpec.earliest());
        try (Tenant strict = new Tenant(
                new ShardsDomain(),
                tenant.settings()
                        .with(Map.of(Setting.AUTO_REGISTER.key(), "false"))
                        .under(""))) {
            DomainRun run = strict.start(new StrictRegistry());

            // then
            Await.until(
                    () -> "ready, but " + run.health() + strict.failures(),
                    () -> run.health().ready());
            awaitNote(run, "intake does not read " + topic + ": the schema registry refuses: Subject");
            tenant.produce("shards.workers", "w", new WorkerEvent("default", "w", new WorkerReady(4, "one", 0)));
            tenant.awaitTaken("shards.workers");
            assertThat(strict.failures()).isEmpty();
        }
    }
}
