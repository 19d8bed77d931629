package dev.rota.audit;

import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.KafkaEvidence;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.files.EvidenceExport;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.settings.Names;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Audits topics that exist only in memory. */
public final class SimulatedAudit {

    /** A limit so low that partitions are read on the deciding thread. No run needs more. */
    private static final long MEMORY_BYTES = 1 << 18;

    /** A topic's id and partitions. */
    public record Topic(String id, List<Stored> partitions) {
        public Topic {
            partitions = List.copyOf(partitions);
        }
    }

    /** The committed records of a partition, with its begin and end offsets. */
    public record Stored(long begin, long end, List<ConsumerRecord<byte[], byte[]>> records) {
        public Stored {
            records = List.copyOf(records);
        }
    }

    private final Names names;
    private final SortedMap<String, Topic> topics;

    public SimulatedAudit(Names names, SortedMap<String, Topic> topics) {
        this.names = names;
        this.topics = topics;
    }

    /**
     * Returns the reasons why the evidence does not hold, one sentence each. Empty if it holds, or if there is nothing
     * to compare.
     */
    public List<String> objections() {
        try (Audit audit = new Audit(new NamedEvidence(names, new InMemory(topics)), MEMORY_BYTES)) {
            return objections(audit.verify(Parallel.SEQUENTIAL, AuditScope.ALL, AuditProgress.SILENT));
        }
    }

    private static List<String> objections(AuditReport report) {
        return report.outcome() == AuditReport.Outcome.DIVERGES
                ? Stream.concat(
                                report.unattributed().stream(),
                                report.partitions().stream()
                                        .flatMap(findings -> Stream.concat(
                                                findings.divergences().stream(),
                                                findings.units().stream()
                                                        .map(UnitFindings::divergence)
                                                        .filter(found -> found != null))))
                        .map(SimulatedAudit::sentence)
                        .toList()
                : List.of();
    }

    private static String sentence(Divergence found) {
        return "the audit: " + found.at() + ": " + found.what()
                + (found.expected() == null ? "" : "; expected " + found.expected())
                + (found.there() == null ? "" : "; there is " + found.there());
    }

    /** Writes files for {@code rota audit --files}. */
    public void export(Path folder) throws IOException {
        new EvidenceExport(names, new InMemory(topics), folder).write();
    }

    private record InMemory(SortedMap<String, Topic> topics) implements Evidence {

        @Override
        public void settle(Collection<String> all) {
            // there are no open transactions
        }

        private List<Stored> partitions(String topic) {
            Topic found = topics.get(topic);
            return found == null ? List.of() : found.partitions();
        }

        @Override
        public SortedMap<Integer, OffsetRange> ranges(String topic) {
            SortedMap<Integer, OffsetRange> ranges = new TreeMap<>();
            for (Stored stored : partitions(topic)) {
                ranges.put(ranges.size(), new OffsetRange(stored.begin(), stored.end()));
            }
            return Collections.unmodifiableSortedMap(ranges);
        }

        @Override
        public String topicId(String topic) {
            Topic found = topics.get(topic);
            return found == null ? "" : found.id();
        }

        @Override
        public boolean isCompacted(String topic) {
            return false;
        }

        @Override
        public long firstSince(String topic, int partition, long time) {
            return partitions(topic).get(partition).begin();
        }

        @Override
        public Records read(String topic, int partition, long from, long to) {
            List<StoredRecord> read = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record :
                    partitions(topic).get(partition).records()) {
                if (record.offset() >= from && record.offset() < to) {
                    read.add(KafkaEvidence.stored(record));
                }
            }
            Iterator<StoredRecord> each = read.iterator();
            return new Records() {
                @Override
                public @Nullable StoredRecord next() {
                    return each.hasNext() ? each.next() : null;
                }

                @Override
                public void close() {
                    // there is nothing to close
                }
            };
        }

        @Override
        public void close() {
            // there is nothing to close
        }
    }
}
