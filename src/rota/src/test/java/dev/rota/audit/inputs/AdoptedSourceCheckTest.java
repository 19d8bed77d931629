package dev.rota.audit.inputs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.evidence.Buffers;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.UnattributedRecords;
import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.adopt.Mapping;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.settings.Names;
import dev.rota.shards.scheduler.ShardsDomain;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Compares an adopted event with a topic that belongs to others, who may change, forbid or delete it. */
class AdoptedSourceCheckTest {

    private static final String TOPIC_ID = "AAAAAAAAAAAAAAAAAAAAAA";
    private static final int SCHEMA = 5;
    private static final Position AT = new Position(0, 9, 1_000);

    private final Orders orders = new Orders();
    private final Findings findings = new Findings(0);

    @AutoClose
    private final Buffers buffers = new Buffers(1 << 20, 1);

    @AutoClose
    private final SharedInputs inputs = new SharedInputs(orders, new UnattributedRecords(), buffers);

    private final Names names = new Names(new ShardsDomain(), "");
    private final Mapping mapping = Mapping.of(new ShardsDomain(), "orders", false, new TreeMap<>());
    private final SourceCheck check = new SourceCheck(names, inputs, 0, 1, findings);

    AdoptedSourceCheckTest() {
        check.learn(new LogRecord.Schema(AT, SCHEMA, "", mapping.schema().toString()));
        check.learn(new LogRecord.Mapped(AT, 1, mapping.text()));
    }

    private static SourceRecord record(String value) {
        return new SourceRecord(TOPIC_ID, "orders", 0, 1, "alice".getBytes(UTF_8), List.of(), value.getBytes(UTF_8));
    }

    private LogRecord.Event event(Mapping.Mapped mapped) {
        return new LogRecord.Event(
                AT, mapped.unit(), new Source("orders", 0, 1, TOPIC_ID), mapping.type(), 1, mapped.value(SCHEMA));
    }

    /** Returns the objection to an event of a record; null if there is none. */
    private @Nullable String objection(String value, boolean decoded) throws Exception {
        Mapping.Mapped mapped = mapping.map(record(value));
        LogRecord.Event event = event(mapped);
        SpecificRecord taken = decoded ? mapped.event() : null;
        assertThat(check.formObjection(event, mapped.unit().getBytes(UTF_8), taken))
                .isNull();
        return check.bytesObjection(event, taken);
    }

    @Test
    void shouldCompareWithTheTopic() throws Exception {
        assertThat(objection("one book", true)).isNull();
        assertThat(findings.sourcesCompared()).isEqualTo(1);
        assertThat(objection("two books", true)).contains("differs from its source orders/0/1");
    }

    /** The machine refuses, for example, an event of one unit too many; intake has made it nevertheless. */
    @Test
    void shouldCompareWhatTheSchedulerRefused() throws Exception {
        assertThat(objection("one book", false)).isNull();
        assertThat(findings.sourcesCompared()).isEqualTo(1);
        assertThat(objection("two books", false)).contains("differs from its source orders/0/1");
    }

    @Test
    void shouldGoOnWithoutATopicThatIsForbidden() throws Exception {
        orders.failure = new TopicAuthorizationException("Not authorized to access topics: [orders]");

        assertNotCompared("orders: the input cannot be read (this principal may not read it: Not authorized");
    }

    @Test
    void shouldGoOnWithoutATopicThatMayOnlyBeDescribed() throws Exception {
        orders.readFailure = new TopicAuthorizationException("Not authorized to access topics: [orders]");

        assertNotCompared("orders: the input cannot be read (this principal may not read it: Not authorized");
    }

    @Test
    void shouldGoOnWithoutATopicThatIsBeingDeleted() throws Exception {
        orders.failure = new UnknownTopicOrPartitionException("gone");

        assertNotCompared("orders: the input cannot be read (it is not there)");
    }

