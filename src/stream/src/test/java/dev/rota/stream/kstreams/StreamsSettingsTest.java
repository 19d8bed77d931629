package dev.rota.stream.kstreams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;
import org.junit.jupiter.api.Test;

/** Tests the settings of Kafka Streams. With other values, records were lost or measurements were worse. */
class StreamsSettingsTest {

    private static final Names NAMES = new Names(new ChoresDomain(), "p.");

    private static Properties streams(String... pairs) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("kafka.bootstrap.servers", "broker:9092");
        settings.put("instance.id", "one");
        for (int i = 0; i < pairs.length; i += 2) {
            settings.put(pairs[i], pairs[i + 1]);
        }
        return StreamsSettings.of(NAMES, Settings.of(settings));
    }

    @Test
    void shouldAllowLongStepsAndRejoinQuickly() {
        StreamsConfig streams = new StreamsConfig(streams());
        Map<String, Object> consumer = streams.getMainConsumerConfigs("group", "client", 0);
        Map<String, Object> producer = streams.getProducerConfigs("client");

        assertThat(streams.getString(StreamsConfig.APPLICATION_ID_CONFIG)).isEqualTo("p.rota-chores-scheduler");
        assertThat(producer).containsEntry(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "30000");
        assertThat(consumer).containsEntry(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, "900000");
        assertThat(consumer).containsEntry(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "6000");
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
    void shouldCompressWhatIsKeptUnlessTheUserDecidesOtherwise() {
        assertThat(compression()).isEqualTo("gzip");
        assertThat(compression("kafka.compression.type", "lz4")).isEqualTo("lz4");
        assertThat(compression("streams.compression.type", "zstd")).isEqualTo("zstd");
        assertThat(compression("kafka.compression.type", "lz4", "streams.producer.compression.type", "none"))
                .isEqualTo("none");
    }

    private static String compression(String... pairs) {
        Map<String, Object> producer = new StreamsConfig(streams(pairs)).getProducerConfigs("client");
        return String.valueOf(producer.get(ProducerConfig.COMPRESSION_TYPE_CONFIG));
    }

    @Test
    void shouldStayExactlyOnceUnderItsOwnName() {
        Properties streams = streams(
                "streams.processing.guarantee", "at_least_once",
                "streams.application.id", "other",
                "streams.processing.exception.handler", "some.LogAndContinue",
                "streams.production.exception.handler", "some.Continue");
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
        StreamsConfig streams = new StreamsConfig(streams());

        assertThat(streams.getProducerConfigs("client"))
                .containsEntry(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1");
    }

    @Test
    void shouldLetTheUserSetEverythingElse() {
        StreamsConfig streams = new StreamsConfig(streams(
                "streams.commit.interval.ms", "20",
                "streams.producer.transaction.timeout.ms", "600000",
                "kafka.security.protocol", "PLAINTEXT"));
        assertThat(streams.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(20);
        assertThat(streams.getLong(StreamsConfig.POLL_MS_CONFIG)).isEqualTo(20);
        assertThat(streams.getProducerConfigs("client"))
                .containsEntry(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "600000");
    }

    @Test
    void shouldKeepChangelogsAsSafeAsTopics() {
        assertThat(streams()).containsEntry("replication.factor", "3").containsEntry("topic.min.insync.replicas", "2");
        assertThat(streams("topics.replication.factor", "1")).containsEntry("topic.min.insync.replicas", "1");
        assertThat(RowsStoreBuilder.CHANGELOG).containsEntry("unclean.leader.election.enable", "false");
    }

    @Test
    void shouldKeepChangelogsShort() {
        // restoring an hour of traffic from one uncompacted segment takes many minutes
        Map<String, String> changelog = RowsStoreBuilder.CHANGELOG;
        assertThat(Long.parseLong(changelog.getOrDefault("segment.bytes", "0"))).isBetween(1L << 20, 128L << 20);
        assertThat(changelog)
                .containsEntry("min.cleanable.dirty.ratio", "0.1")
                .containsEntry("max.compaction.lag.ms", "600000");
    }
}
