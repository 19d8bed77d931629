package dev.rota.workload;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Somebody outside: produces events, reads decisions. The demo and the benchmarks are such. */
public interface Traffic {

    /** An event to produce. */
    record Fact(String topic, String key, SpecificRecord value) {}

    /** What it says at this time; called again and again. */
    List<Fact> at(long timeMs);

    /** What it answers to a decision. */
    default List<Fact> answer(String topic, SpecificRecord decision) {
        return List.of();
    }
}
