package dev.rota.client.bot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.client.process.ReaperTest;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.stream.adopted.MappingAnnouncement;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lets a bot run the records of a topic whose producers know nothing of Rota. */
@Tag("broker")
@Full
class AdoptedJobsTest {

    private static final int PARTITIONS = 2;

    private final SharedCluster cluster = new SharedCluster();
    private final String topic = "mails." + UUID.randomUUID();
    private final Tenant tenant = cluster.tenant(new JobsDomain(), settings());
    private final KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(tenant.settings().producing(), new ByteArraySerializer(), new ByteArraySerializer());

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("adopt." + topic, "jobs");
        settings.put("adopt." + topic + ".instance", "header:tenant");
        settings.put("adopt." + topic + ".priority", "header:urgency");
        settings.put("adopt." + topic + ".priority.default", "5");
        settings.put("adopt." + topic + ".requirements", "os=linux");
        return settings;
    }

    @BeforeAll
    static void needCommands() {
        ReaperTest.needSetsid();
    }

    @AfterEach
    void close() throws Exception {
        producer.close();
        tenant.close();
        cluster.close();
    }

    @Test
    void shouldRunEachRecordAsAJob() throws Exception {
        // given
        AdminAnswers.get(tenant.admin()
                .createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1)))
                .all());
        Settings settings = tenant.settings();
        new MappingAnnouncement(Names.of(new JobsDomain(), settings), settings, tenant.admin())
                .announce(
                        AdoptedTopics.mapping(
                                new JobsDomain(),
                                topic,
                                false,
                                Objects.requireNonNull(AdoptedTopics.of(new JobsDomain(), settings)
                                        .get(topic))),
                        OffsetSpec.earliest());
        TopicTail events = tenant.tail(JobsTopics.EVENTS.topic());
        TopicTail rejections = tenant.tail("jobs.rejections");
        Path ran = folder.resolve("ran");

        // when
        tenant.startReady();
        for (int i = 0; i < 20; i++) {
            send(i, "echo $ROTA_INSTANCE $ROTA_KEY $ROTA_SOURCE $ROTA_TOMBSTONE \"$ROTA_HEADERS\" >> " + ran, "eu");
        }
        send(20, null, "us");
        send(21, "echo never >> " + ran, null);
        producer.flush();
        List<JobStateEvent> ended = new ArrayList<>();
        List<Rejection> refused = new ArrayList<>();
        try (CommandBot bot = TestBot.start("b", 3, folder, tenant)) {
            Await.until(() -> "all jobs to end, but only " + ended, () -> {
                values(JobStateEvent.class, events).stream()
                        .filter(event -> event.getKind() == JobStateKind.COMPLETED)
                        .forEach(ended::add);
                refused.addAll(values(Rejection.class, rejections));
                return ended.size() == 21 && refused.size() == 1;
            });
            assertThat(bot.failure()).isNull();
        }

        // then
        assertThat(ended).extracting(JobStateEvent::getJob).doesNotHaveDuplicates();
        assertThat(ended).extracting(JobStateEvent::getStatus).containsOnly("OK");
        assertThat(Files.readAllLines(ran))
                .hasSize(20)
                .doesNotHaveDuplicates()
                .allMatch(line -> line.matches("eu key-[0-9]+ " + topic + "/[01]/[0-9]+ false"
                        + " \\[\\{\"name\":\"tenant\",\"value\":\"ZXU=\"\\}\\]"));
        assertThat(refused).extracting(Rejection::getReason).containsExactly("HEADER_MISSING");
        tenant.awaitDecided();
        assertThat(Tenant.chained(tenant.audit())).isGreaterThan(22);
        assertThat(tenant.failures()).isEmpty();
    }

    private <T extends SpecificRecord> List<T> values(Class<T> type, TopicTail tail) {
        try {
            return tenant.values(type, tail.more());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void send(int number, @Nullable String value, @Nullable String instance) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic,
                number % PARTITIONS,
                ("key-" + number).getBytes(UTF_8),
                value == null ? null : value.getBytes(UTF_8));
        if (instance != null) {
            record.headers().add("tenant", instance.getBytes(UTF_8));
        }
        var unused = producer.send(record);
    }
}
