package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kafka.AdminAnswers;
import dev.rota.local.FreePort;
import dev.rota.local.LocalCluster;
import dev.rota.local.LocalNode;
import dev.rota.local.TestJvm;
import dev.rota.settings.Setting;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.RunProcess;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lets the Java example and a worker in Python handle an adopted topic on a cluster whose only registry is that of its
 * instances, and kills clients, instances and brokers.
 */
@Tag("broker")
@Tag("embedded")
@Full
class ClientStormTest {

    private static final String TOPIC = "orders";
    private static final String POOL = "orders";
    private static final Path EXAMPLE = Path.of("src/examples/consumer/src/main/java/com/example/consumer/Orders.java");

    /** More than the clients have slots, so that each gets some. */
    private static final int KEYS = 500;

    private static final int RECORDS_PER_FAULT = 3_000;

    /** The number of a fault's records that are handled before it, so that it comes while others are. */
    private static final int HANDLED_BEFORE = 100;

    private static final int LOG_CHARS_MAX = 2_000;
    private static final int RECOVERS_SECONDS_MAX = 120;

    /** The exit code of Java after SIGTERM. */
    private static final int SIGTERM_EXIT_CODE = 143;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<ClientProcess> consumers = new ArrayList<>();
    private final List<ClientProcess> workers = new ArrayList<>();
    private final List<Path> notes = new ArrayList<>();
    private final Set<String> incarnations = new HashSet<>();
    private final List<ReceiptsCommitted> committed = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private LocalCluster brokers;

    @SuppressWarnings("NullAway.Init")
    private String registries;

    @SuppressWarnings("NullAway.Init")
    private Tenant tenant;

    @SuppressWarnings("NullAway.Init")
    private TopicTail receipts;

    @SuppressWarnings("NullAway.Init")
    private TopicTail changes;

    @SuppressWarnings("NullAway.Init")
    private KafkaProducer<String, String> producer;

    private int produced;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void shouldHandleEachRecordOnceInTheOrderOfItsKey() throws Exception {
        // given
        Language.PYTHON.interpreter();
        brokers = open(LocalCluster.temporary(Map.of()));
        List<RunProcess> instances = adopting();
        ClientProcess consumer = consumer();
        ClientProcess worker = worker();

        // when
        produceAndAwaitSome();
        consumer.kill();
        consumer = consumer();
        awaitAll("a consumer was killed");

        produceAndAwaitSome();
        worker.kill();
        worker = worker();
        awaitAll("a worker was killed");

        // Clients that start find the registry that they know first dead.
        produceAndAwaitSome();
        instances.get(0).kill();
        consumer.kill();
        consumer = consumer();
        worker.kill();
        worker = worker();
        awaitAll("the first instance was killed");
        instances.get(0).begin();
        instances.get(0).awaitRunning();

        for (LocalNode broker : brokers.nodes()) {
            produceAndAwaitSome();
            broker.kill();
            awaitAll("broker " + broker.id() + " was killed");
            broker.start();
            broker.awaitStarted();
        }

        produceAndAwaitSome();
        instances.get(1).kill();
        brokers.nodes().get(0).kill();
        brokers.nodes().get(0).start();
        brokers.nodes().get(0).awaitStarted();
        instances.get(1).begin();
        awaitAll("an instance and a broker were killed");

        // then
        assertThat(consumer.terminated()).as(consumer.output()).isEqualTo(SIGTERM_EXIT_CODE);
        worker.end();
        tenant.awaitDecided();
        assertOneReceiptEachInOrder();
        assertEachTurnHasOneProcess();
        assertThat(instances.get(0).exitOf("audit", "shards")).isZero();
    }

    private <T extends AutoCloseable> T open(T each) {
        open.addFirst(each);
        return each;
    }

