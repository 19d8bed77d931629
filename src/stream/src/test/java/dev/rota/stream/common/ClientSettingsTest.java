package dev.rota.stream.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;

/** Tests the clients' settings. Records were lost with other values. */
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
    void shouldCompressTheLogUnlessTheUserDecidesOtherwise() {
        assertThat(settings().logProducer(NAMES)).containsEntry("compression.type", "zstd");
        assertThat(settings("kafka.compression.type", "none").logProducer(NAMES))
                .containsEntry("compression.type", "none");
    }

    @Test
    void shouldReadCommittedInputsFromItsOwnPositions() {
        Properties consumer = settings("kafka.auto.offset.reset", "latest", "kafka.isolation.level", "read_uncommitted")
                .intakeConsumer(NAMES, 1 << 20);
        assertThat(consumer)
                .containsEntry("auto.offset.reset", "none")
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("enable.auto.commit", "false")
                .containsEntry("group.id", "p.rota-chores-intake")
                .containsEntry("group.instance.id", "one")
                .containsEntry("session.timeout.ms", "6000")
                .containsEntry("max.poll.interval.ms", "900000")
                .containsEntry("connections.max.idle.ms", "900000");
    }

    @Test
    void shouldNotLetATickBlockOrLinger() {
        assertThat(settings().tickProducer(NAMES))
                .containsEntry("max.block.ms", "100")
                .containsEntry("linger.ms", "0");
    }
}
