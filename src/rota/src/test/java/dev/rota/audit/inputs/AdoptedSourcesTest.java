package dev.rota.audit.inputs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.findings.Findings;
import dev.rota.engine.Position;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.adopt.Mapping;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.shards.Transaction;
import dev.rota.shards.scheduler.ShardsDomain;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AdoptedSourcesTest {

    private static final String TOPIC_ID = "AAAAAAAAAAAAAAAAAAAAAA";
    private static final Source SOURCE = new Source("orders", 3, 17, TOPIC_ID);
    private static final Position AT = new Position(0, 9, 1_000);

    private final ShardsDomain domain = new ShardsDomain();
    private final Findings findings = new Findings(0);
    private final AdoptedSources sources = new AdoptedSources(domain, findings);

    private Mapping mapping(Map<String, String> settings, boolean compacted) {
        return Mapping.of(domain, "orders", compacted, new TreeMap<>(settings));
    }

    private void learn(int version, String text) {
        sources.learn(new LogRecord.Mapped(AT, version, text));
    }

    private static Transaction transaction(Mapping mapping) throws Exception {
        SourceRecord record = new SourceRecord(
                TOPIC_ID, "orders", 3, 17, "alice".getBytes(UTF_8), List.of(), "one book".getBytes(UTF_8));
        return (Transaction) mapping.map(record).event();
    }

    private String objection(int version, String unit, Transaction transaction) throws Exception {
        byte[] value = Framing.frame(5, AvroCodec.encoded(transaction));
        LogRecord.Event event = new LogRecord.Event(AT, unit, SOURCE, "dev.rota.shards.Transaction", version, value);
        return String.valueOf(sources.objection(event, transaction));
    }

    @Test
    void shouldMakeTheEventAgain() throws Exception {
        Mapping mapping = mapping(Map.of("pool", "a"), false);
        learn(1, mapping.text());

        assertThat(objection(1, "a", transaction(mapping))).isEqualTo("null");
        assertThat(objection(2, "a", transaction(mapping))).isEqualTo("no mapping 2 of orders precedes it");
        assertThat(objection(1, "b", transaction(mapping))).startsWith("the event belongs to the unit a");
        Transaction moved =
                Transaction.newBuilder(transaction(mapping)).setShard("bob").build();
        assertThat(objection(1, "a", moved)).startsWith("its mapping makes another event");
        Transaction renamed = Transaction.newBuilder(transaction(mapping))
                .setSource("orders/3/18")
                .build();
        assertThat(objection(1, "a", renamed)).startsWith("the event was made of orders/3/18");
    }

    @Test
    void shouldApplyEachMappingToItsEvents() throws Exception {
        Mapping first = mapping(Map.of("pool", "a"), false);
        Mapping second = mapping(Map.of("pool", "b", "tombstones", "skip"), false);
        learn(1, first.text());
        learn(2, second.text());

        assertThat(objection(1, "a", transaction(first))).isEqualTo("null");
        assertThat(objection(2, "b", transaction(second))).isEqualTo("null");
        assertThat(objection(1, "b", transaction(second))).startsWith("the event belongs to the unit a");
        Transaction tombstone =
                Transaction.newBuilder(transaction(second)).setTombstone(true).build();
        assertThat(objection(2, "b", tombstone)).startsWith("its mapping skips the record");
    }

    /** A compacted topic loses records, so one that is not there proves nothing. */
    @Test
    void shouldNotAccuseByACompactedTopic() {
        learn(1, mapping(Map.of(), false).text());
        assertThat(sources.wasCompacted("orders")).isFalse();

        learn(2, mapping(Map.of(), true).text());
        assertThat(sources.wasCompacted("orders")).isTrue();

        // The records that compaction has removed by then do not return.
        learn(3, mapping(Map.of(), false).text());
        assertThat(sources.wasCompacted("orders")).isTrue();
    }

    /** A mapping of a newer build cannot be applied: its events are not compared, and nobody is accused. */
    @Test
    void shouldSayWhatItCannotCompare() throws Exception {
        Mapping mapping = mapping(Map.of(), false);
        learn(1, mapping.text().replace("form=1", "form=9"));

        assertThat(objection(1, "default", transaction(mapping))).isEqualTo("null");
        assertThat(findings.notCompared()).hasSize(1).first().asString().contains("its form is 9");
    }
}
