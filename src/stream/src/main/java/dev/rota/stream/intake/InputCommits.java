package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.Source;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
 * Commits input positions: during operation, positions whose records the log has acknowledged; at a hand-over, clean
 * ones. Committed positions are written to the {@link KeptPositions} periodically.
 *
 * <p>Each adopted topic has commits of its own, which are tried once. Its owner may delete it: a commit of its positions
 * then fails, and one that is repeated takes seconds, in which nothing else would be read.
 */
final class InputCommits {

    private static final Logger LOG = LoggerFactory.getLogger(InputCommits.class);

    private static final long INTERVAL_NS = 100_000_000L;
    private static final long KEEP_INTERVAL_NS = 10_000_000_000L;
    private static final long WARNING_INTERVAL_NS = 30_000_000_000L;
    private static final Duration COMMIT_MAX = Duration.ofSeconds(5);

    /** Stands for the inputs among the names of adopted topics. No topic has this name. */
    private static final String INPUTS = "";

    /**
     * How long a hand-over waits for the log. A position that is not clean matters only to another mapping or build.
     */
    private static final Duration ACKNOWLEDGED_MAX = Duration.ofSeconds(3);

    private final String group;
    private final Consumer<byte[], byte[]> consumer;
    private final Predicate<String> adopted;
    private final InputPositions positions;
    private final KeptPositionsWriter keeping;
    private final BooleanSupplier logFailed;
    private final Ticker ticker;
    private final AcknowledgedRounds rounds = new AcknowledgedRounds();
    private final Map<TopicPartition, PositionMark> uncommitted = new HashMap<>();
    private final IdlePositions idle;

    /** The number of commits during operation that have not been answered yet. */
    private int committing;

    /** The number of revocations so far: a later answer may concern a partition that is no longer assigned. */
    private long assignments;

    /** True if the last synchronous commit failed because of a rebalance. */
    private boolean rebalancing;

    private long lastCommit;

    /** When positions of acknowledged records were committed, or there were none; also read by other threads. */
    private volatile long settled;

    private long lastWarned;
    private long lastKept;

    /**
     * @param adopted returns whether a topic is adopted
     * @param logEnds returns the acknowledged end of each log partition
     * @param logFailed returns whether the log takes no more records
     */
    InputCommits(
            String group,
            Consumer<byte[], byte[]> consumer,
            Predicate<String> adopted,
            InputPositions positions,
            KeptPositions kept,
            Supplier<Map<Integer, Long>> logEnds,
            BooleanSupplier logFailed,
            Ticker ticker) {
        this.group = group;
        this.consumer = consumer;
        this.adopted = adopted;
        this.positions = positions;
        this.keeping = new KeptPositionsWriter(positions, kept, logEnds);
        this.logFailed = logFailed;
        this.ticker = ticker;
        this.idle = new IdlePositions(consumer, positions, ticker);
        this.lastKept = ticker.nanoTime();
        this.settled = lastKept;
        this.lastWarned = lastKept - WARNING_INTERVAL_NS;
    }

    /**
     * Marks partitions as in use before the first append beyond their positions. Nothing is appended to a partition
     * until that succeeds.
     */
    void use(Collection<TopicPartition> partitions) {
        Map<TopicPartition, PositionMark> unmarked = new HashMap<>();
        for (TopicPartition partition : partitions) {
            PositionMark mark = positions.unmarked(partition);
            if (mark != null) {
                unmarked.put(partition, mark);
            }
        }
        if (!unmarked.isEmpty()) {
            committedAndKept(unmarked).forEach(positions::marked);
        }
    }

    /** Returns whether records of a partition may be appended: its position is committed as in use. */
    boolean isUsed(TopicPartition partition) {
        return positions.unmarked(partition) == null;
    }