    /** Starts two instances that adopt the topic, and serve the only registry. */
    private List<RunProcess> adopting() throws Exception {
        Map<String, String> settings = new LinkedHashMap<>(Map.of(
                Setting.BOOTSTRAP.key(),
                brokers.bootstrapServers(),
                Setting.PARTITIONS.key(),
                "2",
                Setting.HTTP_PORT.key(),
                "0",
                "adopt." + TOPIC,
                "shards",
                "adopt." + TOPIC + ".pool",
                POOL,
                // a client that is silent is lost soon, also after an interruption
                Setting.SILENCE_GRACE_MS.key(),
                "3000",
                Setting.INSTANCE_SETTLE_MS.key(),
                "0",
                // the shortest that brokers allow
                "kafka.session.timeout.ms",
                "6000",
                "streams.main.consumer.session.timeout.ms",
                "6000",
                "streams.producer.transaction.timeout.ms",
                "10000"));
        List<RunProcess> instances = new ArrayList<>();
        List<String> urls = new ArrayList<>();
        for (String id : List.of("first", "second")) {
            int port = FreePort.next();
            urls.add("http://localhost:" + port);
            Map<String, String> its = new LinkedHashMap<>(settings);
            its.put(Setting.INSTANCE_ID.key(), id);
            its.put(Setting.REGISTRY_PORT.key(), String.valueOf(port));
            its.put("streams.state.dir", folder.resolve(id).resolve("state").toString());
            instances.add(open(RunProcess.unstarted("shards", folder.resolve(id), its)));
        }
        registries = String.join(",", urls);
        settings.put(Setting.REGISTRY_URL.key(), registries);
        tenant = open(new Tenant(new ShardsDomain(), settings));
        AdminAnswers.get(tenant.admin()
                .createTopics(List.of(new NewTopic(TOPIC, 3, (short) LocalCluster.NODES)))
                .all());
        for (RunProcess instance : instances) {
            instance.begin();
        }
        for (RunProcess instance : instances) {
            instance.awaitRunning();
        }
        assertThat(instances.get(0).exitOf("adopt", TOPIC, "--announce")).isZero();
        PoolPolicy policy = PoolPolicy.newBuilder()
                .setStateless(true)
                .setWorkerTimeoutMs(6_000L)
                .build();
        tenant.produce("shards.controls", POOL, new PoolControl(POOL, policy));
        tenant.awaitTaken("shards.controls");
        receipts = tenant.tail("shards.receipts");
        changes = tenant.tail("shards.worker-events");
        Properties producing = tenant.settings().producing();
        producer = open(new KafkaProducer<>(producing, new StringSerializer(), new StringSerializer()));
        return instances;
    }

    /** Starts the example, unchanged. */
    private ClientProcess consumer() throws Exception {
        List<String> command = TestJvm.command(
                TestJvm.options("-Xmx200m"), EXAMPLE.toString(), brokers.bootstrapServers(), registries);
        consumers.add(open(ClientProcess.start(command, Map.of(), folder)));
        return consumers.get(consumers.size() - 1);
    }

    private ClientProcess worker() throws Exception {
        notes.add(folder.resolve("notes-" + notes.size()));
        Map<String, String> variables = Map.of(
                "ROTA_KAFKA_BOOTSTRAP_SERVERS", brokers.bootstrapServers(), "ROTA_SCHEMA_REGISTRY_URL", registries);
        workers.add(open(ClientProcess.start(
                Language.PYTHON,
                variables,
                folder,
                Language.PYTHON.foreign("noting"),
                POOL,
                // as a deployment names them: a name whose turns were just lost is sick for a while
                "python-" + workers.size(),
                notes.get(notes.size() - 1).toString())));
        return workers.get(workers.size() - 1);
    }

    /** Produces the records of the next fault once all clients are in the pool, and returns while these handle them. */
    private void produceAndAwaitSome() {
        await(() -> "each client to be ready once, but ready were " + incarnations, () -> {
            read(WorkerChange.class, changes).stream()
                    .filter(change -> change.getKind() == WorkerChangeKind.READY)
                    .forEach(change -> incarnations.add(change.getIncarnation()));
            return incarnations.size() == consumers.size() + workers.size();
        });
        int before = produced;
        for (; produced < before + RECORDS_PER_FAULT; produced++) {
            var unused = producer.send(new ProducerRecord<>(TOPIC, "customer-" + produced % KEYS, "order " + produced));
        }
        awaitReceipts("before the next fault", before + HANDLED_BEFORE);
        await(() -> "both clients to have handled something", this::hasHandled);
        assertThat(count()).isLessThan(produced);
    }

