package dev.rota.stream.log;

import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.StoppedException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Appends single records to a log, for CLI verbs. */
final class LogAppend {

    private LogAppend() {}

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
