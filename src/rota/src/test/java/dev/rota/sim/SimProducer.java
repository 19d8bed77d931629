package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * A producer that behaves like {@code KafkaProducer}: idempotent, without a delivery timeout, and not transactional.
 */
final class SimProducer {

    private final World world;
    private final SimActor actor;
    /** The connections to the brokers, which lead the partitions in turn. */
    private final List<SimConnection> brokers;

    private final List<Sent> unacknowledged = new ArrayList<>();
    private boolean refuseNext;

    /** The number of records until the process dies instead of sending another. */
    private int sendsLeft = Integer.MAX_VALUE;

    /** True once it accepts no more records. */
    private boolean closed;

    /** True once the records that it has not sent are dropped. */
    private boolean gone;

    SimProducer(World world, SimActor actor, String name) {
        this.world = world;
        this.actor = actor;
        this.brokers = List.of(world.connect(actor.name + " " + name), world.connect(actor.name + " " + name));
    }

    Producer<byte[], byte[]> asProducer() {
        @SuppressWarnings("unchecked")
        Producer<byte[], byte[]> producer = Proxies.of(Producer.class, this);
        return producer;
    }

    /** Makes the cluster refuse the next record with an error that is not retriable. */
    void refuseNext() {
        refuseNext = true;
    }

    void dieAfter(int sends) {
        sendsLeft = sends;
    }

    Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
        return send(record, null);
    }

    Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        world.call(actor, "send " + record.topic() + "-" + record.partition());
        if (closed) {
            throw new IllegalStateException("Cannot perform operation after producer has been closed");
        }
        if (sendsLeft-- == 0) {
            die();
            throw new KafkaException(actor.name + " died");
        }
        int partition = record.partition() == null ? 0 : record.partition();
        SimConnection connection = brokers.get(partition % brokers.size());
        Sent sent = new Sent(record, partition, connection, callback, refuseNext);
        refuseNext = false;
        unacknowledged.add(sent);
        connection.send(sent);
        return sent;
    }

    void close() {
        close(Duration.ofDays(1));
    }

    void close(Duration patience) {
        if (gone) {
            return;
        }
        closed = true;
        if (!patience.isZero()) {
            world.call(actor, "close producer");
            world.await(actor, () -> gone || unacknowledged.isEmpty(), patience.toNanos());
        }
        gone = true;
        // Records in flight may still arrive. The others are no longer sent.
        abandon();
        for (Sent sent : List.copyOf(unacknowledged)) {
            sent.answer(null, new KafkaException("Producer is closed forcefully."));
        }
    }

    /** Ends with its process. */
    void die() {
        closed = true;
        gone = true;
        abandon();
    }

    private void abandon() {
        brokers.forEach(each -> each.orphan(world.draw(each.name() + " arriving", each.underWay() + 1)));
    }

    /** A record in flight. */
    private final class Sent implements SimConnection.Request, Future<RecordMetadata> {
        private final ProducerRecord<byte[], byte[]> record;
        private final int partition;
        private final SimConnection connection;

        @Nullable
        private final Callback callback;

        private final boolean refused;
        private boolean done;

        @Nullable
        private RecordMetadata metadata;

        @Nullable
        private Exception failure;

        Sent(
                ProducerRecord<byte[], byte[]> record,
                int partition,
                SimConnection connection,
                @Nullable Callback callback,
                boolean refused) {
            this.record = record;
            this.partition = partition;
            this.connection = connection;
            this.callback = callback;
            this.refused = refused;
        }

        @Override
        public Runnable arrive() {
            if (refused) {
                connection.refused();
                return () -> {
                    // The client may close the producer in the callback, which drops the records behind this one.
                    answer(null, new TopicAuthorizationException(record.topic()));
                    connection.refusalHeard();
                };
            }
            TopicPartition to = new TopicPartition(record.topic(), partition);
            try {
                long offset = world.cluster.append(to, SimRecord.Sent.of(record));
                RecordMetadata stored = new RecordMetadata(to, offset, 0, world.cluster.clock(), -1, -1);
                return () -> answer(stored, null);
            } catch (UnknownTopicOrPartitionException e) {
                return () -> answer(null, e);
            }
        }

        void answer(@Nullable RecordMetadata stored, @Nullable Exception why) {
            if (done) {
                return;
            }
            done = true;
            metadata = stored;
            failure = why;
            unacknowledged.remove(this);
            if (callback != null) {
                callback.onCompletion(stored, why);
            }
        }

        @Override
        public RecordMetadata get() throws ExecutionException {
            try {
                return get(1, TimeUnit.DAYS);
            } catch (TimeoutException e) {
                throw new ExecutionException(e);
            }
        }

        @Override
        public RecordMetadata get(long time, TimeUnit unit) throws ExecutionException, TimeoutException {
            world.call(actor, "await");
            if (!world.await(actor, () -> done, unit.toNanos(time))) {
                throw new TimeoutException("no answer yet");
            } else if (failure != null) {
                throw new ExecutionException(failure);
            }
            return Objects.requireNonNull(metadata);
        }

        @Override
        public boolean isDone() {
            return done;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            return false;
        }
    }
}