    private boolean hasHandled() {
        return consumers.get(consumers.size() - 1).output().contains("customer-")
                && Files.exists(notes.get(notes.size() - 1));
    }

    private void awaitAll(String after) {
        awaitReceipts("after " + after, produced);
    }

    private void awaitReceipts(String when, int count) {
        await(() -> count + " receipts " + when + ", but there are " + count(), () -> {
            committed.addAll(read(ReceiptsCommitted.class, receipts));
            return count() >= count;
        });
    }

    private void await(Supplier<String> what, BooleanSupplier condition) {
        Supplier<String> logs = () -> "; the clients say: "
                + Stream.concat(consumers.stream(), workers.stream())
                        .map(ClientProcess::output)
                        .map(text -> text.substring(Math.max(0, text.length() - LOG_CHARS_MAX)))
                        .toList();
        Await.until(() -> what.get() + logs.get(), condition, RECOVERS_SECONDS_MAX);
    }

    private <T extends SpecificRecord> List<T> read(Class<T> type, TopicTail tail) {
        try {
            return tenant.values(type, tail.more());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private Stream<BatchReceipts> batches() {
        return committed.stream().flatMap(each -> each.getBatches().stream());
    }

    private int count() {
        return batches().mapToInt(batch -> batch.getReceipts().size()).sum();
    }

    private void assertOneReceiptEachInOrder() {
        Map<String, Long> latest = new HashMap<>();
        Map<String, Long> tokens = new HashMap<>();
        Set<String> places = new HashSet<>();
        batches().forEach(batch -> {
            assertThat(batch.getToken()).isGreaterThanOrEqualTo(tokens.getOrDefault(batch.getShard(), 0L));
            tokens.put(batch.getShard(), batch.getToken());
            for (Receipt receipt : batch.getReceipts()) {
                String place = place(receipt.getTransaction());
                long offset = Long.parseLong(place.substring(place.indexOf('/') + 1));
                assertThat(offset).as(batch.getShard()).isGreaterThan(latest.getOrDefault(batch.getShard(), -1L));
                latest.put(batch.getShard(), offset);
                assertThat(receipt.getStatus()).isEqualTo(ReceiptStatus.SUCCEEDED);
                places.add(place);
            }
        });
        assertThat(places).hasSize(produced);
        assertThat(count()).isEqualTo(produced);
    }

    /** Asserts that all that was handled with a token was handled by one process, in order, each record once. */
    private void assertEachTurnHasOneProcess() throws Exception {
        List<List<String>> processes = new ArrayList<>();
        for (ClientProcess consumer : consumers) {
            processes.add(consumer.output().lines().toList());
        }
        for (Path file : notes) {
            processes.add(Files.readAllLines(file, UTF_8));
        }
        Set<String> handled = new HashSet<>();
        Map<String, Integer> owners = new HashMap<>();
        for (int process = 0; process < processes.size(); process++) {
            Map<String, Long> latest = new HashMap<>();
            for (String line : processes.get(process)) {
                String[] words = line.split(" ", -1);
                if (words.length >= 3 && words[0].startsWith("customer-")) {
                    String turn = words[0] + " " + words[2];
                    String place = place(words[1]);
                    long offset = Long.parseLong(place.substring(place.indexOf('/') + 1));
                    assertThat(owners.merge(turn, process, (before, now) -> before))
                            .as(line)
                            .isEqualTo(process);
                    assertThat(offset).as(line).isGreaterThan(latest.getOrDefault(turn, -1L));
                    latest.put(turn, offset);
                    handled.add(place);
                }
            }
            assertThat(latest).as("the turns of process " + process).isNotEmpty();
        }
        assertThat(handled).hasSize(produced);
    }

    /** Returns the partition and offset in a transaction's id or source. */
    private static String place(String id) {
        return id.substring(id.indexOf('/') + 1);
    }
}
