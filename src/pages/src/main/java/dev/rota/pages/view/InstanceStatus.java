package dev.rota.pages.view;

import java.util.List;

/** The state of one instance. */
public record InstanceStatus(List<Part> parts) {

    public InstanceStatus {
        parts = List.copyOf(parts);
    }

    /** A domain, with the mood good, warn or bad. */
    public record Part(
            String domain,
            String mood,
            String state,
            List<String> exceptions,
            String log,
            List<Line> partitions,
            List<String> reads,
            List<String> writes,
            List<String> shows) {

        public Part {
            exceptions = List.copyOf(exceptions);
            partitions = List.copyOf(partitions);
            reads = List.copyOf(reads);
            writes = List.copyOf(writes);
            shows = List.copyOf(shows);
        }
    }

    /** A log partition. */
    public record Line(String partition, String owner, String behind) {}
}
