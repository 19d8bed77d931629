package dev.rota.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.files.FileEvidence;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Parallel;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.settings.Names;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An audit reads each partition once, however many log partitions there are, in bounded memory. */
class OnePassTest {

    /** Outputs are keyed by job and bot, so every output partition has records of several log partitions. */
    private final Domain jobs =
            new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", "linux:linux,unknown;mac:mac")));

    private final FileEvidence files = FileEvidence.of(jobs, Path.of("src/rota/src/test/resources/recorded/jobs-1"));
    private final CountedEvidence evidence = new CountedEvidence(files);
    private final Names names = new Names(jobs, files.prefix());

    @Test
    void shouldReadEachPartitionOnce() {
        AuditReport report = verify(1 << 20);

        assertThat(report.outcome()).isEqualTo(AuditReport.Outcome.VERIFIED);
        assertThat(report.decisions()).isEqualTo(210);
        assertThat(evidence.reads.values()).containsOnly(1);
        assertThat(evidence.reads.keySet()).containsExactlyInAnyOrderElementsOf(partitionsWithRecords());
    }

    @ParameterizedTest
    @ValueSource(longs = {64_000, 128_000})
    void shouldStayWithinItsMemoryLimit(long memoryBytes) {
        try (Audit audit = new Audit(new NamedEvidence(names, evidence), memoryBytes)) {
            AuditReport report = audit.verify(Parallel.SEQUENTIAL, AuditScope.ALL, AuditProgress.SILENT);

            assertThat(report.outcome()).isEqualTo(AuditReport.Outcome.VERIFIED);
            assertThat(audit.mostBuffered()).isPositive().isLessThanOrEqualTo(memoryBytes);
        }
    }

    /** Each has a share of the memory. */
    @Test
    void shouldCountPartitionsOfAdoptedTopics() {
        String topic = names.topic("jobs.events");
        Names adopting = new Names(jobs, files.prefix(), List.of(topic));
        try (Audit audit = new Audit(new NamedEvidence(names, evidence), 1);
                Audit more = new Audit(new NamedEvidence(adopting, evidence), 1)) {
            assertThat(more.readers())
                    .isEqualTo(audit.readers() + evidence.ranges(topic).size())
                    .isGreaterThan(audit.readers());
        }
    }

    /** Without room for a single record, all records that are not compared at once go through the file. */
    @Test
    void shouldFindTheSameThroughTheSpillFile() {
        AuditReport report = verify(1);

        assertThat(report.outcome()).isEqualTo(AuditReport.Outcome.VERIFIED);
        assertThat(report.decisions()).isEqualTo(210);
        assertThat(evidence.reads.values()).containsOnly(1);
    }

    private AuditReport verify(long memoryBytes) {
        try (Audit audit = new Audit(new NamedEvidence(names, evidence), memoryBytes)) {
            return audit.verify(Parallel.SEQUENTIAL, AuditScope.ALL, AuditProgress.SILENT);
        }
    }

    private List<String> partitionsWithRecords() {
        return Stream.of(
                        Stream.of(names.log()),
                        jobs.inputs().stream().map(Input::topic).map(names::topic),
                        jobs.outputs().stream().map(Output::topic).map(names::topic))
                .flatMap(topics -> topics)
                .flatMap(topic -> evidence.ranges(topic).entrySet().stream()
                        .filter(held ->
                                held.getValue().begin() < held.getValue().end())
                        .map(held -> topic + "/" + held.getKey()))
                .toList();
    }
}
