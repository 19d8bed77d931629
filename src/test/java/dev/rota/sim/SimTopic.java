package dev.rota.sim;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/** A topic, which keeps its id for as long as it lives. */
record SimTopic(Uuid id, List<SimPartition> partitions) {

    static SimTopic of(Uuid id, int partitions) {
        return new SimTopic(
                id,
                IntStream.range(0, partitions).mapToObj(i -> new SimPartition()).toList());
    }
}
