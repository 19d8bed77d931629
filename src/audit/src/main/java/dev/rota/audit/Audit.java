package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Buffers;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.ReadAheadEvidence;
import dev.rota.audit.files.EvidenceExport;
import dev.rota.audit.findings.ExpectedHeads;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.UnattributedRecords;
import dev.rota.audit.inputs.SharedInputs;
import dev.rota.audit.outputs.OutputReader;
import dev.rota.engine.Domain;
import dev.rota.engine.Parallel;
import dev.rota.kafka.Partitions;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Audits a domain: all its log partitions, or that of one unit. */
public final class Audit implements AutoCloseable {

    /** The divisor that gives read-ahead batches their share of the memory. */
    private static final int READ_AHEAD_SHARE = 8;

    private final Names names;
    private final Evidence evidence;

    private final long memoryBytes;
    private long mostBuffered;

    private Audit(NamedEvidence recording, Settings settings) {
        this(recording, settings.number(Setting.AUDIT_MEMORY_BYTES));
    }

    Audit(NamedEvidence recording, long memoryBytes) {
        this.names = recording.names();
        this.evidence = recording.evidence();
        this.memoryBytes = memoryBytes;
        lookUpExtents();
    }

    /**
     * Looks up the extent of all topics, in an order that allows for concurrent writers: first the outputs, then the
     * log, which contains all their causes, then the inputs, which contain all the log's sources.
     */
    private void lookUpExtents() {
        evidence.settle(names.outputs());
        evidence.ranges(names.log());
        names.inputs().forEach(evidence::ranges);
    }

    /** Returns an audit of a cluster's topics. */
    public static Audit ofCluster(Domain domain, Settings settings) {
        return new Audit(NamedEvidence.ofCluster(domain, settings), settings);
    }

    /** Returns an audit of exported files, which needs no cluster and no registry. */
    public static Audit ofFiles(Domain domain, Path folder, Settings settings) {
        return new Audit(NamedEvidence.ofFiles(domain, folder), settings);
    }

    /** Recomputes the decisions in scope and compares them with the outputs. */
    public AuditReport verify(Parallel parallel, AuditScope scope, AuditProgress progress) {
        SortedMap<Integer, OffsetRange> log = evidence.ranges(names.log());
        if (log.isEmpty()) {
            throw new AuditRefused("expected the log " + names.log() + ", but it does not exist");
        }
        List<Integer> audited = audited(scope, log.size());
        UnattributedRecords unattributed = new UnattributedRecords();
        long aheadBytes = memoryBytes / READ_AHEAD_SHARE;
        int readers = readers();
        try (Buffers buffers = new Buffers(memoryBytes - aheadBytes, readers);
                Evidence reading = new ReadAheadEvidence(evidence, buffers, aheadBytes, readers + audited.size());
                SharedInputs inputs = new SharedInputs(reading, unattributed, buffers)) {
            ExpectedHeads heads = new ExpectedHeads(scope.heads());
            List<OutputReader> outputs = outputs(reading, audited, unattributed, buffers);
            try {
                AuditParts parts = new AuditParts(names, reading, scope, outputs, inputs, heads);
                List<Findings> findings = run(parts, parallel, audited, progress);
                mostBuffered = buffers.most();
                return new AuditReport(
                        findings,
                        scope.unit() == null ? unattributed.kept() : List.of(),
                        unattributed.more(),
                        heads.findings(names.log(), findings));
            } finally {
                outputs.forEach(OutputReader::close);
            }
        }
    }

    private List<Findings> run(AuditParts parts, Parallel parallel, List<Integer> audited, AuditProgress progress) {
        List<PartitionAudit> audits = new ArrayList<>();
        long all = 0;
        try {
            for (int partition : audited) {
                OffsetRange held =
                        Objects.requireNonNull(evidence.ranges(names.log()).get(partition));
                Long to = parts.scope().to();
                long end = to == null ? held.end() : Math.min(to, held.end());
                audits.add(new PartitionAudit(parts, parallel, partition, end));
                all += Math.max(0, end - held.begin());
            }
            long wanted = all;
            Lockstep.run(
                    audits,
                    Runtime.getRuntime().availableProcessors(),
                    () -> progress.records(
                            audits.stream().mapToLong(PartitionAudit::taken).sum(), wanted));
            return audits.stream().map(PartitionAudit::finish).toList();
        } finally {
            audits.forEach(PartitionAudit::close);
        }
    }

    /** Returns the log partitions to audit: one for a unit, all for the nameless unit, which is in each of them. */
    private static List<Integer> audited(AuditScope scope, int partitions) {
        String unit = scope.unit();
        return unit == null || unit.isEmpty()
                ? IntStream.range(0, partitions).boxed().toList()
                : List.of(Partitions.of(unit.getBytes(UTF_8), partitions));
    }

    private List<OutputReader> outputs(
            Evidence reading, List<Integer> audited, UnattributedRecords unattributed, Buffers buffers) {
        SortedMap<Integer, OffsetRange> log = evidence.ranges(names.log());
        List<OutputReader> readers = new ArrayList<>();
        names.domain().outputs().forEach(output -> {
            String topic = names.topic(output.topic());
            evidence.ranges(topic)
                    .forEach((partition, held) -> readers.add(new OutputReader(
                            reading,
                            new TopicPartition(topic, partition),
                            held,
                            names.log(),
                            log,
                            audited,
                            unattributed,
                            buffers)));
        });
        return readers;
    }

    /** Returns the number of output and input partitions, adopted ones included. */
    int readers() {
        int own = Stream.concat(names.outputs().stream(), names.inputs().stream())
                .mapToInt(topic -> evidence.ranges(topic).size())
                .sum();
        return own + names.adopted().stream().mapToInt(this::adopted).sum();
    }

    private int adopted(String topic) {
        try {
            return evidence.ranges(topic).size();
        } catch (AuthorizationException | UnknownTopicOrPartitionException e) {
            // It is reported as not compared.
            return 0;
        }
    }

    /** Returns the peak of buffered bytes. */
    long mostBuffered() {
        return mostBuffered;
    }

    /**
     * Exports the evidence to files. Returns the number of records.
     * @throws AuditRefused if the folder contains anything but earlier evidence of the domain, or cannot be written
     */
    public long export(Path folder) {
        return new EvidenceExport(names, evidence, folder).write();
    }

    @Override
    public void close() {
        evidence.close();
    }
}
