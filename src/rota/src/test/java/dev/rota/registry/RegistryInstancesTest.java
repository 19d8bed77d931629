package dev.rota.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.TestBroker;
import dev.rota.serde.RegistryClient;
import dev.rota.trials.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lets several registries serve one topic. */
@Tag("broker")
@Tag("embedded")
class RegistryInstancesTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final int THREADS = 4;
    private static final int SCHEMAS = 30;

    @Test
    void shouldGiveEachSchemaOneIdAtTheSameMoment() throws Exception {
        try (TestBroker broker = TestBroker.start();
                RegistryServer one = RegistryServer.local(broker.bootstrapServers(), 0)) {
            // given
            RegistryServer two = RegistryServer.local(broker.bootstrapServers(), 0);
            Map<String, Integer> first = registerBy(List.of(one, two), 0);

            // when
            two.close();
            Map<String, Integer> second = registerBy(List.of(one), SCHEMAS / 2);

            // then
            assertThat(keys(broker)).hasSizeGreaterThanOrEqualTo(first.size()).doesNotHaveDuplicates();
            try (RegistryServer another = RegistryServer.local(broker.bootstrapServers(), 0)) {
                for (RegistryServer registry : List.of(one, another)) {
                    Map<String, Integer> found = new LinkedHashMap<>();
                    for (int id = 1; id <= registry.schemas(); id++) {
                        found.put(client(registry).byId(id).toString(), id);
                    }
                    assertThat(found).containsAllEntriesOf(first).containsAllEntriesOf(second);
                    assertThat(found).hasSize(SCHEMAS + SCHEMAS / 2);
                }
            }
        }
    }

    @Test
    void shouldSayThatItsTopicHasLostEntries() throws Exception {
        try (TestBroker broker = TestBroker.start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                RegistryServer registry = RegistryServer.local(broker.bootstrapServers(), 0)) {
            // given
            client(registry).register("a-value", schema(0));
            admin.deleteTopics(List.of("rota-registry")).all().get();

            // when
            try (TopicJournal created = new TopicJournal(RegistryTopic.local(broker.bootstrapServers()))) {
                created.readNew(entry -> assertThat(entry).isNull());

                // then
                assertThat(client(registry).byId(1)).isEqualTo(schema(0));
                Await.until(
                        () -> "expected a problem, but it is '" + registry.problem() + "'",
                        () -> isRefused(registry) && registry.problem().contains("it has lost entries"));
            }
        }
    }

    /** Registers schemas, each by all registries at the same moment, and returns their ids by text. */
    private static Map<String, Integer> registerBy(List<RegistryServer> registries, int from) throws Exception {
        Map<String, Integer> ids = new ConcurrentHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                RegistryServer registry = registries.get(thread % registries.size());
                ends.add(threads.submit(() -> {
                    RegistryClient client = client(registry);
                    for (int number = from; number < from + SCHEMAS; number++) {
                        int id = client.register("t" + number + "-value", schema(number));
                        Integer before = ids.put(schema(number).toString(), id);
                        assertThat(before == null || before == id).isTrue();
                    }
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return ids;
    }

    private static boolean isRefused(RegistryServer registry) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(registry.url() + "/subjects"))
                    .build();
            return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 500;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the keys of all entries. With equal ones, the topic would lose an entry, and ranks would change. */
    private static List<String> keys(TestBroker broker) {
        TopicPartition partition = new TopicPartition("rota-registry", 0);
        List<String> keys = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofSeconds(1)).forEach(record -> keys.add(record.key()));
            }
        }
        return keys;
    }

    private static RegistryClient client(RegistryServer registry) {
        return RegistryClient.of(Map.of("schema.registry.url", registry.url()));
    }

    private static Schema schema(int number) {
        return SchemaBuilder.record("R" + number)
                .namespace("dev.rota.test")
                .fields()
                .optionalInt("f")
                .endRecord();
    }
}
