package dev.rota.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class BatchBoundTest {

    private final BatchBound bound = new BatchBound();

    @Test
    void shouldTakeNoMoreThanABatchMayContainUntilTheyAreWritten() {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("log", new byte[1_000], new byte[999_000]);
        int together = (int) (BatchBound.BYTES_MAX / 1_000_000);
        for (int i = 0; i < together; i++) {
            assertThat(bound.takes(record)).isTrue();
        }

        assertThat(bound.takes(record)).isFalse();

        bound.written();
        assertThat(bound.takes(record)).isTrue();
        assertThat(together).isBetween(10, 20);
    }

    @Test
    void shouldCountHeadersAndFrames() {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("log", null, null);
        assertThat(BatchBound.size(record)).isBetween(10L, 40L);

        record.headers().add("reason", new byte[1_000]).add("none", null);
        assertThat(BatchBound.size(record)).isBetween(1_000L, 1_060L);
    }

    @Test
    void shouldTakeARecordOfAnySizeAlone() {
        ProducerRecord<byte[], byte[]> large = new ProducerRecord<>("log", null, new byte[(int) BatchBound.BYTES_MAX]);
        assertThat(bound.takes(large)).isTrue();
        assertThat(bound.takes(large)).isFalse();
    }
}
