package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cluster.Cluster;
import dev.rota.engine.adopt.Mapping;
import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.AdminAnswers;
import dev.rota.local.LocalNode;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.adopted.MappingAnnouncement;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts an instance while the only replica of one partition of an adopted topic is on a broker that is down. */
@Full
@Tag("broker")
@Tag("embedded")
class LeaderlessInputTest {

    private static final String TOPIC = "orders";

    @TempDir
    private Path folder;

    @Test
    void shouldReadEverythingElse() throws Exception {
        try (Cluster cluster = new Cluster(folder)) {
            // given
            LocalNode down = cluster.brokers().get(2);
            Map<String, String> settings = cluster.settings("", 2);
            settings.putAll(Map.of("adopt." + TOPIC, "shards", "adopt." + TOPIC + ".pool", "orders"));
            try (Tenant tenant = new Tenant(new ShardsDomain(), settings)) {
                adopt(tenant, Settings.of(settings));
                down.kill();

                // when
                DomainRun run = tenant.start();
                tenant.produce("shards.workers", "w", new WorkerEvent("orders", "w", new WorkerReady(1, "one", 0)));

                // then
                TopicTail log = tenant.tail("shards.log");
                log.until(
                        "the records of the other inputs",
                        all -> has(all, "shards.workers/") && has(all, TOPIC + "/0/0"));
                String note = "intake does not read orders/1: its leader does not answer, or it has none";
                Await.until(
                        () -> "a note, but " + run.health(),
                        () -> run.health().notes().contains(note));
                assertThat(run.health().reasons()).noneMatch(reason -> reason.contains(TOPIC));
                assertThat(tenant.unread()).isEqualTo(1);

                // and once it has a leader
                down.start();
                down.awaitStarted();
                log.until("its record", all -> has(all, TOPIC + "/1/0"));
                Await.until(
                        () -> "no note, but " + run.health(),
                        () -> !run.health().notes().contains(note));
            }
        }
    }

    private static void adopt(Tenant tenant, Settings settings) {
        AdminAnswers.get(tenant.admin()
                .createTopics(List.of(new NewTopic(TOPIC, Map.of(0, List.of(1), 1, List.of(3)))
                        .configs(Map.of("min.insync.replicas", "1"))))
                .all());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings.producing(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int partition = 0; partition < 2; partition++) {
                var unused = producer.send(
                        new ProducerRecord<>(TOPIC, partition, "key".getBytes(UTF_8), "value".getBytes(UTF_8)));
            }
        }
        Mapping mapping = AdoptedTopics.mapping(
                tenant.names().domain(),
                TOPIC,
                false,
                Objects.requireNonNull(
                        AdoptedTopics.of(tenant.names().domain(), settings).get(TOPIC)));
        var unused = new MappingAnnouncement(Names.of(tenant.names().domain(), settings), settings, tenant.admin())
                .announce(mapping, OffsetSpec.earliest());
    }

    private static boolean has(List<ConsumerRecord<byte[], byte[]>> log, String source) {
        return log.stream()
                .map(record -> record.headers().lastHeader(LogFormat.SOURCE))
                .anyMatch(header -> header != null && new String(header.value(), UTF_8).startsWith(source));
    }
}