    /**
     * Commits a position with this build's rules before the first append at or beyond the end that the input had when
     * it was assigned: a successor reads by the rules of the position.
     *
     * @param input the state of the record's partition; null if its topic was re-created
     * @return whether the record may be appended
     */
    boolean passes(Source source, @Nullable OpenInput input) {
        if (input == null || !input.isBeyondFormer(source.offset())) {
            return true;
        }
        TopicPartition partition = new TopicPartition(source.topic(), source.partition());
        if (rounds.busy().contains(partition)
                || uncommitted.containsKey(partition)
                || !committedAndKept(partition, positions.before(source))) {
            return false;
        }
        input.passedFormer();
        return true;
    }

    /**
     * Commits the intention to refuse records as SCHEMA_UNKNOWN before any of them is appended. A successor refuses
     * them again, whatever the registry answers by then.
     *
     * @param records records of one partition, in order; a commit may cover only the first of them
     * @return whether the first one may be appended as refused
     */
    boolean refuse(List<Source> records) {
        Source first = records.get(0);
        OpenInput input = positions.open(first);
        if (input == null) {
            // Its topic was deleted, so it cannot be read again.
            return true;
        }
        if (input.refused().contains(first.offset()) && input.refusalsCommitted()) {
            return true;
        }
        if (input.refused().size() >= PositionMark.REFUSED_MAX) {
            commitNow();
        }
        input.refusing(records);
        return committedAndKept(new TopicPartition(first.topic(), first.partition()), input.resumable())
                && input.refused().contains(first.offset());
    }

    private boolean committedAndKept(TopicPartition partition, PositionMark position) {
        return !committedAndKept(Map.of(partition, position)).isEmpty();
    }

    /** Commits and keeps positions; returns the partitions for which that succeeded. */
    private Set<TopicPartition> committedAndKept(Map<TopicPartition, PositionMark> marks) {
        Map<TopicPartition, PositionMark> complete = withRefusals(marks);
        if (!keeping.now(complete)) {
            return Set.of();
        }
        complete.keySet().retainAll(committed(complete));
        keeping.committed(complete);
        return complete.keySet();
    }

    /** Registers a record in flight; the returned action must run when the log has acknowledged it. */
    Runnable sent(Source source) {
        return rounds.sent(new TopicPartition(source.topic(), source.partition()), positions.after(source));
    }

    /** Returns the number of records that the log has not acknowledged yet. */
    int inFlight() {
        return rounds.inFlight();
    }

    /**
     * Commits periodically, without waiting: acknowledged positions, and the consumer's positions in partitions without
     * records in flight, from which others see that everything was read.
     *
     * @param buffered partitions with polled records that are not appended yet
     */
    void commit(Set<TopicPartition> buffered) {
        long now = ticker.nanoTime();
        if (committing > 0 || now - lastCommit < INTERVAL_NS) {
            return;
        }
        lastCommit = now;
        collect(rounds.close());
        Map<TopicPartition, PositionMark> marks = new HashMap<>(uncommitted);
        idle.uncommitted(rounds.busy(), buffered).forEach(marks::putIfAbsent);
        if (marks.isEmpty()) {
            settle(false);
        } else {
            apart(marks).forEach(this::commitLater);
        }
        if (now - lastKept >= KEEP_INTERVAL_NS) {
            keep();
        }
    }

    /** Notes that nothing is left to commit, or that something was committed of what the log has acknowledged. */
    private void settle(boolean committed) {
        if (committed || rounds.inFlight() == 0) {
            settled = ticker.nanoTime();
        }
    }

    /**
     * Returns when the last positions of acknowledged records were committed; the present if there was nothing to
     * commit. May be called by any thread.
     */
    long settled() {
        return settled;
    }

    private void commitNow() {
        lastCommit = ticker.nanoTime();
        rebalancing = false;
        collect(rounds.close());
        if (!uncommitted.isEmpty()) {
            uncommitted.keySet().removeAll(committed(Map.copyOf(uncommitted)));
        }
    }

