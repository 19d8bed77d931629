package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the assigned partitions into the buffer: begins with those that a rebalance assigns, polls, and hands over
 * those that it takes away. All others are read meanwhile.
 */
final class AssignedInputs implements ConsumerRebalanceListener {

    private static final Logger LOG = LoggerFactory.getLogger(AssignedInputs.class);

    /**
     * How long the end of intake waits for a rebalance. A position that is not clean matters only to another mapping or
     * build.
     */
    private static final Duration REBALANCE_MAX = Duration.ofSeconds(3);

    private static final Duration MOMENT = Duration.ofMillis(20);

    private static final Duration POLL = Duration.ofMillis(50);

    /** The most unacknowledged records; beyond it, polling stops. */
    private static final int IN_FLIGHT_MAX = 20_000;

    /**
     * How often topic ids are compared while nothing is polled. All records of a re-created topic may lie before the
     * position in the old one, and polling continues from there.
     */
    private static final long CHECK_INTERVAL_NS = 10_000_000_000L;

    private final Consumer<byte[], byte[]> consumer;
    private final InputBuffer buffer;
    private final TopicSources sources;
    private final InputPositions positions;
    private final InputCommits commits;
    private final KeptPositions kept;
    private final Ticker ticker;

    /** When the topics' ids were last compared with those being read. */
    private long lastChecked;

    private boolean isMember;

    /** Why intake cannot resume from its positions. */
    private @Nullable StoppedException stopped;

    AssignedInputs(
            Consumer<byte[], byte[]> consumer,
            InputBuffer buffer,
            TopicSources sources,
            InputPositions positions,
            InputCommits commits,
            KeptPositions kept,
            Ticker ticker) {
        this.consumer = consumer;
        this.buffer = buffer;
        this.sources = sources;
        this.positions = positions;
        this.commits = commits;
        this.kept = kept;
        this.ticker = ticker;
        this.lastChecked = ticker.nanoTime();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        kept.assigned();
        try {
            InputPositions.Resumed resumed = positions.resume(partitions);
            buffer.checked(positions, resumed.replaced());
            keep(resumed);
        } catch (StoppedException e) {
            // If it were thrown here, the client would wrap it.
            stopped = e;
        }
    }

    /** Returns whether the group has assigned partitions, or none, since this began. */
    boolean isMember() {
        return isMember;
    }

    /** Begins to read partitions that have waited for their offsets; they wait on while the cluster does not answer. */
    void look() {
        try {
            InputPositions.Resumed resumed = positions.look();
            if (!resumed.replaced().isEmpty()) {
                buffer.checked(positions, resumed.replaced());
            }
            if (!resumed.remapped().isEmpty()) {
                keep(resumed);
            }
        } catch (RetriableException e) {
            waits(e);
        }
    }

    private void waits(RetriableException e) {
        LOG.warn("{} waits for the cluster: {}", consumer.groupMetadata().groupId(), e.getMessage());
    }

    /** Returns whether a partition waits, while others are read. */
    private boolean isWaiting(TopicPartition partition) {
        return sources.of(partition).isWaiting(partition) || positions.isAwaited(partition);
    }

    /** Returns whether a partition is not polled while others are. */
    boolean isPaused(TopicPartition partition) {
        return isWaiting(partition)
                || buffer.bytes(partition.topic()) > sources.of(partition).bufferedBytesMax();
    }

    /** Polls once: nothing, if records that can be appended are left in the buffer, or too many are in flight. */
    void poll() {
        boolean full = !buffer.hasOnly(this::isWaiting) || commits.inFlight() > IN_FLIGHT_MAX;
        if (full) {
            consumer.pause(consumer.assignment());
        } else {
            consumer.resume(consumer.paused());
            consumer.pause(consumer.assignment().stream().filter(this::isPaused).toList());
        }
        try {
            var polled = consumer.poll(POLL);
            // This comes before anything that may throw: the consumer's position is beyond these records, and is
            // committed at the end.
            polled.forEach(buffer::add);
            mustBeResumable();
            if (consumer.groupMetadata().generationId() >= 0 && !isMember) {
                isMember = true;
                // A static member that returns gets its former partitions without a rebalance. If it ended just after
                // giving one up, no member has that partition, and no other member triggers a rebalance.
                consumer.enforceRebalance("this member has just started");
            }
            if (buffer.hasUnchecked() || ticker.nanoTime() - lastChecked >= CHECK_INTERVAL_NS) {
                check(positions::replaced);
            }
        } catch (TopicAuthorizationException e) {
            // Members learn of all topics that any of them reads, also of foreign ones that only others read.
            if (e.unauthorizedTopics().stream().anyMatch(sources.all().get(0)::has)) {
                throw e;
            }
            sources.forbid(e.unauthorizedTopics());
        } catch (OffsetOutOfRangeException e) {
            check(() -> positions.outOfRange(e));
        }
    }

    /** Checks which topic ids the polled records came from; they wait while the cluster does not answer. */
    private void check(Supplier<Set<String>> replaced) {
        lastChecked = ticker.nanoTime();
        try {
            buffer.checked(positions, replaced.get());
        } catch (RetriableException e) {
            waits(e);
        }
    }

    /**
     * Keeps the positions that another mapping has left. The group's offsets may be lost. The kept positions of the
     * other mapping would then require that one, while partitions in use require this one.
     */
    private void keep(InputPositions.Resumed resumed) {
        kept.keepLater(resumed.remapped(), Map.of());
    }

    /** Throws the exception that an assignment could not throw. */
    private void mustBeResumable() {
        if (stopped != null) {
            throw stopped;
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        handOver(partitions);
        onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        buffer.forget(partitions);
        sources.all().forEach(source -> source.forget(partitions));
        commits.forget(partitions);
    }

    /**
     * Commits final positions, from which another instance may continue, or this one with another mapping. Unchecked
     * records are dropped.
     */
    private void handOver(Collection<TopicPartition> partitions) {
        commits.handOver(buffer.checked(partitions), buffer.waiting());
    }

    /**
     * Hands over all partitions at the end of intake. During a rebalance nothing can be committed, so its end is
     * awaited; partitions that it assigns are not read any more.
     */
    void end() {
        handOver(consumer.assignment());
        long until = ticker.nanoTime() + REBALANCE_MAX.toNanos();
        while (commits.mayTryAgain() && ticker.nanoTime() < until) {
            consumer.pause(consumer.assignment());
            consumer.poll(MOMENT).forEach(buffer::add);
            handOver(consumer.assignment());
        }
    }
}
