package dev.rota.bench.lanes;

import dev.rota.bench.lanes.Workload.Prepared;
import dev.rota.engine.schema.Framing;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Produces a workload's events, as fast as possible or at a fixed rate. */
public final class EventProducer implements AutoCloseable {

    private final Names names;
    private final Map<String, Integer> schemaIds;
    private final Producer<byte[], byte[]> producer;

    public EventProducer(Names names, Settings settings, Map<String, Integer> schemaIds, boolean atOnce) {
        this.names = names;
        this.schemaIds = schemaIds;
        Properties properties = settings.producing();
        properties.put(ProducerConfig.LINGER_MS_CONFIG, atOnce ? "5" : "0");
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, "131072");
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Produces all events.
     *
     * @param perSecond the rate; 0 for no limit
     * @return the times at which the events were offered, by {@link System#nanoTime}
     */
    public long[] all(Workload workload, long perSecond) {
        long[] offered = new long[workload.events().size()];
        long start = System.nanoTime();
        for (int i = 0; i < offered.length; i++) {
            if (perSecond > 0) {
                // Latency is measured from the scheduled time, even if the event is produced late.
                long due = start + i * 1_000_000_000L / perSecond;
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(Math.min(200_000, due - System.nanoTime()));
                }
                offered[i] = due;
            } else {
                offered[i] = System.nanoTime();
            }
            send(workload.events().get(i), i);
        }
        producer.flush();
        return offered;
    }

    /** Produces all events, with up to {@code window} of them in flight. */
    public void within(Workload workload, int window, IntSupplier done) {
        for (int i = 0; i < workload.events().size(); i++) {
            while (i - done.getAsInt() >= window) {
                LockSupport.parkNanos(200_000);
            }
            send(workload.events().get(i), i);
        }
    }

    private void send(Prepared event, int number) {
        byte[] value = Framing.frame(schemaIds.getOrDefault(event.topic(), 0), event.avro());
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(names.topic(event.topic()), event.key(), value);
        record.headers()
                .add(PassThrough.EVENT, ByteBuffer.allocate(4).putInt(number).array());
        var unused = producer.send(record);
    }

    @Override
    public void close() {
        producer.close();
    }
}