    private void collect(Map<TopicPartition, PositionMark> acknowledged) {
        uncommitted.putAll(acknowledged);
        uncommitted.keySet().retainAll(consumer.assignment());
        // A position of a deleted topic would overwrite that of the topic with the same name.
        uncommitted
                .entrySet()
                .removeIf(entry -> !entry.getValue()
                        .topicId()
                        .equals(positions.id(entry.getKey().topic())));
    }

    private void commitLater(Map<TopicPartition, PositionMark> marks) {
        Map<TopicPartition, PositionMark> complete = withRefusals(marks);
        Map<TopicPartition, OffsetAndMetadata> now = new HashMap<>();
        complete.forEach((partition, mark) -> now.put(partition, mark.toCommit()));
        long assignment = assignments;
        committing++;
        consumer.commitAsync(now, (offsets, failure) -> {
            committing--;
            if (assignment != assignments) {
                return;
            }
            if (failure instanceof TopicAuthorizationException denied) {
                uncommitted
                        .keySet()
                        .removeIf(partition -> denied.unauthorizedTopics().contains(partition.topic()));
            }
            if (failure != null) {
                if (!(failure instanceof RebalanceInProgressException)) {
                    notNow(failure);
                }
                return;
            }
            acknowledged(complete);
            settle(marks.keySet().stream().anyMatch(uncommitted::containsKey));
            marks.forEach(uncommitted::remove);
        });
    }

    /** Divides positions into those of the inputs and those of each adopted topic. */
    private List<Map<TopicPartition, PositionMark>> apart(Map<TopicPartition, PositionMark> marks) {
        SortedMap<String, Map<TopicPartition, PositionMark>> apart = new TreeMap<>();
        marks.forEach((partition, mark) -> apart.computeIfAbsent(
                        adopted.test(partition.topic()) ? partition.topic() : INPUTS, none -> new HashMap<>())
                .put(partition, mark));
        return List.copyOf(apart.values());
    }

    private Map<TopicPartition, PositionMark> withRefusals(Map<TopicPartition, PositionMark> marks) {
        Map<TopicPartition, PositionMark> complete = new HashMap<>();
        marks.forEach((partition, mark) -> complete.put(partition, positions.withRefusals(partition, mark)));
        return complete;
    }

    private void keep() {
        lastKept = ticker.nanoTime();
        keeping.later();
    }

    /** Commits positions and waits; returns the partitions for which that succeeded. */
    private Set<TopicPartition> committed(Map<TopicPartition, PositionMark> marks) {
        Set<TopicPartition> committed = new HashSet<>();
        boolean waits = false;
        for (Map<TopicPartition, PositionMark> some : apart(marks)) {
            if (adopted.test(some.keySet().iterator().next().topic())) {
                commitOnce(some, committed);
                waits = true;
            } else {
                committed.addAll(committedInputs(some));
            }
        }
        if (waits) {
            try {
                // The consumer has answered all commits when this one returns.
                consumer.commitSync(Map.of(), COMMIT_MAX);
            } catch (RetriableException e) {
                notNow(e);
            }
        }
        return Set.copyOf(committed);
    }

    /** Commits positions without repeating it, and adds their partitions to others once that has succeeded. */
    private void commitOnce(Map<TopicPartition, PositionMark> marks, Set<TopicPartition> committed) {
        Map<TopicPartition, PositionMark> complete = withRefusals(marks);
        Map<TopicPartition, OffsetAndMetadata> now = new HashMap<>();
        complete.forEach((partition, mark) -> now.put(partition, mark.toCommit()));
        long assignment = assignments;
        consumer.commitAsync(now, (offsets, failure) -> {
            if (failure instanceof RebalanceInProgressException) {
                rebalancing = true;
            } else if (failure != null) {
                notNow(failure);
            } else if (assignment == assignments) {
                acknowledged(complete);
                settle(true);
                committed.addAll(complete.keySet());
            }
        });
    }

