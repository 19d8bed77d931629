package dev.rota.stream.log;

import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.StoppedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Appends single records to a log, for CLI verbs. */
public final class LogAppend {

    private LogAppend() {}

    /**
     * Appends records to each of the partitions, in order, and waits until all are acknowledged.
     *
     * @param log the producer of the log, which is closed afterwards
     */
    public static void toEach(
            String topic,
            Collection<Integer> partitions,
            List<LogFormat.Written> records,
            Producer<byte[], byte[]> log) {
        try (Producer<byte[], byte[]> producer = log) {
            List<Future<?>> sent = new ArrayList<>();
            for (int partition : partitions) {
                for (LogFormat.Written record : records) {
                    sent.add(producer.send(new ProducerRecord<>(
                            topic, partition, record.key(), record.value(), LogHeaders.of(record.headers()))));
                }
            }
            for (Future<?> each : sent) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new StoppedException("the announcement could not be appended to every partition of " + topic
                    + "; repeat it: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoppedException("interrupted");
        }
    }

    /** Appends one record, waits for it, and returns its offset. */
    static long append(Names names, Settings settings, int partition, LogFormat.Written record) {
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(
                new ClientSettings(settings).logProducer(names),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            return producer.send(new ProducerRecord<>(
                            names.log(), partition, record.key(), record.value(), LogHeaders.of(record.headers())))
                    .get()
                    .offset();
        } catch (ExecutionException e) {
            throw new StoppedException(
                    "a record could not be appended to " + names.log() + "/" + partition + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoppedException("interrupted");
        }
    }
}
