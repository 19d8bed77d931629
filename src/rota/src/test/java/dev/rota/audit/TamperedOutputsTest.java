package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.findings.Divergence;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * If outputs are changed afterwards, the audit names the record and its expected content, and no other unit diverges.
 */
class TamperedOutputsTest {

    private static final String TOPIC = "cores.claim-events";
    private static final String FORWARD = "3/demo-forward";
    private static final int INDEX = 100;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private EvidenceFolder evidence;

    @SuppressWarnings("NullAway.Init") // set before each test
    private String at;

    @BeforeEach
    void copy() throws IOException {
        evidence = EvidenceFolder.copyTo(folder.resolve("evidence"));
        at = TOPIC + "/3/"
                + evidence.records(TOPIC, 3).get(INDEX).path("offset").asLong();
    }

    @Test
    void shouldNameAChangedValueAndShowBoth() throws IOException {
        evidence.edit(TOPIC, 3, INDEX, record -> {
            byte[] value = EvidenceFolder.bytes(record, "value");
            // the core is the byte before the empty reason and the absent id
            value[value.length - 3] ^= 2;
            EvidenceFolder.put(record, "value", value);
        });

        Verdict verdict = expectOne("value differs");

        Divergence divergence = verdict.divergence(FORWARD);
        assertThat(divergence.there()).isNotNull().contains("\"chain\":\"demo-forward\"");
        assertThat(divergence.expected()).isNotNull().isNotEqualTo(divergence.there());
    }

    @Test
    void shouldNameAForeignSchemaInTheFrame() throws IOException {
        evidence.edit(TOPIC, 3, INDEX, record -> EvidenceFolder.flip(record, "value", 8 * 4));

        expectOne("its frame names schema 7, but in the log it is 6");
    }

    @Test
    void shouldNameAnotherKey() throws IOException {
        evidence.edit(TOPIC, 3, INDEX, record -> EvidenceFolder.put(record, "key", "other".getBytes(UTF_8)));

        expectOne("its key is 'other'");
    }

    @Test
    void shouldNameAnotherTime() throws IOException {
        evidence.edit(
                TOPIC,
                3,
                INDEX,
                record -> record.put("time", record.path("time").asLong() + 1));

        expectOne("its time is");
    }

    @ParameterizedTest
    @CsvSource({
        "rota-unit, demo-backward",
        "rota-seq, 1",
        "rota-rules, cores/2",
        "rota-chain, 00000000000000000000000000000000"
    })
    void shouldNameAChangedHeader(String header, String value) throws IOException {
        evidence.edit(TOPIC, 3, INDEX, record -> EvidenceFolder.header(record, header, value));

        expectOne(header);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rota-unit", "rota-seq", "rota-rules", "rota-chain"})
    void shouldNameAMissingHeader(String header) throws IOException {
        evidence.edit(
                TOPIC, 3, INDEX, record -> EvidenceFolder.header(record, header).put("name", "other"));

        expectOne(header);
    }

    @Test
    void shouldNameAHeaderTooMany() throws IOException {
        evidence.edit(
                TOPIC,
                3,
                INDEX,
                record -> record.withArray("headers")
                        .addObject()
                        .put("name", "more")
                        .put("value", ""));

        expectOne("other headers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cores.log/3/1", "cores.log/0/100", "cores.log/3/430"})
    void shouldNoticeAnotherCause(String cause) throws IOException {
        evidence.edit(TOPIC, 3, INDEX, record -> EvidenceFolder.header(record, "rota-cause", cause));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging().keySet()).contains(FORWARD).isSubsetOf(FORWARD, "0/demo-forward");
        assertThat(verdict.diverging().values()).anyMatch(place -> place.startsWith(TOPIC + "/3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nothing",
                "jobs.log/3/5",
                "cores.log/3/99999",
                "cores.log/9/1",
                "cores.log/03/5",
                "cores.log/+3/5",
                "cores.log/3/-1",
                "cores.log/3/x",
                "cores.log/3/+5",
                "cores.log//5"
            })
    void shouldNameARecordWithAForeignCause(String cause) throws IOException {
        append(record -> EvidenceFolder.header(record, "rota-cause", cause));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly(appendedAt());
        assertThat(verdict.diverging()).isEmpty();
    }

    @Test
    void shouldNameARecordWithoutHeaders() throws IOException {
        append(record -> record.putArray("headers"));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.othersAt()).containsExactly(appendedAt());
        assertThat(verdict.diverging()).isEmpty();
    }