    @Test
    void shouldSayThatATopicIsNotThere() throws Exception {
        orders.id = "";

        assertNotCompared("orders: the input cannot be read (it is not there)");
    }

    private void assertNotCompared(String why) throws Exception {
        assertThat(objection("two books", true)).isNull();
        assertThat(objection("two books", true)).isNull();
        assertThat(findings.sourcesCompared()).isZero();
        assertThat(findings.sourcesGone()).isEqualTo(2);
        assertThat(findings.notCompared()).singleElement().asString().startsWith(why);
    }

    /** The owner may have switched compaction on after the mapping was announced. */
    @Test
    void shouldNotAccuseByATopicThatIsCompactedNow() throws Exception {
        orders.hasRecord = false;
        assertThat(objection("one book", true)).contains("is not there, though the input reaches beyond it");

        orders.compacted = true;
        assertThat(objection("one book", true)).isNull();
    }

    /** An audit that cannot apply the mapping of a newer build accuses nobody by the records of that topic. */
    @Test
    void shouldNotAccuseAfterAnUnknownMapping() throws Exception {
        SourceCheck newer = new SourceCheck(names, inputs, 0, 1, findings);
        newer.learn(new LogRecord.Schema(AT, SCHEMA, "", mapping.schema().toString()));
        newer.learn(new LogRecord.Mapped(AT, 1, mapping.text().replace("form=1", "form=9")));
        orders.hasRecord = false;
        Mapping.Mapped mapped = mapping.map(record("one book"));
        LogRecord.Event event = event(mapped);
        byte[] key = mapped.unit().getBytes(UTF_8);
        LogRecord.Refused refused =
                new LogRecord.Refused(AT, event.source(), "HEADER_MISSING", "there is none", new byte[0]);

        assertThat(newer.formObjection(event, key, mapped.event())).isNull();
        assertThat(newer.bytesObjection(event, mapped.event())).isNull();
        assertThat(newer.formObjection(refused)).isNull();
        assertThat(newer.bytesObjection(refused)).isNull();
        assertThat(newer.bytesObjection(new LogRecord.Refused(
                        AT, new Source("shards.workers", 0, 1, TOPIC_ID), "VALUE_INVALID", "invented", new byte[0])))
                .as("an input of Rota is not adopted, whatever the mapping is")
                .contains("is not there");
        assertThat(findings.notCompared()).singleElement().asString().contains("its form is 9");
    }

    /** A topic with one record, between offsets that have none. */
    private static final class Orders implements Evidence {

        private String id = TOPIC_ID;
        private boolean hasRecord = true;
        private boolean compacted;
        private @Nullable RuntimeException failure;
        private @Nullable RuntimeException readFailure;

        private void fail(@Nullable RuntimeException failure) {
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void settle(Collection<String> topics) {
            // There are no open transactions.
        }

        @Override
        public SortedMap<Integer, OffsetRange> ranges(String topic) {
            fail(failure);
            return new TreeMap<>(id.isEmpty() ? Map.of() : Map.of(0, new OffsetRange(0, 3)));
        }

        @Override
        public String topicId(String topic) {
            fail(failure);
            return id;
        }

        @Override
        public boolean isCompacted(String topic) {
            return compacted;
        }

        @Override
        public long firstSince(String topic, int partition, long time) {
            return 0;
        }

        @Override
        public Records read(String topic, int partition, long from, long to) {
            SourceRecord one = record("one book");
            Iterator<StoredRecord> all = hasRecord && from <= 1 && to > 1
                    ? List.of(new StoredRecord("orders", 0, 1, 1_000, one.key(), List.of(), one.value()))
                            .iterator()
                    : List.<StoredRecord>of().iterator();
            return new Records() {
                @Override
                public @Nullable StoredRecord next() {
                    fail(readFailure);
                    return all.hasNext() ? Objects.requireNonNull(all.next()) : null;
                }

                @Override
                public void close() {
                    // There is nothing to close.
                }
            };
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
