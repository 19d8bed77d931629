package dev.rota.stream.partition;

import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.LogHeaders;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends Ticks with a plain producer, not through the topology: an open transaction on the log would block every
 * reader behind it.
 */
public final class TickWriter implements Ticks {

    private static final Logger LOG = LoggerFactory.getLogger(TickWriter.class);

    private final String log;
    private final Producer<byte[], byte[]> producer;

    /** @param producer closed with this */
    public TickWriter(String log, Producer<byte[], byte[]> producer) {
        this.log = log;
        this.producer = producer;
    }

    @Override
    public void append(int partition, String unit, AttendedTime attended, Runnable failed) {
        LogFormat.Written tick = LogFormat.tick(unit, attended);
        var record = new ProducerRecord<>(log, partition, tick.key(), tick.value(), LogHeaders.of(tick.headers()));
        try {
            var unused = producer.send(record, (metadata, failure) -> {
                if (failure != null) {
                    LOG.warn("A tick for {} did not reach {}: {}; it is tried again", unit, log, failure.getMessage());
                    failed.run();
                }
            });
        } catch (KafkaException e) {
            LOG.warn("A tick for {} cannot be sent to {}: {}; it is tried again", unit, log, e.getMessage());
            failed.run();
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
