package dev.rota.client.bot;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.jobs.LeaseEvent;
import dev.rota.kafka.Partitions;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Reads what is assigned to one bot, from now on: what came before belongs to other sessions. */
final class LeaseReader implements AutoCloseable {

    private final BotTerms terms;
    private final byte[] key;
    private final Wire wire;
    private final Consumer<byte[], byte[]> consumer;

    LeaseReader(BotTerms terms, String topic, Wire wire, Consumer<byte[], byte[]> consumer) {
        this.terms = terms;
        this.key = terms.bot().getBytes(UTF_8);
        this.wire = wire;
        this.consumer = consumer;
        try {
            start(topic);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    private void start(String topic) {
        List<PartitionInfo> partitions = consumer.partitionsFor(topic);
        if (partitions.isEmpty()) {
            throw new BotFailed("expected the topic " + topic + ", but the cluster has none of that name");
        }
        TopicPartition partition = new TopicPartition(topic, Partitions.of(key, partitions.size()));
        consumer.assign(List.of(partition));
        consumer.seekToEnd(List.of(partition));
        // asked for now: at the first poll the end would be behind the first lease
        consumer.position(partition);
    }

    List<LeaseEvent> poll(Duration patience) throws UnreadableValue, InterruptedException {
        List<LeaseEvent> events = new ArrayList<>();
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
                if (Arrays.equals(record.key(), key)
                        && wire.read(record.topic(), record.value()) instanceof LeaseEvent event
                        && event.getBot().equals(terms.bot())) {
                    events.add(event);
                }
            }
        } catch (WakeupException e) {
            return events;
        }
        return events;
    }

    void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
