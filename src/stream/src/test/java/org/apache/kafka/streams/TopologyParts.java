package org.apache.kafka.streams;

import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;

/** Gives access to the package-private parts of a topology. */
public final class TopologyParts {

    private TopologyParts() {}

    public static InternalTopologyBuilder of(Topology topology) {
        return topology.internalTopologyBuilder;
    }
}
