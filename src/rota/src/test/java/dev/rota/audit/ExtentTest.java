package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.findings.ExpectedHead;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.Partitions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit compares as far as the outputs show decisions. A consumer group can only extend it. */
class ExtentTest {

    /** The offset of a log record of partition 3 without outputs, which the announcement of a newer format replaces. */
    private static final int NEWER = 101;

    private static final String FORWARD = "3/demo-forward";
    private static final List<String> OUTPUTS = List.of(
            "cores.assignments",
            "cores.forecasts",
            "cores.groups",
            "cores.claim-events",
            "cores.duties",
            "cores.rejections",
            "cores.checkpoints");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private EvidenceFolder evidence;

    @BeforeEach
    void copy() throws IOException {
        evidence = EvidenceFolder.copyTo(folder.resolve("evidence"));
    }

    @Test
    void shouldCompareAllWithoutAGroup() throws IOException {

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isTrue();
        assertThat(verdict.units().values().stream()
                        .mapToLong(UnitFindings::decisions)
                        .sum())
                .isEqualTo(1_340);
        assertThat(verdict.partitions().get(3).to()
                        + verdict.partitions().get(3).pending())
                .isEqualTo(432);
    }

    @Test
    void shouldNoticeADeletedTailByLaterCausesInOtherOutputs() throws IOException {
        evidence.edit(
                "cores.assignments",
                3,
                records -> records.subList(records.size() - 3, records.size()).clear());

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isFalse();
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
        assertThat(verdict.what(FORWARD)).contains("missing");
    }

    @Test
    void shouldNoticeTheLastOutputByAnotherOfItsCause() throws IOException {
        // given a last log record with several outputs
        long last = lastCause();
        List<String> gone = new ArrayList<>();
        for (String topic : OUTPUTS) {
            evidence.edit(topic, 3, records -> {
                int index = records.size() - 1;
                if (gone.isEmpty() && index >= 0 && cause(records.get(index)) == last) {
                    records.remove(index);
                    gone.add(topic);
                }
            });
        }

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(gone).hasSize(1);
        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
        assertThat(verdict.divergence(FORWARD).at()).startsWith(gone.get(0));
    }

    @Test
    void shouldNoticeADeletedTailByAHeadThatWasNotedEarlier() throws IOException {
        ExpectedHead noted = Objects.requireNonNull(
                ExpectedHead.parse("demo-forward=cdb36274637a45b4512bef13f11ca3c20846e04c9a5fcc8cb576f3d9a034408f"));
        AuditScope scope = new AuditScope(null, null, List.of(noted));
        assertThat(Verdict.report(evidence.path(), scope).outcome()).isEqualTo(AuditReport.Outcome.VERIFIED);

        removeCausesFrom(300);

        assertThat(Verdict.report(evidence.path(), scope).outcome()).isEqualTo(AuditReport.Outcome.DIVERGES);
    }

