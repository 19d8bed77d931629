package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.store.RowsStoreBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;
import org.junit.jupiter.api.Test;

/** The clients' settings; with others, records were lost or measurements were worse. */
class ClientSettingsTest {

    private static final Names NAMES = new Names(new ChoresDomain(), "p.");

    private static ClientSettings settings(String... pairs) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("kafka.bootstrap.servers", "broker:9092");
        settings.put("instance.id", "one");
        for (int i = 0; i < pairs.length; i += 2) {
            settings.put(pairs[i], pairs[i + 1]);
        }
        return new ClientSettings(Settings.of(settings));
    }

    @Test
    void shouldNeverGiveUpOnALogRecordNorLetOneOvertakeAnother() {
        for (ClientSettings each : new ClientSettings[] {
            settings(),
            settings(
                    "kafka.delivery.timeout.ms", "120000",
                    "kafka.acks", "1",
                    "kafka.retries", "3",
                    "kafka.enable.idempotence", "false",
                    "kafka.max.block.ms", "60000",
                    "kafka.max.in.flight.requests.per.connection", "5")
        }) {
            Properties producer = each.logProducer(NAMES);
            assertThat(producer)
                    .containsEntry("delivery.timeout.ms", "2147483647")
                    .containsEntry("retries", "2147483647")
                    .containsEntry("max.block.ms", "9223372036854775807")
                    .containsEntry("max.in.flight.requests.per.connection", "1")
                    .containsEntry("acks", "all")
                    .containsEntry("enable.idempotence", "true");
        }
        assertThat(Long.parseLong(settings().logProducer(NAMES).getProperty(ProducerConfig.LINGER_MS_CONFIG)))
                .isBetween(0L, 5L);
    }

    @Test
    void shouldReadCommittedInputsFromItsOwnPositions() {
        Properties consumer = settings("kafka.auto.offset.reset", "latest", "kafka.isolation.level", "read_uncommitted")
                .intakeConsumer(NAMES);
        assertThat(consumer)
                .containsEntry("auto.offset.reset", "none")
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("enable.auto.commit", "false")
                .containsEntry("group.id", "p.rota-chores-intake")
                .containsEntry("group.instance.id", "one")
                .containsEntry("session.timeout.ms", "8000")
                .containsEntry("max.poll.interval.ms", "900000");
    }

    @Test
    void shouldAllowLongStepsAndRejoinQuickly() {
        StreamsConfig streams = new StreamsConfig(settings().streams(NAMES));
        Map<String, Object> consumer = streams.getMainConsumerConfigs("group", "client", 0);
        Map<String, Object> producer = streams.getProducerConfigs("client");

        assertThat(streams.getString(StreamsConfig.APPLICATION_ID_CONFIG)).isEqualTo("p.rota-chores-scheduler");
        assertThat(producer).containsEntry(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "30000");
        assertThat(consumer).containsEntry(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, "900000");
        assertThat(consumer).containsEntry(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "8000");
        assertThat(String.valueOf(consumer.get(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG)))
                .startsWith("one");
        assertThat(String.valueOf(producer.get(ProducerConfig.LINGER_MS_CONFIG)))
                .isEqualTo("5");
        assertThat(streams.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(100);
        assertThat(streams.getLong(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG))
                .isZero();
        assertThat(streams.getLong(StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG)).isEqualTo(86_400_000L);
    }

    @Test
    void shouldStayExactlyOnceUnderItsOwnName() {
        Properties streams = settings(
                        "streams.processing.guarantee", "at_least_once",
                        "streams.application.id", "other",
                        "streams.processing.exception.handler", "some.LogAndContinue",
                        "streams.production.exception.handler", "some.Continue")
                .streams(NAMES);
        assertThat(streams)
                .containsEntry("processing.guarantee", "exactly_once_v2")
                .containsEntry("application.id", "p.rota-chores-scheduler");
        assertThat(new StreamsConfig(streams).processingExceptionHandler())
                .isInstanceOf(LogAndFailProcessingExceptionHandler.class);
        assertThat(new StreamsConfig(streams).productionExceptionHandler())
                .isInstanceOf(DefaultProductionExceptionHandler.class);
    }

    @Test
    void shouldLetNoOutputOvertakeAnother() {
        StreamsConfig streams = new StreamsConfig(settings().streams(NAMES));

        assertThat(streams.getProducerConfigs("client"))
                .containsEntry(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1");
    }

    @Test
    void shouldNotBeAStaticMemberUnderTheStreamsProtocol() {
        // Streams refuses to start with one
        Properties streams = settings("streams.group.protocol", "streams").streams(NAMES);
        assertThat(streams)
                .doesNotContainKey("main.consumer.group.instance.id")
                .doesNotContainKey("main.consumer.session.timeout.ms");
        assertThat(new StreamsConfig(streams).getString(StreamsConfig.GROUP_PROTOCOL_CONFIG))
                .isEqualTo("streams");
    }

    @Test
    void shouldLetTheUserSetEverythingElse() {
        StreamsConfig streams = new StreamsConfig(settings(
                        "streams.commit.interval.ms", "20",
                        "streams.producer.transaction.timeout.ms", "600000",
                        "kafka.security.protocol", "PLAINTEXT")
                .streams(NAMES));
        assertThat(streams.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(20);
        assertThat(streams.getLong(StreamsConfig.POLL_MS_CONFIG)).isEqualTo(20);
        assertThat(streams.getProducerConfigs("client"))
                .containsEntry(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "600000");
    }

    @Test
    void shouldNotLetATickBlockOrLinger() {
        assertThat(settings().tickProducer(NAMES))
                .containsEntry("max.block.ms", "100")
                .containsEntry("linger.ms", "0");
    }

    @Test
    void shouldKeepChangelogsAsSafeAsTopics() {
        assertThat(settings().streams(NAMES))
                .containsEntry("replication.factor", "3")
                .containsEntry("topic.min.insync.replicas", "2");
        assertThat(settings("topics.replication.factor", "1").streams(NAMES))
                .containsEntry("topic.min.insync.replicas", "1");
        assertThat(RowsStoreBuilder.CHANGELOG).containsEntry("unclean.leader.election.enable", "false");
    }

    @Test
    void shouldKeepChangelogsShort() {
        // an hour of traffic in one uncompacted segment is many minutes of restoring
        Map<String, String> changelog = RowsStoreBuilder.CHANGELOG;
        assertThat(Long.parseLong(changelog.getOrDefault("segment.bytes", "0"))).isBetween(1L << 20, 128L << 20);
        assertThat(changelog)
                .containsEntry("min.cleanable.dirty.ratio", "0.1")
                .containsEntry("max.compaction.lag.ms", "600000");
    }
}
