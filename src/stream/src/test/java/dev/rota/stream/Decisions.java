package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Domain;
import dev.rota.engine.Output;
import dev.rota.engine.log.OutputFormat;
import dev.rota.serde.UnreadableValue;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The decisions of a domain in all its outputs. */
final class Decisions {

    private Decisions() {}

    /** Returns the decisions of each unit in their order, and asserts that they are numbered 1, 2, 3, ... */
    static SortedMap<String, Collection<ConsumerRecord<byte[], byte[]>>> of(Tenant tenant, Domain domain) {
        SortedMap<String, TreeMap<Long, ConsumerRecord<byte[], byte[]>>> numbered = new TreeMap<>();
        for (Output<?> output : domain.outputs()) {
            try (TopicTail tail = tenant.tail(output.topic())) {
                for (ConsumerRecord<byte[], byte[]> record : tail.toEnd()) {
                    String seq = Tenant.header(record, OutputFormat.SEQ);
                    if (!seq.isEmpty()) {
                        assertThat(numbered.computeIfAbsent(
                                                Tenant.header(record, OutputFormat.UNIT), unit -> new TreeMap<>())
                                        .put(Long.parseLong(seq), record))
                                .as("another with the number of %s", record)
                                .isNull();
                    }
                }
            }
        }
        SortedMap<String, Collection<ConsumerRecord<byte[], byte[]>>> units = new TreeMap<>();
        numbered.forEach((unit, decisions) -> {
            assertThat(decisions.firstKey()).as(unit).isEqualTo(1);
            assertThat(decisions.lastKey()).as(unit).isEqualTo(decisions.size());
            units.put(unit, decisions.values());
        });
        return units;
    }

    /** Decodes a decision, which is no checkpoint since it has a number. */
    static SpecificRecord read(Tenant tenant, ConsumerRecord<byte[], byte[]> record) {
        try {
            SpecificRecord decision = tenant.wire().read(record.topic(), record.value());
            assertThat(decision).isNotInstanceOf(Checkpoint.class);
            return decision;
        } catch (UnreadableValue | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
