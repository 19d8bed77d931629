package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.stream.Stopped;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/** Takes up the input partitions that a rebalance assigns, and hands over those that it takes away. */
final class AssignedInputs implements ConsumerRebalanceListener {

    private final Consumer<byte[], byte[]> consumer;
    private final InputBuffer buffer;
    private final InputReader reader;
    private final ParkedPartitions parked;
    private final InputPositions positions;
    private final InputCommits commits;
    private final KeptPositions kept;
    private final LogWriter log;

    /** Why intake cannot resume from its positions. */
    private @Nullable Stopped stopped;

    AssignedInputs(
            Consumer<byte[], byte[]> consumer,
            InputBuffer buffer,
            InputReader reader,
            ParkedPartitions parked,
            InputPositions positions,
            InputCommits commits,
            KeptPositions kept,
            LogWriter log) {
        this.consumer = consumer;
        this.buffer = buffer;
        this.reader = reader;
        this.parked = parked;
        this.positions = positions;
        this.commits = commits;
        this.kept = kept;
        this.log = log;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        kept.assigned();
        try {
            Map<TopicPartition, PositionMark> adopted = positions.resume(partitions);
            // The group's offsets may be lost. What was kept of the other mapping would then ask for that one, while
            // partitions that are in use ask for this one.
            kept.keepLater(adopted, Map.of());
        } catch (Stopped e) {
            // Thrown here, the client would wrap it.
            stopped = e;
        }
    }

    /** Throws what an assignment could not. */
    void mustBeResumable() {
        if (stopped != null) {
            throw stopped;
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        handOver();
        onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        buffer.forget(partitions);
        reader.forget(partitions);
        parked.forget(partitions);
        commits.forget(partitions);
    }

    /** Another instance may continue, or this one with another mapping. Unchecked records are dropped. */
    void handOver() {
        commits.handOver(() -> log.failure() != null, buffer.checked(consumer.assignment()), buffer.waiting());
    }
}
