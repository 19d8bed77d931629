package dev.rota.stream.kstreams;

import dev.rota.engine.Nullable;
import dev.rota.kafka.BatchBound;
import dev.rota.stream.meters.CommitMeter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.metrics.KafkaMetric;

/**
 * The producer of a stream thread. It commits only what is new, and translates failures into those that Streams
 * handles.
 */
final class SchedulerProducer implements Producer<byte[], byte[]> {

    private final Producer<byte[], byte[]> client;
    private final Runnable beginning;
    private final Supplier<Map<TopicPartition, OffsetAndMetadata>> kept;
    private final PromptCommits commits;
    private final CommitMeter meter;
    private final LazyTransaction transaction;
    private final BatchBound batches = new BatchBound();

    /** The failure of the first record of the transaction that could not be written; null if there is none. */
    private final AtomicReference<Exception> unwritten = new AtomicReference<>();

    /** True if a commit or an abort was not answered in time: only a new producer finds out how it ended. */
    private boolean astray;

    /**
     * @param beginning runs before the producer begins to write
     * @param kept returns the positions that the group keeps of the thread's partitions
     */
    SchedulerProducer(
            Producer<byte[], byte[]> client,
            Runnable beginning,
            Supplier<Map<TopicPartition, OffsetAndMetadata>> kept,
            PromptCommits commits,
            CommitMeter meter) {
        this.client = client;
        this.beginning = beginning;
        this.kept = kept;
        this.commits = commits;
        this.meter = meter;
        this.transaction = new LazyTransaction(client::beginTransaction);
    }

    @Override
    public void initTransactions() {
        beginning.run();
        StreamTransaction.end(false);
        client.initTransactions();
    }

    @Override
    public void beginTransaction() {
        // LazyTransaction begins it once it is needed
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
        return send(record, null);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        try {
            requireKnown();
            transaction.need();
        } catch (ProducerFencedException | InvalidProducerEpochException | InvalidPidMappingException e) {
            // Streams looks for the reason of a failed send in the cause, and continues after these.
            throw new KafkaException(e.getMessage(), e);
        }
        makeRoom(record);
        return client.send(record, (metadata, failure) -> {
            if (failure != null) {
                unwritten.compareAndSet(null, failure);
            }
            if (callback != null) {
                callback.onCompletion(metadata, failure);
            }
        });
    }

    /** Writes the records before this one if they would be too many for a batch. */
    private void makeRoom(ProducerRecord<byte[], byte[]> record) {
        if (!batches.takes(record)) {
            try {
                requireWritten();
            } catch (KafkaException e) {
                throw new KafkaException(e.getMessage(), e);
            }
            batches.takes(record);
        }
    }

    private void requireKnown() {
        if (astray) {
            throw new InvalidProducerEpochException("it is not known how the last transaction ended");
        }
    }

    @Override
    public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata member) {
        requireKnown();
        if (transaction.begun() || transaction.areNew(offsets)) {
            // A group refuses the commit of a member that it has replaced only if a position is part of it, and a task
            // that reads the log itself has consumed nothing yet. If they cannot be looked up now, the transaction
            // stays open, and the next commit completes it.
            Map<TopicPartition, OffsetAndMetadata> sent = offsets.isEmpty() ? kept.get() : offsets;
            commits.committing();
            try {
                requireWritten();
                transaction.need();
                client.sendOffsetsToTransaction(sent, member);
                transaction.moved(sent);
            } catch (TimeoutException e) {
                throw fenced("the transaction could not be completed", e);
            }
        }
    }

    /**
     * Returns what Streams answers with a new producer and by closing all tasks of the thread. After a time-out it
     * would close only tasks with positions in the transaction, and the others would go on as if it was committed.
     */
    private static InvalidProducerEpochException fenced(String what, TimeoutException failure) {
        return new InvalidProducerEpochException(what + ": " + failure.getMessage());
    }

    /** Waits for the records of the transaction; throws if one was not written. */
    private void requireWritten() {
        client.flush();
        batches.written();
        Exception failure = unwritten.get();
        if (failure != null) {
            throw sendFailure(failure);
        }
    }

    /** Returns the failure of a commit that Streams handles like that of a record that was not written. */
    private static KafkaException sendFailure(Exception failure) {
        if (failure instanceof ProducerFencedException
                || failure instanceof InvalidProducerEpochException
                || failure instanceof InvalidPidMappingException) {
            return (KafkaException) failure;
        }
        return failure instanceof OutOfOrderSequenceException || failure instanceof RetriableException
                ? new InvalidProducerEpochException(failure.getMessage())
                : new KafkaException("a record was not written: " + failure.getMessage(), failure);
    }

    @Override
    public void commitTransaction() {
        if (!transaction.begun()) {
            return;
        }
        try {
            client.commitTransaction();
        } catch (TimeoutException e) {
            astray = true;
            throw fenced("it is not known how the transaction ended", e);
        } catch (KafkaException e) {
            KafkaException meant = commitFailure(e);
            if (meant instanceof ProducerFencedException) {
                meter.fenced();
            }
            throw meant;
        }
        unwritten.set(null);
        transaction.committed();
        commits.committed();
        meter.committed();
    }

    /** Returns a failure after which Streams continues, in place of one at which it would stop. */
    static KafkaException commitFailure(KafkaException failure) {
        if (failure instanceof InvalidTxnStateException) {
            // The client that fenced this producer has aborted the transaction while it was being committed.
            return new ProducerFencedException(failure.getMessage());
        }
        if (failure.getClass() == KafkaException.class && failure.getCause() == null) {
            // The client does not know this answer, which a coordinator may give after the same fencing.
            return new TransactionAbortableException(failure.getMessage(), failure);
        }
        return failure;
    }

    @Override
    public void abortTransaction() {
        if (!transaction.begun()) {
            return;
        }
        meter.aborted();
        try {
            if (!astray) {
                client.abortTransaction();
            }
        } catch (TimeoutException e) {
            astray = true;
            throw e;
        } finally {
            unwritten.set(null);
            batches.written();
            transaction.aborted();
        }
    }

    /**
     * Does nothing. Streams flushes for each task of a commit, one after the other, and each time would wait for the
     * brokers: a commit of 24 partitions would take 24 times as long. {@link #sendOffsetsToTransaction} waits for all
     * records at once.
     */
    @Override
    public void flush() {
        // the records are in flight
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        return client.partitionsFor(topic);
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return client.metrics();
    }

    @Override
    public void registerMetricForSubscription(KafkaMetric metric) {
        client.registerMetricForSubscription(metric);
    }

    @Override
    public void unregisterMetricFromSubscription(KafkaMetric metric) {
        client.unregisterMetricFromSubscription(metric);
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        return client.clientInstanceId(timeout);
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public void close(Duration timeout) {
        client.close(timeout);
    }
}
