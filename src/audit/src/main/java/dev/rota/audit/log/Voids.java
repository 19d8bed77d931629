package dev.rota.audit.log;

import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.Rejection;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.log.VoidReference;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.settings.Names;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The voided records of one log partition. A void record alone has no effect; the committed rejection VOIDED shows that
 * a scheduler was halted there and accepted it.
 */
public final class Voids {

    private static final AvroCodec<Rejection> REJECTIONS = AvroCodec.of(Rejection.class);

    private final Names names;
    private final Evidence evidence;
    private final int partition;

    public Voids(Names names, Evidence evidence, int partition) {
        this.names = names;
        this.evidence = evidence;
        this.partition = partition;
    }

    /**
     * Returns the void record that took effect at an offset, according to a rejection with that cause, or null if the
     * record was decided.
     */
    @Nullable
    public LogRecord.Voiding of(long offset, StoredRecord rejection) {
        byte[] value = rejection.value();
        if (value == null || !Framing.isFramed(value)) {
            return null;
        }
        Rejection decoded;
        try {
            decoded = REJECTIONS.decode(value, Framing.BYTES);
        } catch (IOException | RuntimeException e) {
            // Avro throws many kinds of exceptions on foreign bytes; the comparison will report them.
            return null;
        }
        long by = VoidReference.offset(decoded, partition);
        if (by < 0) {
            return null;
        }
        LogRecord.Voiding voiding = voiding(by);
        return voiding != null && voiding.offset() == offset ? voiding : null;
    }

    private @Nullable LogRecord.Voiding voiding(long offset) {
        OffsetRange held = evidence.ranges(names.log()).getOrDefault(partition, new OffsetRange(0, 0));
        if (offset < held.begin() || offset >= held.end()) {
            return null;
        }
        try (Records records = evidence.read(names.log(), partition, offset, offset + 1)) {
            StoredRecord stored = records.next();
            if (stored == null || stored.offset() != offset) {
                return null;
            }
            Position at = new Position(partition, offset, stored.time());
            return LogFormat.parse(at, stored.key(), stored::header, stored.value()) instanceof LogRecord.Voiding found
                    ? found
                    : null;
        } catch (LogFormat.ForeignRecord | Evidence.UnreadableRecord e) {
            // The reader of the log reports it.
            return null;
        }
    }

    /** Returns all void records that took effect, by the offset of the voided record. Reads every rejection. */
    public Map<Long, LogRecord.Voiding> all() {
        Map<Long, LogRecord.Voiding> all = new TreeMap<>();
        String causes = names.log() + "/" + partition + "/";
        String topic = names.topic(names.domain().rejections().topic());
        evidence.ranges(topic).forEach((number, held) -> {
            try (Records records = evidence.read(topic, number, held.begin(), held.end())) {
                for (StoredRecord record = records.next(); record != null; record = records.next()) {
                    String cause = record.headerText(OutputFormat.CAUSE);
                    if (cause.startsWith(causes)
                            && cause.substring(causes.length()).matches("\\d{1,18}")) {
                        long offset = Long.parseLong(cause.substring(causes.length()));
                        LogRecord.Voiding voiding = of(offset, record);
                        if (voiding != null) {
                            all.put(offset, voiding);
                        }
                    }
                }
            } catch (Evidence.UnreadableRecord e) {
                throw new AuditRefused(
                        "expected to read the rejections, but " + e.at() + " cannot be read: " + e.getMessage());
            }
        });
        return all;
    }
}
