package org.apache.kafka.streams;

import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;

/** Opens what is private to this package. */
public final class TopologyParts {

    private TopologyParts() {}

    public static InternalTopologyBuilder of(Topology topology) {
        return topology.internalTopologyBuilder;
    }
}
