package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.Partitions;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** The committed records of a domain's output topics, unverified; {@link Audit} verifies them. */
public final class Outputs implements OutputRecords, AutoCloseable {

    private final Names names;
    private final Evidence evidence;

    /** Creates outputs from evidence that the caller opened and closes. */
    Outputs(Names names, Evidence evidence) {
        this.names = names;
        this.evidence = evidence;
    }

    private Outputs(NamedEvidence recording) {
        this(recording.names(), recording.evidence());
    }

    /** Returns the outputs in a cluster. */
    public static Outputs ofCluster(Domain domain, Settings settings) {
        return new Outputs(NamedEvidence.ofCluster(domain, settings));
    }

    /** Returns the outputs in exported files. */
    public static Outputs ofFiles(Domain domain, Path folder) {
        return new Outputs(NamedEvidence.ofFiles(domain, folder));
    }

    @Override
    public <T extends SpecificRecord> void of(
            String unit, Output<T> output, String key, Predicate<OutputRecord<T>> wanted) {
        SortedMap<Integer, OffsetRange> ranges = ranges(output);
        int partition = Partitions.of(key.getBytes(UTF_8), ranges.size());
        OffsetRange range = ranges.getOrDefault(partition, new OffsetRange(0, 0));
        read(unit, output, evidence.read(names.topic(output.topic()), partition, range.begin(), range.end()), wanted);
    }

    @Override
    public <T extends SpecificRecord> void of(
            String unit, Output<T> output, long from, Predicate<OutputRecord<T>> wanted) {
        String topic = names.topic(output.topic());
        ranges(output).forEach((partition, range) -> {
            long begin = Math.max(range.begin(), evidence.firstSince(topic, partition, from));
            read(unit, output, evidence.read(topic, partition, begin, range.end()), wanted);
        });
    }

    @Override
    public <T extends SpecificRecord> void after(
            String unit, Output<T> output, SortedMap<Integer, Long> position, Consumer<OutputRecord<T>> taker) {
        String topic = names.topic(output.topic());
        ranges(output).forEach((partition, range) -> {
            long begin = Math.max(range.begin(), position.getOrDefault(partition, 0L));
            read(unit, output, evidence.read(topic, partition, begin, range.end()), record -> {
                taker.accept(record);
                return true;
            });
            position.put(partition, Math.max(begin, range.end()));
        });
    }

    private SortedMap<Integer, OffsetRange> ranges(Output<?> output) {
        String topic = names.topic(output.topic());
        SortedMap<Integer, OffsetRange> ranges = evidence.ranges(topic);
        if (ranges.isEmpty()) {
            throw new AuditRefused("expected the topic " + topic + ", but it does not exist");
        }
        return ranges;
    }

    private static <T extends SpecificRecord> void read(
            String unit, Output<T> output, Records records, Predicate<OutputRecord<T>> wanted) {
        try (records) {
            boolean more = true;
            for (StoredRecord record = records.next(); more && record != null; record = more ? records.next() : null) {
                if (record.headerText(OutputFormat.UNIT).equals(unit)) {
                    more = wanted.test(published(output, record));
                }
            }
        } catch (Evidence.UnreadableRecord e) {
            throw new AuditRefused("expected to read an output, but " + e.at() + " cannot be read: " + e.getMessage());
        }
    }

    private static <T extends SpecificRecord> OutputRecord<T> published(Output<T> output, StoredRecord record) {
        @Nullable byte[] value = record.value();
        if (value == null || !Framing.isFramed(value)) {
            throw new AuditRefused("expected a decision at " + record.at() + ", but it is not one");
        }
        try {
            long seq = Long.parseLong(record.headerText(OutputFormat.SEQ));
            int rules = OutputFormat.rules(record.headerText(OutputFormat.RULES));
            return new OutputRecord<>(seq, record.time(), output.decode(value, Framing.BYTES, rules));
        } catch (IOException | RuntimeException e) {
            // Avro throws many kinds of unchecked exceptions on malformed bytes.
            throw new AuditRefused("expected " + output.schema().getFullName() + " at " + record.at()
                    + ", but it cannot be read: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        evidence.close();
    }
}
