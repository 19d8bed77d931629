package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits positions to the consumer group, with the refusals beyond them.
 *
 * <p>Each foreign topic has commits of its own, which are tried once. Its owner may delete it: a commit of its
 * positions then fails, and one that is repeated takes seconds, in which nothing else would be read.
 */
final class GroupCommits {

    /** Receives the answers to commits without waiting. */
    interface Answers {

        /**
         * Receives the answer to one commit.
         *
         * @param failure why the positions were not committed; null if they were
         */
        void answered(Map<TopicPartition, PositionMark> marks, @Nullable Exception failure);
    }

    private static final Logger LOG = LoggerFactory.getLogger(GroupCommits.class);

    private static final Duration COMMIT_MAX = Duration.ofSeconds(5);
    private static final long WARNING_INTERVAL_NS = 30_000_000_000L;

    /** Stands for the inputs among the names of foreign topics. No topic has this name. */
    private static final String INPUTS = "";

    private final String group;
    private final Consumer<byte[], byte[]> consumer;
    private final Predicate<String> foreign;
    private final InputPositions positions;
    private final java.util.function.Consumer<Map<TopicPartition, PositionMark>> committed;
    private final Ticker ticker;

    /** The number of commits without waiting that have not been answered yet. */
    private int committing;

    /** The number of revocations so far: a later answer may concern a partition that is no longer assigned. */
    private long assignments;

    /** True if the last commit with waiting failed because of a rebalance. */
    private boolean rebalancing;

    private long lastWarned;

    /**
     * @param foreign returns whether a topic has an owner who may delete it
     * @param committed receives the positions of each commit that has succeeded
     */
    GroupCommits(
            String group,
            Consumer<byte[], byte[]> consumer,
            Predicate<String> foreign,
            InputPositions positions,
            java.util.function.Consumer<Map<TopicPartition, PositionMark>> committed,
            Ticker ticker) {
        this.group = group;
        this.consumer = consumer;
        this.foreign = foreign;
        this.positions = positions;
        this.committed = committed;
        this.ticker = ticker;
        this.lastWarned = ticker.nanoTime() - WARNING_INTERVAL_NS;
    }

    /** Returns whether commits without waiting have not been answered yet. */
    boolean isCommitting() {
        return committing > 0;
    }

    /** Returns whether the last commit with waiting failed because of a rebalance. */
    boolean isRebalancing() {
        return rebalancing;
    }

    /**
     * Commits positions without waiting.
     *
     * @param answers receives the answer to each commit
     */
    void later(Map<TopicPartition, PositionMark> marks, Answers answers) {
        for (Map<TopicPartition, PositionMark> part : apart(marks)) {
            Map<TopicPartition, PositionMark> complete = positions.withRefusals(part);
            long assignment = assignments;
            committing++;
            consumer.commitAsync(offsets(complete), (offsets, failure) -> {
                committing--;
                if (assignment != assignments) {
                    return;
                }
                if (failure == null) {
                    committed.accept(complete);
                } else if (!(failure instanceof RebalanceInProgressException)) {
                    failed(failure);
                }
                answers.answered(part, failure);
            });
        }
    }

    /** Commits positions and waits; returns the partitions for which that succeeded. */
    Set<TopicPartition> now(Map<TopicPartition, PositionMark> marks) {
        rebalancing = false;
        Set<TopicPartition> done = new HashSet<>();
        boolean waits = false;
        for (Map<TopicPartition, PositionMark> part : apart(marks)) {
            if (foreign.test(part.keySet().iterator().next().topic())) {
                once(part, done);
                waits = true;
            } else {
                done.addAll(repeated(part));
            }
        }
        if (waits) {
            try {
                // The consumer has answered all commits when this one returns.
                consumer.commitSync(Map.of(), COMMIT_MAX);
            } catch (RetriableException e) {
                failed(e);
            }
        }
        return Set.copyOf(done);
    }

    /** Divides positions into those of the inputs and those of each foreign topic. */
    private Collection<Map<TopicPartition, PositionMark>> apart(Map<TopicPartition, PositionMark> marks) {
        return divided(marks, topic -> foreign.test(topic) ? topic : INPUTS);
    }

    private static Collection<Map<TopicPartition, PositionMark>> divided(
            Map<TopicPartition, PositionMark> marks, Function<String, String> part) {
        Map<String, Map<TopicPartition, PositionMark>> parts = new TreeMap<>();
        marks.forEach((partition, mark) -> parts.computeIfAbsent(part.apply(partition.topic()), none -> new HashMap<>())
                .put(partition, mark));
        return parts.values();
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsets(Map<TopicPartition, PositionMark> marks) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        marks.forEach((partition, mark) -> offsets.put(partition, mark.toCommit()));
        return offsets;
    }

    /** Commits positions without repeating it, and adds their partitions to {@code done} once that has succeeded. */
    private void once(Map<TopicPartition, PositionMark> marks, Set<TopicPartition> done) {
        Map<TopicPartition, PositionMark> complete = positions.withRefusals(marks);
        long assignment = assignments;
        consumer.commitAsync(offsets(complete), (offsets, failure) -> {
            if (failure instanceof RebalanceInProgressException) {
                rebalancing = true;
            } else if (failure != null) {
                failed(failure);
            } else if (assignment == assignments) {
                committed.accept(complete);
                done.addAll(complete.keySet());
            }
        });
    }

    private Set<TopicPartition> repeated(Map<TopicPartition, PositionMark> marks) {
        Map<TopicPartition, PositionMark> complete = positions.withRefusals(marks);
        try {
            consumer.commitSync(offsets(complete), COMMIT_MAX);
            committed.accept(complete);
            return complete.keySet();
        } catch (RebalanceInProgressException e) {
            rebalancing = true;
        } catch (RetriableException | CommitFailedException e) {
            failed(e);
        } catch (KafkaException e) {
            // An input may not be read any more, or was deleted, which causes a plain KafkaException. The positions of
            // the others are committed.
            if (!(e instanceof TopicAuthorizationException) && !e.getClass().equals(KafkaException.class)) {
                throw e;
            }
            failed(e);
            Collection<Map<TopicPartition, PositionMark>> topics = divided(marks, topic -> topic);
            Set<TopicPartition> done = new HashSet<>();
            if (topics.size() > 1) {
                topics.forEach(topic -> done.addAll(repeated(topic)));
            }
            return done;
        }
        return Set.of();
    }

    /** Logs a commit that failed. It is retried; at worst, records are appended again and dropped as duplicates. */
    void failed(Exception e) {
        if (ticker.nanoTime() - lastWarned >= WARNING_INTERVAL_NS) {
            lastWarned = ticker.nanoTime();
            LOG.warn("Positions of {} could not be committed now: {}", group, e.getMessage());
        }
    }

    /** Ignores later answers to earlier commits, which may concern partitions that were revoked. */
    void forget() {
        assignments++;
    }
}
