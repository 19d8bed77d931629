package dev.rota.settings;

import java.util.List;
import java.util.Set;

/** The keys that Kafka Streams supports, which the module that runs it knows. */
public interface StreamsKeys {

    /** Keys that clients read although no definition contains them. */
    List<String> UNDEFINED = List.of("metrics.jmx.include", "metrics.jmx.exclude");

    /** Returns the keys without the prefix {@code streams.}. */
    Set<String> names();
}