    private Set<TopicPartition> committedInputs(Map<TopicPartition, PositionMark> marks) {
        Map<TopicPartition, PositionMark> complete = withRefusals(marks);
        Map<TopicPartition, OffsetAndMetadata> now = new HashMap<>();
        complete.forEach((partition, mark) -> now.put(partition, mark.toCommit()));
        try {
            consumer.commitSync(now, COMMIT_MAX);
            acknowledged(complete);
            settle(true);
            return complete.keySet();
        } catch (RebalanceInProgressException e) {
            rebalancing = true;
        } catch (RetriableException | CommitFailedException e) {
            notNow(e);
        } catch (KafkaException e) {
            // An input may not be read any more, or was deleted, which causes a plain KafkaException. The positions of
            // the others are committed.
            if (!(e instanceof TopicAuthorizationException) && !e.getClass().equals(KafkaException.class)) {
                throw e;
            }
            notNow(e);
            return committedByTopic(marks);
        }
        return Set.of();
    }

    private Set<TopicPartition> committedByTopic(Map<TopicPartition, PositionMark> marks) {
        Map<String, Map<TopicPartition, PositionMark>> topics = new TreeMap<>();
        marks.forEach((partition, mark) -> topics.computeIfAbsent(partition.topic(), none -> new HashMap<>())
                .put(partition, mark));
        Set<TopicPartition> committed = new HashSet<>();
        if (topics.size() > 1) {
            topics.values().forEach(its -> committed.addAll(committedInputs(its)));
        }
        return committed;
    }

    private void acknowledged(Map<TopicPartition, PositionMark> marks) {
        marks.forEach(positions::committed);
        idle.committed(marks);
    }

    /** Logs a commit that failed. It is retried; at worst, records are appended again and dropped as duplicates. */
    private void notNow(Exception e) {
        if (ticker.nanoTime() - lastWarned < WARNING_INTERVAL_NS) {
            return;
        }
        lastWarned = ticker.nanoTime();
        LOG.warn("Positions of {} could not be committed now: {}", group, e.getMessage());
    }

    /**
     * Commits final positions before partitions are revoked or intake ends; a position is clean if the log has
     * acknowledged all appended records.
     *
     * @param ending partitions whose polled records have all been checked
     * @param waiting the first polled record of each partition that was not appended
     */
    void handOver(Collection<TopicPartition> ending, Map<TopicPartition, Source> waiting) {
        ticker.await(() -> rounds.inFlight() == 0 || logFailed.getAsBoolean(), ACKNOWLEDGED_MAX);
        if (rounds.inFlight() == 0 && !logFailed.getAsBoolean()) {
            uncommitted.putAll(rounds.close());
            long until = ticker.nanoTime() + COMMIT_MAX.toNanos();
            for (TopicPartition partition : ending) {
                PositionMark clean = clean(partition, waiting.get(partition), until);
                if (clean != null) {
                    uncommitted.put(partition, clean);
                }
            }
        }
        commitNow();
        keep();
    }

    /** Returns whether a hand-over could not commit during a rebalance, and may be tried again after the next polls. */
    boolean mayTryAgain() {
        return rebalancing && !logFailed.getAsBoolean();
    }

    private @Nullable PositionMark clean(TopicPartition partition, @Nullable Source waiting, long until) {
        if (waiting != null) {
            return positions.clean(partition, waiting.offset(), waiting.topicId());
        }
        if (!positions.isOpen(partition)) {
            return null;
        }
        try {
            // An open partition has a position, which may have to be validated by a leader that is away.
            Duration left = Duration.ofNanos(Math.max(0, until - ticker.nanoTime()));
            long next = consumer.position(partition, left);
            return positions.clean(partition, next, positions.id(partition.topic()));
        } catch (RetriableException e) {
            notNow(e);
            return null;
        }
    }

    /** Drops partitions that were revoked: their new owner reads again what is not committed. */
    void forget(Collection<TopicPartition> partitions) {
        assignments++;
        uncommitted.keySet().removeAll(partitions);
        idle.forget(partitions);
        keeping.forget(partitions);
        rounds.forget(partitions);
        positions.forget(partitions);
    }
}