    /** Later outputs and heads may be right, so they are no evidence of tampering. */
    @Test
    void shouldLeaveALogOfANewerFormatToANewerBuild() throws IOException {
        // given
        announceFormat(NEWER, LogFormat.NEWEST + 1);
        ExpectedHead later = Objects.requireNonNull(
                ExpectedHead.parse("demo-forward=cdb36274637a45b4512bef13f11ca3c20846e04c9a5fcc8cb576f3d9a034408f"));

        AuditReport report = Verdict.report(evidence.path(), new AuditScope(null, null, List.of(later)));
        VerbRun run = VerbRun.here(
                "audit",
                "cores",
                "--files",
                evidence.path().toString(),
                "--expect-head",
                "demo-forward=" + later.head());

        assertThat(report.outcome()).as(run.out()).isEqualTo(AuditReport.Outcome.NEEDS_NEWER_BUILD);
        assertThat(report.partitions().get(3).notCompared())
                .containsExactly("cores.log/3/" + NEWER + " and what follows: the log continues in format 3, but this"
                        + " build supports the formats 1 to 2. Run a newer build");
        assertThat(report.partitions()).allMatch(Findings::hold);
        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out())
                .contains("NOT FOUND in what this build can recompute")
                .endsWith("What this build can recompute is right. The rest needs a newer build of Rota.\n");
    }

    @Test
    void shouldReportWhatDivergesBeforeANewerFormat() throws IOException {
        announceFormat(NEWER, LogFormat.NEWEST + 1);
        evidence.edit(
                "cores.log",
                3,
                NEWER - 3,
                record -> record.put("time", record.path("time").asLong() + 1));

        assertThat(report(AuditScope.ALL).outcome()).isEqualTo(AuditReport.Outcome.DIVERGES);
    }

    /** Replaces a record of partition 3 with a copy of its first, the rules record, with a format number. */
    private void announceFormat(int index, int format) throws IOException {
        ObjectNode rules = evidence.records("cores.log", 3).get(0);
        evidence.edit("cores.log", 3, index, record -> {
            record.setAll(rules.deepCopy()
                    .put("offset", record.path("offset").asLong())
                    .put("time", record.path("time").asLong()));
            EvidenceFolder.put(
                    record.withArray("headers").addObject().put("name", LogFormat.FORMAT),
                    "value",
                    String.valueOf(format).getBytes(UTF_8));
        });
    }

    /** Records that are not decided yet have no outputs either, and neither has a halted partition. */
    @Test
    void shouldReportAsPendingWhatNoOutputShowsDecided() throws IOException {
        removeCausesFrom(300);

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.right()).isTrue();
        assertThat(verdict.partitions().get(3).to()).isLessThanOrEqualTo(300);
        assertThat(verdict.partitions().get(3).pending())
                .isEqualTo(432 - verdict.partitions().get(3).to());
        assertThat(verdict.units().get(FORWARD))
                .satisfies(unit -> assertThat(unit.records()).isPositive());
    }

    @Test
    void shouldNotWaitForTheRestOfATransactionThatIsBeingWritten() throws IOException {
        long last = lastCause();
        // given an unsettled transaction, of which one output can be read
        evidence.edit("cores.claim-events", 3, records -> records.removeIf(record -> cause(record) == last));
        for (String topic : OUTPUTS) {
            List<ObjectNode> records = evidence.records(topic, 3);
            for (ObjectNode record : records) {
                if (cause(record) == last) {
                    long offset = record.path("offset").asLong();
                    evidence.manifest(
                            topic,
                            3,
                            held -> held.put(
                                    "settled",
                                    Math.min(offset, held.path("settled").asLong(offset))));
                }
            }
        }

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.diverging()).isEmpty();
        assertThat(verdict.partitions().get(3).to()).isLessThanOrEqualTo(last);
    }

    @Test
    void shouldSayThatNothingWasComparedWithoutOutputs() throws IOException {
        for (int partition = 0; partition < 4; partition++) {
            for (String topic : OUTPUTS) {
                evidence.edit(topic, partition, List::clear);
            }
        }

        AuditReport report = report(AuditScope.ALL);

        assertThat(report.outcome()).isEqualTo(AuditReport.Outcome.NOTHING_COMPARED);
        assertThat(report.pending()).isEqualTo(757);
    }

    @Test
    void shouldSayThatNothingWasComparedOfAnEmptyLog() throws IOException {
        for (int partition = 0; partition < 4; partition++) {
            evidence.edit("cores.log", partition, List::clear);
            evidence.manifest("cores.log", partition, held -> held.put("end", 0));
            for (String topic : OUTPUTS) {
                evidence.edit(topic, partition, List::clear);
            }
        }

        assertThat(report(AuditScope.ALL).outcome()).isEqualTo(AuditReport.Outcome.NOTHING_COMPARED);
    }

    @Test
    void shouldSayThatNothingWasComparedOfAUnitThatTheLogDoesNotKnow() {
        assertThat(report(new AuditScope("demo-foward", null, List.of())).outcome())
                .isEqualTo(AuditReport.Outcome.NOTHING_COMPARED);
    }

    @Test
    void shouldSayThatNothingWasComparedWhereRetentionTookAllOutputs() throws IOException {
        for (int partition = 0; partition < 4; partition++) {
            for (String topic : OUTPUTS) {
                evidence.edit(topic, partition, List::clear);
                evidence.manifest(
                        topic,
                        partition,
                        held -> held.put("begin", held.path("end").asLong()));
            }
        }

        assertThat(report(AuditScope.ALL).outcome()).isEqualTo(AuditReport.Outcome.NOTHING_COMPARED);
    }

    @Test
    void shouldFindOutputsInPartitionsThatWereAddedLater() throws IOException {
        int added = addPartitions("cores.claim-events", 300);

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(evidence.records("cores.claim-events", added)).hasSizeGreaterThan(100);
        assertThat(verdict.diverging()).isEmpty();
        assertThat(verdict.right()).isTrue();
    }

    @Test
    void shouldNameAMissingOutputInAPartitionThatWasAddedLater() throws IOException {
        int added = addPartitions("cores.claim-events", 300);
        evidence.edit("cores.claim-events", added, records -> records.remove(5));

        Verdict verdict = Verdict.of(evidence.path());

        assertThat(verdict.diverging()).containsOnlyKeys(FORWARD);
        assertThat(verdict.divergence(FORWARD).at()).startsWith("cores.claim-events/" + added);
    }

    /**
     * Adds partitions until the key demo-forward hashes to a new one, and moves its outputs from a record on there, as
     * the scheduler's producer does once its metadata contains the new partitions. Returns that partition.
     */
    private int addPartitions(String topic, int from) throws IOException {
        int partitions = 4;
        int home;
        do {
            evidence.addPartition(topic, partitions);
            partitions++;
            home = Partitions.of("demo-forward".getBytes(UTF_8), partitions);
        } while (home < 4);
        List<ObjectNode> records = evidence.records(topic, 3);
        List<ObjectNode> moved = new ArrayList<>(records.subList(from, records.size()));
        evidence.edit(topic, 3, all -> all.subList(from, all.size()).clear());
        evidence.edit(topic, home, all -> moved.forEach(record -> all.add(record.put("offset", all.size()))));
        return home;
    }

    /** Removes all outputs that were caused by records of log partition 3 from an offset on. */
    private void removeCausesFrom(long offset) throws IOException {
        for (int partition = 0; partition < 4; partition++) {
            for (String topic : OUTPUTS) {
                evidence.edit(topic, partition, records -> records.removeIf(record -> cause(record) >= offset));
            }
        }
    }

    private long lastCause() throws IOException {
        long last = -1;
        for (int partition = 0; partition < 4; partition++) {
            for (String topic : OUTPUTS) {
                for (ObjectNode record : evidence.records(topic, partition)) {
                    last = Math.max(last, cause(record));
                }
            }
        }
        return last;
    }

    /** Returns the offset of a record's cause in log partition 3, or -1 if its cause is in another partition. */
    private static long cause(ObjectNode record) {
        String cause = EvidenceFolder.headerText(record, "rota-cause");
        return cause.startsWith("cores.log/3/") ? Long.parseLong(cause.substring(cause.lastIndexOf('/') + 1)) : -1;
    }

    private AuditReport report(AuditScope scope) {
        return Verdict.report(evidence.path(), scope);
    }
}
