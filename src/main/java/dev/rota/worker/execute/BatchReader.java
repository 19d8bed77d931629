package dev.rota.worker.execute;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kafka.Partitions;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.shards.Batch;
import dev.rota.worker.WorkerRefused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Reads one worker's committed batches from now on. Those of earlier incarnations are ended by the scheduler when it
 * learns of the new one.
 */
final class BatchReader implements AutoCloseable {

    private final WorkerTerms terms;
    private final byte[] key;
    private final Wire wire;
    private final Consumer<byte[], byte[]> consumer;

    BatchReader(WorkerTerms terms, String topic, Wire wire, Consumer<byte[], byte[]> consumer) {
        this.terms = terms;
        this.key = terms.worker().getBytes(UTF_8);
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
            throw new WorkerRefused("expected the topic " + topic + ", but the cluster has none of that name");
        }
        TopicPartition partition = new TopicPartition(topic, Partitions.of(key, partitions.size()));
        consumer.assign(List.of(partition));
        consumer.seekToEnd(List.of(partition));
        // Resolved now; otherwise it would be the end at the first poll, after the first batch.
        consumer.position(partition);
    }

    List<Batch> poll(Duration patience) throws UnreadableValue, InterruptedException {
        List<Batch> batches = new ArrayList<>();
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
                if (Arrays.equals(record.key(), key)
                        && wire.read(record.topic(), record.value()) instanceof Batch batch
                        && batch.getPool().equals(terms.pool())
                        && batch.getWorker().equals(terms.worker())) {
                    batches.add(batch);
                }
            }
        } catch (WakeupException e) {
            return batches;
        }
        return batches;
    }

    void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
