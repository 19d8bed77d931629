package dev.rota.audit.inputs;

import dev.rota.audit.findings.Findings;
import dev.rota.engine.Adoption;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.adopt.Mapping;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.schema.Framing;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * Checks events that were made of records of adopted topics. An event contains its record, so it is made again from
 * that; whether the record is the one in the topic is a second question.
 */
final class AdoptedSources {

    private record Version(String topic, int version) {}

    private final Domain domain;
    private final Findings findings;
    private final @Nullable Input<?> input;
    private final Map<Version, Mapping> mappings = new HashMap<>();
    /** The topics that were adopted, with whether they were compacted when any of their mappings was announced. */
    private final Map<String, Boolean> topics = new TreeMap<>();
    /** True once the log had a mapping that this build cannot apply. */
    private boolean incomplete;

    AdoptedSources(Domain domain, Findings findings) {
        this.domain = domain;
        this.findings = findings;
        Adoption adoption = domain.adoption();
        this.input = adoption == null ? null : adoption.input();
    }

    void learn(LogRecord.Mapped record) {
        try {
            Mapping mapping = Mapping.parse(domain, record.text());
            mappings.put(new Version(mapping.topic(), record.version()), mapping);
            topics.merge(mapping.topic(), mapping.compacted(), Boolean::logicalOr);
        } catch (Mapping.Unknown e) {
            incomplete = true;
            findings.notCompared("what the mapping at " + record.at().partition() + "/"
                    + record.at().offset() + " has made: " + e.getMessage());
        }
    }

    /** Returns whether a topic was adopted so far. */
    boolean has(String topic) {
        return incomplete || topics.containsKey(topic);
    }

    /** Returns the input whose events are made of records; null if the domain adopts none. */
    @Nullable
    Input<?> input() {
        return input;
    }

    /**
     * Returns whether a topic may have been compacted when a mapping was announced: a missing record may have been
     * replaced.
     */
    boolean wasCompacted(String topic) {
        return incomplete || topics.getOrDefault(topic, false);
    }

    /** Returns why its mapping cannot have made an event, or null if it can. */
    @Nullable
    String objection(LogRecord.Event event, SpecificRecord decoded) throws RefusedException {
        Mapping mapping = mapping(event);
        if (mapping == null) {
            return incomplete
                    ? null
                    : "no mapping " + event.mapping() + " of " + event.source().topic() + " precedes it";
        }
        SourceRecord record = mapping.record(decoded, event.source().topicId());
        if (!record.coordinates().equals(event.source().coordinates())) {
            return "the event was made of " + record.coordinates() + ", but its source is "
                    + event.source().coordinates();
        }
        if (mapping.skips(record)) {
            return "its mapping skips the record " + record.coordinates();
        }
        Mapping.Mapped mapped = mapping.map(record);
        if (!domain.mapsBySettings() && !mapped.unit().equals(event.unit())) {
            return "the event belongs to the unit " + mapped.unit() + ", but its key is " + event.unit();
        }
        return Arrays.equals(mapped.value(Framing.schemaId(event.value())), event.value())
                ? null
                : "its mapping makes another event of the record that it contains";
    }

    /** Returns the content of the record from which an event was made; null if its mapping cannot be applied. */
    @Nullable
    byte[] content(LogRecord.Event event, SpecificRecord decoded) {
        Mapping mapping = mapping(event);
        try {
            return mapping == null
                    ? null
                    : mapping.record(decoded, event.source().topicId()).content();
        } catch (RefusedException e) {
            // The event does not name a record, which is an objection of its own.
            return null;
        }
    }

    private @Nullable Mapping mapping(LogRecord.Event event) {
        return mappings.get(new Version(event.source().topic(), event.mapping()));
    }
}
