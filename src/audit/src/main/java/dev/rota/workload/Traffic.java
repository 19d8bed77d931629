package dev.rota.workload;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** An external client that produces events and reads decisions, in demos and benchmarks. */
public interface Traffic {

    /** An event to produce. */
    record Fact(String topic, String key, SpecificRecord value) {}

    /** Returns the events to produce at a time; called repeatedly. */
    List<Fact> at(long timeMs);

    /** Returns the events in reaction to a decision. */
    default List<Fact> answer(String topic, SpecificRecord decision) {
        return List.of();
    }
}
