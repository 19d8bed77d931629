package dev.rota.worker.execute;

import dev.rota.kafka.KeyTail;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.shards.Batch;
import dev.rota.shards.Batches;
import dev.rota.worker.PoolFilter;
import dev.rota.worker.WorkerRefused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads one worker's committed batches from now on. The scheduler ends the batches of earlier incarnations when the new
 * one registers.
 */
final class BatchReader implements AutoCloseable {

    private final WorkerTerms terms;
    private final Wire wire;
    private final PoolFilter own;
    private final KeyTail tail;

    BatchReader(WorkerTerms terms, String topic, Wire wire, Consumer<byte[], byte[]> consumer) {
        this.terms = terms;
        this.wire = wire;
        this.own = new PoolFilter(terms.pool());
        this.tail = KeyTail.fromNow(topic, terms.worker(), consumer, WorkerRefused::new);
    }

    List<AssignedBatch> poll(Duration patience) throws UnreadableValue, InterruptedException {
        List<AssignedBatch> batches = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : tail.poll(patience)) {
            if (own.mayHave(record)
                    && wire.read(record.topic(), record.value()) instanceof Batch batch
                    && batch.getPool().equals(terms.pool())
                    && batch.getWorker().equals(terms.worker())) {
                long seq = OutputSeq.of(record);
                Batches.of(batch).forEach(each -> batches.add(new AssignedBatch(each, seq)));
            }
        }
        return batches;
    }

    void wakeup() {
        tail.wakeup();
    }

    @Override
    public void close() {
        tail.close();
    }
}
