package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.Claim;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Rejection;
import dev.rota.trials.Full;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests compressed records that are small on the wire and too large in memory, on a broker. */
@Tag("broker")
@Full
class OversizedInputTest {

    private static final int LARGE = 64 << 20;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4", "gzip", "snappy"})
    void shouldRefuseARecordThatCannotBeHeldAndDecideUponTheNext(String compression) throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new CoresDomain());
                KafkaProducer<byte[], byte[]> producer = producer(tenant, compression)) {
            // given one batch of a valid record, a large one, and another valid one
            tenant.start();
            String topic = tenant.names().topic("cores.claims");
            byte[] claim = tenant.wire().write(topic, new Claim("chain", 1, "alice", null));
            int size = compression.equals("zstd") ? LARGE : 8 << 20;
            var first = producer.send(new ProducerRecord<>(topic, 0, null, claim));
            var large = producer.send(new ProducerRecord<>(topic, 0, null, new byte[size]));
            producer.send(new ProducerRecord<>(topic, 0, null, claim)).get();
            assertThat(first).succeedsWithin(Duration.ofSeconds(60));

            // then
            List<Rejection> rejections = tenant.rejections(tenant.rejections().atLeast(3));
            assertThat(rejections)
                    .filteredOn(each -> each.getReason().equals("NO_SESSION"))
                    .hasSize(2);
            assertThat(rejections)
                    .filteredOn(each -> each.getReason().equals("RECORD_TOO_LARGE"))
                    .singleElement()
                    .satisfies(refused -> {
                        assertThat(refused.getSource())
                                .isEqualTo(topic + "/0/" + large.get().offset());
                        assertThat(refused.getMessage())
                                .matches("expected at most 900000 bytes, but it has [0-9]+ uncompressed");
                        assertThat(Integer.parseInt(refused.getMessage().replaceAll(".*it has ([0-9]+).*", "$1")))
                                .isBetween(size, size + 40);
                    });
            tenant.awaitDecided();
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(3);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(Tenant tenant, String compression) {
        Properties properties = tenant.settings().producing();
        properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression);
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, String.valueOf(4 * LARGE));
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, String.valueOf(8L * LARGE));
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, String.valueOf(2 * LARGE));
        properties.put(ProducerConfig.LINGER_MS_CONFIG, "500");
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
