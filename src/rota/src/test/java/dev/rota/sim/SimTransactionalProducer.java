package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CommitFailedException;
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
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.utils.Utils;

/**
 * A transactional producer that behaves like {@code KafkaProducer}: records are sent asynchronously, all other requests
 * block. Without {@code initTransactions}, records are sent outside transactions.
 */
final class SimTransactionalProducer {

    /** {@code max.block.ms}. */
    private static final long BLOCK_NS = 60_000_000_000L;

    private final World world;
    private final SimActor actor;
    private final String id;
    private final long timeoutMs;

    /** The connection to the coordinator, and those to the brokers, which lead the partitions in turn. */
    private final SimConnection coordinator;

    private final List<SimConnection> brokers;
    private int unacknowledged;

    @Nullable
    private SimTransactions session;

    /** The error of a failed record. The transaction can only be aborted. */
    @Nullable
    private KafkaException failed;

    /** The request that ends the transaction, if it had no response in time. A retry waits for the same request. */
    @Nullable
    private Asked<?> ending;

    /** True if that request is a commit. */
    private boolean committing;

    /** True if the transaction contains anything. The client sends nothing for an empty one. */
    private boolean used;

    private boolean closed;

    SimTransactionalProducer(World world, SimActor actor, String id, long timeoutMs) {
        this.world = world;
        this.actor = actor;
        this.id = id;
        this.timeoutMs = timeoutMs;
        this.coordinator = world.connect(actor.name + " coordinator");
        this.brokers = List.of(world.connect(actor.name + " streams"), world.connect(actor.name + " streams"));
    }

    Producer<byte[], byte[]> asProducer() {
        @SuppressWarnings("unchecked")
        Producer<byte[], byte[]> producer = Proxies.of(Producer.class, this);
        return producer;
    }

    // ---- Requests that block --------------------------------------------------------------------------------------

    @FunctionalInterface
    private interface Asking<T> {
        @Nullable
        T ask();
    }

    /** A request to the coordinator. */
    private static final class Asked<T> implements SimConnection.Request {
        private final Asking<T> asking;
        private boolean done;

        @Nullable
        private T answer;

        @Nullable
        private ApiException failure;

        Asked(Asking<T> asking) {
            this.asking = asking;
        }

        @Override
        public Runnable arrive() {
            try {
                T answered = asking.ask();
                return () -> {
                    answer = answered;
                    done = true;
                };
            } catch (ApiException e) {
                return () -> {
                    failure = e;
                    done = true;
                };
            }
        }
    }

    private <T> Asked<T> ask(String what, Asking<T> asking) {
        world.call(actor, what + " " + id);
        if (session != null) {
            actor.commits();
        }
        if (session != null && actor.isCommitUnanswered()) {
            coordinator.stall(world.nanos() + BLOCK_NS + 10_000_000_000L);
        }
        Asked<T> asked = new Asked<>(asking);
        coordinator.send(asked);
        return asked;
    }

    @Nullable
    private <T> T answer(Asked<T> asked) {
        boolean told = world.await(actor, () -> asked.done, BLOCK_NS);
        if (!told) {
            throw new TimeoutException("no answer within " + BLOCK_NS / 1_000_000 + " ms");
        }
        if (asked.failure != null) {
            throw asked.failure;
        }
        return asked.answer;
    }

    void initTransactions() {
        session = Objects.requireNonNull(
                answer(ask("initTransactions", () -> world.cluster.transactions(id, timeoutMs))));
    }

    private SimTransactions session() {
        return Objects.requireNonNull(session, "initTransactions comes first");
    }

    void beginTransaction() {
        requireNothingPending("beginTransaction");
        requireNotFailed();
    }

    /** Throws if the end of a transaction has timed out. Then only the same call is allowed. */
    private void requireNothingPending(String what) {
        if (ending != null) {
            throw new IllegalStateException(
                    "Cannot attempt operation `" + what + "` because the previous call timed out and must be retried");
        }
    }

    private void requireNotFailed() {
        if (failed != null) {
            throw new KafkaException("Cannot execute transactional method because we are in an error state", failed);
        }
    }

