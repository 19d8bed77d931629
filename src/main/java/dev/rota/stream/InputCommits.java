package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.engine.Source;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits input positions: while records flow, those that the log has passed; at the end, clean ones. */
final class InputCommits {

    private static final Logger LOG = LoggerFactory.getLogger(InputCommits.class);

    private static final long INTERVAL_NS = 500_000_000L;
    private static final Duration COMMIT_MAX = Duration.ofSeconds(5);

    /** How long a hand-over waits for the log; a position that is not clean matters only where the mapping changes. */
    private static final long ACKNOWLEDGED_NS_MAX = 3_000_000_000L;

    private final String group;
    private final Consumer<byte[], byte[]> consumer;
    private final InputPositions positions;
    private final Rounds rounds = new Rounds();
    private final Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();
    private long lastCommit;

    InputCommits(String group, Consumer<byte[], byte[]> consumer, InputPositions positions) {
        this.group = group;
        this.consumer = consumer;
        this.positions = positions;
    }

    /** Marks a partition as in use before the first append beyond its position; while it cannot, nothing is appended. */
    boolean used(TopicPartition partition) {
        OffsetAndMetadata unused = positions.unused(partition);
        if (unused == null) {
            return true;
        }
        boolean marked = committed(Map.of(partition, unused));
        if (marked) {
            positions.inUse(partition);
        }
        return marked;
    }

    /** A record is being sent; what to run when the log has it. */
    Runnable sent(Source source) {
        return rounds.sent(
                new TopicPartition(source.topic(), source.partition()),
                positions.position(source.offset() + 1, source.topicId()));
    }

    /** Records that the log has not acknowledged yet. */
    int inFlight() {
        return rounds.inFlight();
    }

    /** Commits what there is, now and then. */
    void commit() {
        if (System.nanoTime() - lastCommit >= INTERVAL_NS) {
            commitNow();
        }
    }

    private void commitNow() {
        lastCommit = System.nanoTime();
        uncommitted.putAll(rounds.close());
        uncommitted.keySet().retainAll(consumer.assignment());
        if (!uncommitted.isEmpty() && committed(uncommitted)) {
            uncommitted.clear();
        }
    }

    private boolean committed(Map<TopicPartition, OffsetAndMetadata> now) {
        try {
            consumer.commitSync(now, COMMIT_MAX);
            return true;
        } catch (RetriableException | RebalanceInProgressException | CommitFailedException e) {
            notNow(e);
        } catch (KafkaException e) {
            // That a topic is gone has no class of its own. A deleted input may come again; all others may go on.
            if (!e.getClass().equals(KafkaException.class)) {
                throw e;
            }
            notNow(e);
        }
        return false;
    }

    /** What is not committed is tried again, or appended again one day and dropped then. */
    private void notNow(KafkaException e) {
        LOG.warn("Positions of {} could not be committed now: {}", group, e.getMessage());
    }

    /**
     * Somebody else goes on from here: positions are clean where the log has acknowledged all.
     *
     * @param failed whether the log has failed
     * @param ending partitions of which all that was polled is known
     * @param waiting the first record of a partition that was polled and not appended
     */
    void handOver(BooleanSupplier failed, Collection<TopicPartition> ending, Map<TopicPartition, Source> waiting) {
        long end = System.nanoTime() + ACKNOWLEDGED_NS_MAX;
        while (rounds.inFlight() > 0 && !failed.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
        if (rounds.inFlight() == 0 && !failed.getAsBoolean()) {
            uncommitted.putAll(rounds.close());
            for (TopicPartition partition : ending) {
                OffsetAndMetadata clean = clean(partition, waiting.get(partition));
                if (clean != null) {
                    uncommitted.put(partition, clean);
                }
            }
        }
        commitNow();
    }

    private @Nullable OffsetAndMetadata clean(TopicPartition partition, @Nullable Source waiting) {
        if (waiting != null) {
            return positions.clean(partition, waiting.offset(), waiting.topicId());
        }
        try {
            long next = consumer.position(partition, COMMIT_MAX);
            return positions.clean(partition, next, positions.id(partition.topic()));
        } catch (RetriableException e) {
            notNow(e);
            return null;
        }
    }

    /** Partitions were taken away: what is not committed will be read again, by whoever has them now. */
    void forget(Collection<TopicPartition> partitions) {
        uncommitted.clear();
        rounds.forget();
        positions.forget(partitions);
    }
}
