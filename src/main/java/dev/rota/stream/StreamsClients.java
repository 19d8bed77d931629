package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.stream.meters.CommitMeter;
import dev.rota.stream.takeover.TransactionalIds;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
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
        return new SchedulerProducer(named);
    }

    /** Commits what there is to commit, and says how transactions end. */
    private final class SchedulerProducer extends KafkaProducer<byte[], byte[]> {

        private final LazyTransaction transaction = new LazyTransaction(super::beginTransaction);

        SchedulerProducer(Map<String, Object> config) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public void beginTransaction() {
            // begun once it is needed
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
            try {
                transaction.need();
            } catch (ProducerFencedException | InvalidProducerEpochException | InvalidPidMappingException e) {
                // Streams looks for the reason of a failed send in the cause, and goes on after these.
                throw new KafkaException(e.getMessage(), e);
            }
            return super.send(record, callback);
        }

        @Override
        public void sendOffsetsToTransaction(
                Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata member) {
            if (transaction.moves(offsets)) {
                super.sendOffsetsToTransaction(offsets, member);
            }
        }

        @Override
        public void commitTransaction() {
            if (!transaction.begun()) {
                return;
            }
            try {
                super.commitTransaction();
            } catch (KafkaException e) {
                KafkaException meant = commitFailure(e);
                if (meant instanceof ProducerFencedException) {
                    meter.fenced();
                }
                throw meant;
            }
            transaction.committed();
            commits.committed();
            meter.committed();
        }

        @Override
        public void abortTransaction() {
            if (transaction.begun()) {
                meter.aborted();
                try {
                    super.abortTransaction();
                } finally {
                    transaction.aborted();
                }
            }
        }
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
