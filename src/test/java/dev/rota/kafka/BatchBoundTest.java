package dev.rota.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class BatchBoundTest {

    /** The number of records sent before each flush. */
    private final List<Integer> flushes = new ArrayList<>();

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public synchronized void flush() {
                    flushes.add(history().size());
                }
            };

    @Test
    void shouldWriteWhatWasSentBeforeABatchCouldBeLargerThanItsReadersAccept() {
        BatchBound bound = new BatchBound();
        byte[] key = new byte[1_000];
        byte[] value = new byte[999_000];
        int together = (int) (BatchBound.BYTES_MAX / 1_000_000);

        for (int i = 0; i < 2 * together + 1; i++) {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("log", key, value);
            bound.before(record, producer);
            producer.send(record);
        }

        assertThat(flushes).containsExactly(together, 2 * together);
        assertThat(together).isBetween(10, 20);
    }

    @Test
    void shouldCountRecordsWithoutKeyOrValue() {
        BatchBound bound = new BatchBound();
        bound.before(new ProducerRecord<>("log", null, new byte[(int) BatchBound.BYTES_MAX]), producer);
        bound.before(new ProducerRecord<>("log", null, null), producer);
        assertThat(flushes).isEmpty();
        bound.before(new ProducerRecord<>("log", new byte[1], null), producer);
        assertThat(flushes).containsExactly(0);
    }
}
