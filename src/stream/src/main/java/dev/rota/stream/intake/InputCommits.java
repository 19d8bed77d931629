package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.Source;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Determines when which input positions are committed: during operation, positions whose records the log has
 * acknowledged; before an append, what a successor must know of it; at a hand-over, clean ones. Committed positions are
 * written to the {@link KeptPositions} periodically.
 */
final class InputCommits {

    private static final long INTERVAL_NS = 100_000_000L;
    private static final long KEEP_INTERVAL_NS = 10_000_000_000L;
    private static final Duration COMMIT_MAX = Duration.ofSeconds(5);

    /**
     * How long a hand-over waits for the log. A position that is not clean matters only to another mapping or build.
     */
    private static final Duration ACKNOWLEDGED_MAX = Duration.ofSeconds(3);

    private final Consumer<byte[], byte[]> consumer;
    private final GroupCommits group;
    private final InputPositions positions;
    private final KeptPositionsWriter keeping;
    private final BooleanSupplier logFailed;
    private final Ticker ticker;
    private final AcknowledgedRounds rounds = new AcknowledgedRounds();
    private final Map<TopicPartition, PositionMark> uncommitted = new HashMap<>();
    private final IdlePositions idle;

    private long lastCommit;

    /** When positions of acknowledged records were committed, or there were none; also read by other threads. */
    private volatile long settled;

    private long lastKept;

    /**
     * @param foreign returns whether a topic has an owner who may delete it
     * @param logEnds returns the acknowledged end of each log partition
     * @param logFailed returns whether the log takes no more records
     */
    InputCommits(
            String group,
            Consumer<byte[], byte[]> consumer,
            Predicate<String> foreign,
            InputPositions positions,
            KeptPositions kept,
            Supplier<Map<Integer, Long>> logEnds,
            BooleanSupplier logFailed,
            Ticker ticker) {
        this.consumer = consumer;
        this.group = new GroupCommits(group, consumer, foreign, positions, this::acknowledged, ticker);
        this.positions = positions;
        this.keeping = new KeptPositionsWriter(positions, kept, logEnds);
        this.logFailed = logFailed;
        this.ticker = ticker;
        this.idle = new IdlePositions(consumer, positions, ticker);
        this.lastKept = ticker.nanoTime();
        this.settled = lastKept;
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
     * Commits a position with the reading of this instance before the first append at or beyond the end that the input
     * had when it was assigned: a successor reads by the reading of the position.
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
        Map<TopicPartition, PositionMark> complete = positions.withRefusals(marks);
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
        if (group.isCommitting() || now - lastCommit < INTERVAL_NS) {
            return;
        }
        lastCommit = now;
        collect(rounds.close());
        Map<TopicPartition, PositionMark> marks = new HashMap<>(uncommitted);
        idle.uncommitted(rounds.busy(), buffered).forEach(marks::putIfAbsent);
        if (marks.isEmpty()) {
            settle(false);
        } else {
            group.later(marks, this::answered);
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
        collect(rounds.close());
        uncommitted.keySet().removeAll(committed(Map.copyOf(uncommitted)));
    }

    private Set<TopicPartition> committed(Map<TopicPartition, PositionMark> marks) {
        Set<TopicPartition> committed = group.now(marks);
        if (!committed.isEmpty()) {
            settle(true);
        }
        return committed;
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

    /** Notes the answer to a commit during operation. */
    private void answered(Map<TopicPartition, PositionMark> marks, @Nullable Exception failure) {
        if (failure == null) {
            settle(marks.keySet().stream().anyMatch(uncommitted::containsKey));
            marks.forEach(uncommitted::remove);
        } else if (failure instanceof TopicAuthorizationException denied) {
            uncommitted
                    .keySet()
                    .removeIf(partition -> denied.unauthorizedTopics().contains(partition.topic()));
        }
    }

    private void keep() {
        lastKept = ticker.nanoTime();
        keeping.later();
    }

    private void acknowledged(Map<TopicPartition, PositionMark> marks) {
        marks.forEach(positions::committed);
        idle.committed(marks);
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
        return group.isRebalancing() && !logFailed.getAsBoolean();
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
            group.failed(e);
            return null;
        }
    }

    /** Drops partitions that were revoked: their new owner reads again what is not committed. */
    void forget(Collection<TopicPartition> partitions) {
        group.forget();
        uncommitted.keySet().removeAll(partitions);
        idle.forget(partitions);
        keeping.forget(partitions);
        rounds.forget(partitions);
        positions.forget(partitions);
    }
}
