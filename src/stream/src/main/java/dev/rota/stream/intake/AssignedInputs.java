package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/**
 * Begins to read the input partitions that a rebalance assigns, and hands over those that it takes away. All others are
 * read meanwhile.
 */
final class AssignedInputs implements ConsumerRebalanceListener {

    /**
     * How long the end of intake waits for a rebalance. A position that is not clean matters only to another mapping or
     * build.
     */
    private static final Duration REBALANCE_MAX = Duration.ofSeconds(3);

    private static final Duration MOMENT = Duration.ofMillis(20);

    private final Consumer<byte[], byte[]> consumer;
    private final InputBuffer buffer;
    private final InputReader reader;
    private final ParkedPartitions parked;
    private final InputPositions positions;
    private final InputCommits commits;
    private final KeptPositions kept;
    private final Ticker ticker;

    /** Why intake cannot resume from its positions. */
    private @Nullable StoppedException stopped;

    AssignedInputs(
            Consumer<byte[], byte[]> consumer,
            InputBuffer buffer,
            InputReader reader,
            ParkedPartitions parked,
            InputPositions positions,
            InputCommits commits,
            KeptPositions kept,
            Ticker ticker) {
        this.consumer = consumer;
        this.buffer = buffer;
        this.reader = reader;
        this.parked = parked;
        this.positions = positions;
        this.commits = commits;
        this.kept = kept;
        this.ticker = ticker;
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

    /** Begins to read partitions that have waited for their offsets; called between polls. */
    void look() {
        InputPositions.Resumed resumed = positions.look();
        if (!resumed.replaced().isEmpty()) {
            buffer.checked(positions, resumed.replaced());
        }
        if (!resumed.adopted().isEmpty()) {
            keep(resumed);
        }
    }

    /**
     * Keeps the positions that another mapping has left. The group's offsets may be lost. The kept positions of the
     * other mapping would then require that one, while partitions in use require this one.
     */
    private void keep(InputPositions.Resumed resumed) {
        kept.keepLater(resumed.adopted(), Map.of());
    }

    /** Throws the exception that an assignment could not throw. */
    void mustBeResumable() {
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
        reader.forget(partitions);
        parked.forget(partitions);
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