    void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata member) {
        requireNothingPending("sendOffsetsToTransaction");
        requireNotFailed();
        if (offsets.isEmpty()) {
            return;
        }
        used = true;
        Map<TopicPartition, SimGroup.Committed> kept = SimGroup.Committed.of(offsets);
        try {
            answer(ask("sendOffsets", () -> {
                world.cluster
                        .group(member.groupId())
                        .requireCurrent(
                                member.memberId(), member.groupInstanceId().orElseThrow(), member.generationId());
                session().offsets(member.groupId(), kept);
                return null;
            }));
        } catch (UnknownMemberIdException | IllegalGenerationException e) {
            failed = new CommitFailedException(e.getMessage());
            throw failed;
        } catch (InvalidProducerEpochException e) {
            failed = new ProducerFencedException(e.getMessage());
            throw failed;
        } catch (TimeoutException e) {
            throw e;
        } catch (ApiException e) {
            failed = e;
            throw e;
        }
    }

    void commitTransaction() {
        requireNotFailed();
        flush();
        requireNotFailed();
        end(true);
    }

    void abortTransaction() {
        failed = null;
        end(false);
    }

    private void end(boolean commit) {
        if (ending == null && !used) {
            return;
        } else if (ending != null && commit != committing) {
            requireNothingPending(commit ? "commitTransaction" : "abortTransaction");
        }
        committing = commit;
        used = false;
        if (ending == null) {
            ending = ask(commit ? "commit" : "abort", () -> {
                if (commit || session().isOngoing()) {
                    session().end(commit);
                }
                return null;
            });
        }
        try {
            answer(ending);
            ending = null;
        } catch (InvalidProducerEpochException e) {
            ending = null;
            failed = new ProducerFencedException(e.getMessage());
            throw failed;
        }
    }

    // ---- Records --------------------------------------------------------------------------------------------------

    Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        TopicPartition to = new TopicPartition(record.topic(), partition(record));
        world.call(actor, "send " + to);
        requireNothingPending("send");
        if (failed != null) {
            throw new KafkaException(
                    "Cannot perform send because at least one previous transactional request has failed", failed);
        }
        SimTransactions its = session;
        used = true;
        unacknowledged++;
        CompletableFuture<RecordMetadata> future = new CompletableFuture<>();
        brokers.get(to.partition() % brokers.size()).send(() -> {
            try {
                SimRecord.Sent sent = SimRecord.Sent.of(record);
                long offset = its == null ? world.cluster.append(to, sent) : its.append(to, sent);
                RecordMetadata stored = new RecordMetadata(to, offset, 0, world.cluster.clock(), -1, -1);
                return () -> answered(future, callback, stored, null);
            } catch (ApiException e) {
                return () -> answered(future, callback, null, e);
            }
        });
        return future;
    }

    private void answered(
            CompletableFuture<RecordMetadata> future,
            Callback callback,
            @Nullable RecordMetadata stored,
            @Nullable ApiException why) {
        unacknowledged--;
        if (why != null && failed == null) {
            failed = why;
        }
        callback.onCompletion(stored, why);
        if (stored != null) {
            future.complete(stored);
        } else {
            future.completeExceptionally(why);
        }
    }

    private int partition(ProducerRecord<byte[], byte[]> record) {
        if (record.partition() != null) {
            return record.partition();
        }
        SimTopic topic = world.cluster.topic(record.topic());
        return topic == null
                ? 0
                : Utils.toPositive(Utils.murmur2(record.key()))
                        % topic.partitions().size();
    }

    void flush() {
        world.call(actor, "flush");
        // Delivery timeouts are not simulated: records in flight arrive once the cluster is back.
        if (!world.await(actor, () -> unacknowledged == 0, 10 * BLOCK_NS)) {
            throw new IllegalStateException("records are never acknowledged");
        }
    }

    List<PartitionInfo> partitionsFor(String name) {
        world.call(actor, "partitionsFor " + name);
        return world.cluster.partitionsOf(name);
    }

    Map<MetricName, Metric> metrics() {
        return Map.of();
    }

    /**
     * Closes the producer. Records in flight still arrive, and an open transaction is aborted unless it is already
     * being ended.
     */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        world.call(actor, "close producer");
        world.await(actor, () -> unacknowledged == 0 && coordinator.underWay() == 0, BLOCK_NS);
        if (session != null && ending == null && session.isOngoing()) {
            coordinator.send(new Asked<>(() -> {
                session().end(false);
                return null;
            }));
        }
        leave(coordinator.underWay());
    }

    void close(Duration patience) {
        close();
    }

    /** Ends with its process. */
    void die() {
        closed = true;
        leave(world.draw(coordinator.name() + " arriving", coordinator.underWay() + 1));
    }

    private void leave(int asked) {
        coordinator.orphan(asked);
        brokers.forEach(each -> each.orphan(world.draw(each.name() + " arriving", each.underWay() + 1)));
    }
}
