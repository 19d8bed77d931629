package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** If the log is changed afterwards, the audit names the first record that shows it, and no other unit diverges. */
class TamperedLogTest {

    /** The offset of an event of the chain demo-forward in the middle of the log. */
    private static final int EVENT = 199;

    private static final String AT_EVENT = "cores.log/3/199";
    private static final String FORWARD = "3/demo-forward";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private EvidenceFolder evidence;

    @BeforeEach
    void copy() throws IOException {
        evidence = EvidenceFolder.copyTo(folder.resolve("evidence"));
        assertThat(EvidenceFolder.text(evidence.records("cores.log", 3).get(EVENT), "key"))
                .isEqualTo("demo-forward");
    }

    @Test
    void shouldNameAnEventThatDiffersFromItsInput() throws IOException {
        evidence.edit("cores.log", 3, EVENT, record -> EvidenceFolder.flip(record, "value", lastByte(record)));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).isEqualTo(Map.of(FORWARD, AT_EVENT));
        assertThat(verdict.what(FORWARD)).contains("differs from its source");
    }

    @Test
    void shouldNameTheFirstOutputOfAChangedEventWhereInputsAreGone() throws IOException {
        evidence.removeInputs();
        evidence.edit("cores.log", 3, EVENT, record -> EvidenceFolder.flip(record, "value", lastByte(record)));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
        assertThat(verdict.what(FORWARD)).contains("caused by " + AT_EVENT);
    }

    @Test
    void shouldVerifyWhereInputsAreGone() throws IOException {
        evidence.removeInputs();

        Verdict verdict = audit();

        assertThat(verdict.right()).isTrue();
        assertThat(verdict.partitions().get(3).sourcesGone()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource({
        "rota-kind, evenx",
        "rota-kind, tick",
        "rota-kind, refused",
        "rota-source, cores.claims/3/1",
        "rota-source, cores.claims/3",
        "rota-source, nothing/3/500",
        "rota-source, cores.claims/3/99999",
        "rota-source-id, AAAAAAAAAAAAAAAAAAAAAA",
        "rota-type, dev.rota.cores.BlockEvent",
        "rota-type, x"
    })
    void shouldNoticeAChangedHeader(String header, String value) throws IOException {
        evidence.edit("cores.log", 3, EVENT, record -> {
            assertThat(EvidenceFolder.headerText(record, "rota-type")).isEqualTo("dev.rota.cores.Claim");
            EvidenceFolder.header(record, header, value);
        });

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging().keySet()).contains(FORWARD).isSubsetOf(FORWARD, "3/");
    }

    @Test
    void shouldNoticeAnotherTime() throws IOException {
        evidence.edit(
                "cores.log",
                3,
                EVENT,
                record -> record.put("time", record.path("time").asLong() + 1));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
        assertThat(verdict.what(FORWARD)).contains("caused by " + AT_EVENT);
    }

    @Test
    void shouldSayThatTheBeginningWasDeleted() throws IOException {
        evidence.edit("cores.log", 3, records -> records.subList(0, 50).clear());
        evidence.manifest("cores.log", 3, held -> held.put("begin", 50));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).isEmpty();
        assertThat(verdict.others()).hasSize(1);
        assertThat(verdict.others().get(0).at()).isEqualTo("cores.log/3/50");
        assertThat(verdict.others().get(0).what()).contains("was deleted", "50 to 431", "retention");
        assertThat(verdict.units()).containsKey("1/polkadot");
    }

    @Test
    void shouldStopAtRulesThatItDoesNotKnow() throws IOException {
        evidence.edit("cores.log", 3, 0, record -> EvidenceFolder.put(record, "value", "2".getBytes(UTF_8)));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.partitions().get(3).notCompared())
                .singleElement()
                .asString()
                .startsWith("cores.log/3/0 and what follows: ")
                .contains("cores/2", "this build supports");
        assertThat(verdict.diverging()).isEmpty();
    }

    @Test
    void shouldNoticeAnotherNumberOfPartitions() throws IOException {
        evidence.edit("cores.log", 3, 0, record -> EvidenceFolder.header(record, "rota-partitions", "5"));

        assertThat(audit().othersAt()).containsExactly("cores.log/3/0");
    }

    @Test
    void shouldNameAUnitInAForeignPartition() throws IOException {
        ObjectNode stray = evidence.records("cores.log", 3).get(431);
        evidence.edit("cores.log", 0, records -> records.add(stray.put("offset", 221)));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        // the unit does not exist in that partition, so its rejection would belong to the nameless unit
        assertThat(verdict.diverging()).isEqualTo(Map.of("0/", "cores.log/0/221"));
        assertThat(verdict.what("0/")).contains("belongs to partition 3");
    }

    @Test
    void shouldNameARecordWithoutHeaders() throws IOException {
        append(record -> record.putArray("headers"));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly("cores.log/3/432");
        assertThat(verdict.diverging()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cores.claims/3/99999", "cores.claims/3/-1", "cores.claims/7/1", "jobs.bots/0/1"})
    void shouldNameAForgedRecord(String source) throws IOException {
        append(record -> EvidenceFolder.header(record, "rota-source", source));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        if (verdict.diverging().isEmpty()) {
            // The scheduler drops the record as a repetition, but intake cannot have written it.
            assertThat(verdict.othersAt()).containsExactly("cores.log/3/432");
        } else {
            assertThat(verdict.diverging()).isEqualTo(Map.of(FORWARD, "cores.log/3/432"));
        }
    }

    @Test
    void shouldNameAnEventThatIntakeWouldHaveRefused() throws IOException {
        evidence.removeInputs();
        evidence.edit("cores.log", 3, EVENT, record -> {
            byte[] value = EvidenceFolder.bytes(record, "value");
            // the length of the chain's name becomes negative
            value[5] = 1;
            EvidenceFolder.put(record, "value", value);
        });

        Verdict verdict = audit();

        // the scheduler would have rejected the event in the nameless unit, and the event's unit would have decided
        // less
        assertThat(verdict.diverging()).containsOnlyKeys("3/", FORWARD).containsEntry("3/", AT_EVENT);
        assertThat(verdict.what("3/")).contains("intake would have refused it");
    }

    @Test
    void shouldDropARepetitionOfIntake() throws IOException {
        append(record -> {});

        Verdict verdict = audit();

        // no output shows that the scheduler has read the record, so it is pending
        assertThat(verdict.right()).isTrue();
        assertThat(verdict.partitions().get(3).pending()).isEqualTo(1);
    }

    @Test
    void shouldNameADroppedRecord() throws IOException {
        evidence.edit("cores.log", 3, records -> records.remove(EVENT));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly(AT_EVENT);
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
    }

    /** Only the nameless unit's chain shows that the last record of a unit and its outputs are gone. */
    @Test
    void shouldNameARecordThatWasDroppedWithAllThatItCaused() throws IOException {
        evidence.edit(
                "cores.log",
                1,
                records -> records.removeIf(
                        record -> EvidenceFolder.text(record, "key").equals("nobody")));
        evidence.edit(
                "cores.rejections",
                1,
                records -> records.removeIf(
                        record -> EvidenceFolder.text(record, "key").equals("nobody")));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.others()).hasSize(1);
        assertThat(verdict.others().get(0).what()).contains("missing");
        // the nameless unit's chain covers records that no unit's chain covers
        assertThat(verdict.diverging()).containsOnlyKeys("1/");
    }

    @Test
    void shouldNameTheEndOfALogThatWasCutOff() throws IOException {
        evidence.edit("cores.log", 3, records -> records.subList(400, 432).clear());

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly("cores.log/3/400");
        assertThat(verdict.others().get(0).what()).contains("cores.log/3/431");
        assertThat(verdict.diverging().keySet()).contains(FORWARD).isSubsetOf(FORWARD, "3/");
    }

    @Test
    void shouldNoticeSwappedRecords() throws IOException {
        evidence.edit("cores.log", 3, records -> {
            ObjectNode first = records.get(EVENT);
            ObjectNode second = records.get(EVENT + 1);
            records.set(EVENT, second.deepCopy().put("offset", EVENT));
            records.set(EVENT + 1, first.deepCopy().put("offset", EVENT + 1));
        });

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
    }

    @Test
    void shouldNoticeASchemaMissingFromTheLog() throws IOException {
        // given a missing schema, which is covered by the chain of every unit of its partition
        evidence.edit("cores.log", 3, records -> records.remove(1));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).contains("cores.log/3/1");
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD, "3/");
        assertThat(verdict.what(FORWARD)).contains("another log");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"type\": \"record\"", "nonsense", "{\"type\":\"record\",\"name\":\"a-b\",\"fields\":[]}"})
    void shouldNameAnInvalidSchema(String text) throws IOException {
        evidence.edit("cores.log", 3, 1, record -> EvidenceFolder.put(record, "value", text.getBytes(UTF_8)));

        Verdict verdict = audit();

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly("cores.log/3/1");
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD, "3/");
    }

    @Test
    void shouldAuditOneUnitAlone() throws IOException {
        evidence.edit("cores.log", 1, 41, record -> record.put("time", 1));

        assertThat(audit().diverging()).containsOnlyKeys("1/polkadot");
        assertThat(Verdict.of(evidence.path(), "demo-backward", null).right()).isTrue();
        assertThat(Verdict.of(evidence.path(), "polkadot", null).right()).isFalse();
    }

    @Test
    void shouldStopAtTheGivenOffset() throws IOException {
        evidence.edit("cores.log", 3, EVENT, record -> record.put("time", 1));

        Verdict verdict = Verdict.of(evidence.path(), "demo-forward", (long) EVENT);

        assertThat(verdict.right()).isTrue();
        assertThat(verdict.partitions()).hasSize(1);
        assertThat(verdict.partitions().get(0).pending()).isEqualTo(432 - EVENT);
        assertThat(Verdict.of(evidence.path(), "demo-forward", EVENT + 1L).right())
                .isFalse();
    }

    private interface Change {
        void change(ObjectNode record);
    }

    /** Appends a changed copy of the last claim to the log. */
    private void append(Change change) throws IOException {
        evidence.edit("cores.log", 3, records -> {
            ObjectNode copy = records.get(EVENT).deepCopy();
            copy.put("offset", records.size());
            change.change(copy);
            records.add(copy);
        });
    }

    private static int lastByte(ObjectNode record) {
        return 8 * (EvidenceFolder.bytes(record, "value").length - 1);
    }

    private Verdict audit() {
        return Verdict.of(evidence.path());
    }
}