    @Test
    void shouldNameAnAddedRecordWithPlausibleHeaders() throws IOException {
        append(record -> EvidenceFolder.header(record, "rota-seq", "9999"));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).isEqualTo(Map.of(FORWARD, appendedAt()));
        assertThat(verdict.what(FORWARD)).contains("one record too many");
    }

    @Test
    void shouldNameAMissingRecord() throws IOException {
        evidence.edit(TOPIC, 3, records -> records.remove(INDEX));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
        Divergence divergence = verdict.divergence(FORWARD);
        // another output of the same cause may be in its place
        assertThat(divergence.at()).startsWith(TOPIC + "/3");
    }

    @Test
    void shouldNameADoubledRecord() throws IOException {
        String doubled = TOPIC + "/3/" + (evidence.records(TOPIC, 3).size() + 10_000);
        evidence.edit(TOPIC, 3, records -> {
            ObjectNode copy = records.get(records.size() - 1).deepCopy();
            copy.put("offset", records.size() + 10_000);
            records.add(copy);
        });

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).isEqualTo(Map.of(FORWARD, doubled));
    }

    @Test
    void shouldNoticeSwappedNeighbours() throws IOException {
        evidence.edit(TOPIC, 3, records -> {
            ObjectNode first = records.get(INDEX).deepCopy();
            ObjectNode second = records.get(INDEX + 1).deepCopy();
            long here = first.path("offset").asLong();
            first.put("offset", second.path("offset").asLong());
            records.set(INDEX, second.put("offset", here));
            records.set(INDEX + 1, first);
        });

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
        assertThat(verdict.diverging().get(FORWARD)).startsWith(TOPIC + "/3");
    }

    @Test
    void shouldNoticeARecordInAnotherPartition() throws IOException {
        ObjectNode moved = evidence.records(TOPIC, 3).get(INDEX).deepCopy();
        evidence.edit(TOPIC, 3, records -> records.remove(INDEX));
        evidence.edit(TOPIC, 2, records -> records.add(moved.put("offset", 0)));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).isEqualTo(Map.of(FORWARD, TOPIC + "/2/0"));
    }

    @Test
    void shouldNameACheckpointThatDoesNotFit() throws IOException {
        evidence.edit("cores.checkpoints", 3, 0, record -> checkpoint(record, checkpoint -> checkpoint.setSeq(7)));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).isEqualTo(Map.of(FORWARD, "cores.checkpoints/3/0"));
    }

    @Test
    void shouldIgnoreWhichJarWroteACheckpoint() throws IOException {
        evidence.edit(
                "cores.checkpoints", 3, 0, record -> checkpoint(record, checkpoint -> checkpoint.setVersion("9.9")));

        assertThat(Verdict.of(evidence.path()).right()).isTrue();
    }

    @Test
    void shouldReportWhatRetentionHasDeleted() throws IOException {
        long begin = evidence.records(TOPIC, 3).get(INDEX).path("offset").asLong();
        evidence.edit(TOPIC, 3, records -> records.subList(0, INDEX).clear());
        evidence.manifest(TOPIC, 3, held -> held.put("begin", begin));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isTrue();
        assertThat(verdict.units().get(FORWARD)).satisfies(unit -> {
            assertThat(unit.notComparedDecisions()).isEqualTo(INDEX);
            assertThat(unit.decisions()).isEqualTo(819 - INDEX);
        });
        assertThat(verdict.partitions().get(3).notCompared())
                .containsExactly(TOPIC + "/3: offsets 0 to " + (begin - 1) + " were deleted by retention");
    }

    @Test
    void shouldStillNameADivergenceAfterWhatRetentionHasDeleted() throws IOException {
        shouldReportWhatRetentionHasDeleted();
        evidence.edit(TOPIC, 3, records -> records.remove(200));

        assertThat(Verdict.of(evidence.path()).diverging()).containsOnlyKeys(FORWARD);
    }

    private void append(Consumer<ObjectNode> change) throws IOException {
        evidence.edit(TOPIC, 3, records -> {
            ObjectNode last = records.get(records.size() - 1);
            ObjectNode copy = last.deepCopy();
            copy.put("offset", last.path("offset").asLong() + 2);
            change.accept(copy);
            records.add(copy);
        });
    }

    private String appendedAt() throws IOException {
        List<ObjectNode> records = evidence.records(TOPIC, 3);
        return TOPIC + "/3/" + records.get(records.size() - 1).path("offset").asLong();
    }

    private static void checkpoint(ObjectNode record, Consumer<Checkpoint.Builder> change) {
        AvroCodec<Checkpoint> codec = AvroCodec.of(Checkpoint.class);
        byte[] value = EvidenceFolder.bytes(record, "value");
        Checkpoint there = codec.decode(Arrays.copyOfRange(value, Framing.BYTES, value.length));
        Checkpoint.Builder builder = Checkpoint.newBuilder(there);
        change.accept(builder);
        EvidenceFolder.put(record, "value", Framing.frame(Framing.schemaId(value), codec.encode(builder.build())));
    }

    /** Asserts that one unit diverges, at the changed record, and nothing else does. */
    private Verdict expectOne(String what) {
        Verdict verdict = Verdict.of(evidence.path());
        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).isEqualTo(Map.of(FORWARD, at));
        assertThat(verdict.what(FORWARD)).contains(what);
        assertThat(verdict.others()).isEmpty();
        return verdict;
    }
}
