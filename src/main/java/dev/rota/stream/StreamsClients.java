package dev.rota.stream;

import dev.rota.stream.meters.CommitMeter;
import dev.rota.stream.takeover.TransactionalIds;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** The clients of a scheduler's stream threads. */
final class StreamsClients implements KafkaClientSupplier {

    private final TransactionalIds ids;
    private final PromptCommits commits;
    private final CommitMeter meter;

    StreamsClients(TransactionalIds ids, PromptCommits commits, CommitMeter meter) {
        this.ids = ids;
        this.commits = commits;
        this.meter = meter;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    /** Names the producer's transactions after the instance, so that a restart ends what its predecessor left open. */
    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        Map<String, Object> named = new HashMap<>(config);
        named.computeIfPresent(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG, (key, given) -> ids.ofThread(String.valueOf(given)));
        return new KafkaProducer<byte[], byte[]>(named, new ByteArraySerializer(), new ByteArraySerializer()) {
            @Override
            public void commitTransaction() {
                try {
                    super.commitTransaction();
                } catch (KafkaException e) {
                    KafkaException meant = commitFailure(e);
                    if (meant instanceof ProducerFencedException) {
                        meter.fenced();
                    }
                    throw meant;
                }
                commits.committed();
                meter.committed();
            }

            @Override
            public void abortTransaction() {
                meter.aborted();
                super.abortTransaction();
            }
        };
    }

    /** The failure from which Streams goes on, in place of one at which it would stop. */
    static KafkaException commitFailure(KafkaException failure) {
        if (failure instanceof InvalidTxnStateException) {
            // Whoever fenced this producer has aborted the transaction while it was being committed.
            return new ProducerFencedException(failure.getMessage());
        }
        if (failure.getClass() == KafkaException.class && failure.getCause() == null) {
            // An answer that the client does not know; a coordinator may fail over the same fencing.
            return new TransactionAbortableException(failure.getMessage(), failure);
        }
        return failure;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                ConsumerRecords<byte[], byte[]> records = super.poll(commits.patience(timeout));
                commits.polled(records.count(), records.partitions().size());
                return records;
            }
        };
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
