package dev.rota.pages.index;

import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Creates entries of decisions that are in no topic. */
public final class TestEntries {
    private TestEntries() {}

    /**
     * Creates the entry of a decision.
     *
     * @param offset the offset in its topic
     */
    public static Entry of(Domain domain, Decision decision, long offset) {
        return new Entry(
                domain.name(),
                decision.output().topic(),
                decision.output().topic(),
                0,
                offset,
                decision.time(),
                decision.unit(),
                decision.seq(),
                new Entry.Cause(0, decision.cause().offset()),
                domain.name() + "/" + decision.rules(),
                "",
                decision.key(),
                Mentions.kind(decision.value()),
                Sentences.of(domain, decision.value()),
                Mentions.of(decision.value(), decision.unit()));
    }

    /** Creates the entry of an output. */
    public static Entry of(Domain domain, String topic, String unit, long time, long seq, SpecificRecord value) {
        return new Entry(
                domain.name(),
                topic,
                topic,
                0,
                seq,
                time,
                unit,
                seq,
                new Entry.Cause(0, seq),
                domain.name() + "/1",
                "",
                "",
                Mentions.kind(value),
                Sentences.of(domain, value),
                Mentions.of(value, unit));
    }

    /** Creates the entry of a record of which only the place matters. */
    public static Entry at(String topic, int partition, long offset) {
        return new Entry(
                "domain",
                topic,
                topic,
                partition,
                offset,
                0,
                "unit",
                1,
                new Entry.Cause(0, 0),
                "domain/1",
                "",
                "",
                "",
                "",
                List.of());
    }
}
