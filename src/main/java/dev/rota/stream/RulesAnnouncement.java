package dev.rota.stream;

import dev.rota.engine.LogFormat;
import dev.rota.settings.Settings;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Says in every partition of a log which rules decide from there on. */
public final class RulesAnnouncement {

    private RulesAnnouncement() {}

    public static void append(Names names, Settings settings, Admin admin, int rules) {
        int partitions = LogEnds.of(admin, names.log()).size();
        LogFormat.Written record = LogFormat.rules(rules, partitions);
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(
                new ClientSettings(settings).logProducer(names),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int partition = 0; partition < partitions; partition++) {
                producer.send(new ProducerRecord<>(
                                names.log(), partition, record.key(), record.value(), LogHeaders.of(record.headers())))
                        .get();
            }
        } catch (ExecutionException e) {
            throw new Stopped("the rules could not be announced in " + names.log() + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stopped("interrupted");
        }
    }
}
