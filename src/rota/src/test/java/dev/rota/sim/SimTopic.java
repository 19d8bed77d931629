package dev.rota.sim;

import dev.rota.audit.SimulatedAudit;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * A topic with its id.
 *
 * @param appendTime whether the broker sets a record's timestamp when it appends it
 */
record SimTopic(Uuid id, List<SimPartition> partitions, boolean appendTime) {

    /** Returns the committed records. */
    SimulatedAudit.Topic stored(String name) {
        return new SimulatedAudit.Topic(
                id.toString(),
                IntStream.range(0, partitions.size())
                        .mapToObj(i -> stored(new TopicPartition(name, i), partitions.get(i)))
                        .toList());
    }

    private static SimulatedAudit.Stored stored(TopicPartition at, SimPartition partition) {
        return new SimulatedAudit.Stored(
                partition.begin(),
                partition.end(),
                partition.read(partition.begin(), true, Integer.MAX_VALUE).stream()
                        .map(record -> record.toClient(at))
                        .toList());
    }

    static SimTopic of(Uuid id, int partitions, boolean appendTime) {
        return new SimTopic(
                id,
                IntStream.range(0, partitions).mapToObj(i -> new SimPartition()).toList(),
                appendTime);
    }
}
