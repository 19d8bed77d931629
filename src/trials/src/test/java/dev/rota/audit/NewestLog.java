package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.evidence.StoredRecord.StoredHeader;
import dev.rota.engine.Output;
import dev.rota.engine.log.LogFormat;
import dev.rota.settings.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * Rewrites a recorded log partition with the newest schema of each output. Existing schema records are replaced in
 * place. The schema of an output that did not exist when the log was recorded is inserted after the schemas at the
 * log's beginning. That shifts the offsets of all later records, and so changes the random numbers that are drawn at
 * them.
 */
final class NewestLog {

    private final Names names;
    private final List<StoredRecord> recorded;

    private NewestLog(Names names, List<StoredRecord> recorded) {
        this.names = names;
        this.recorded = recorded;
    }

    /** @param newOutputs whether schemas of new outputs are introduced */
    static List<StoredRecord> of(Names names, List<StoredRecord> recorded, boolean newOutputs) {
        // a log with several rules has several schemas of one name
        return names.domain().rules() == 1 ? new NewestLog(names, recorded).records(newOutputs) : recorded;
    }

    private List<StoredRecord> records(boolean newOutputs) {
        List<StoredRecord> all = new ArrayList<>();
        Set<String> introduced = new HashSet<>();
        int lastId = 0;
        int begin = 0;
        for (StoredRecord record : recorded) {
            StoredRecord next = record;
            if (isSchema(record)) {
                Schema schema = new Schema.Parser().parse(new String(Objects.requireNonNull(record.value()), UTF_8));
                int id = Integer.parseInt(record.headerText(LogFormat.SCHEMA_ID));
                introduced.add(schema.getFullName());
                lastId = Math.max(lastId, id);
                next = newest(record, schema.getFullName(), id);
            }
            if (all.size() == begin && (isSchema(record) || kind(record).equals("rules"))) {
                begin++;
            }
            all.add(next);
        }
        return introduced.isEmpty() || !newOutputs ? all : introduce(all, begin, introduced, lastId);
    }

    private StoredRecord newest(StoredRecord record, String name, int id) {
        for (Output<?> output : names.domain().outputs()) {
            LogFormat.Written schema = LogFormat.schema(id, output.schema());
            if (output.schema().getFullName().equals(name)
                    && !record.headerText(LogFormat.SCHEMA_FINGERPRINT)
                            .equals(schema.headers().get(LogFormat.SCHEMA_FINGERPRINT))) {
                return written(record, record.offset(), schema);
            }
        }
        return record;
    }

    private List<StoredRecord> introduce(List<StoredRecord> all, int begin, Set<String> introduced, int lastId) {
        List<StoredRecord> more = new ArrayList<>();
        for (Output<?> output : names.domain().outputs()) {
            if (!introduced.contains(output.schema().getFullName())) {
                StoredRecord before = all.get(begin - 1);
                long offset = before.offset() + more.size() + 1;
                more.add(written(before, offset, LogFormat.schema(lastId + more.size() + 1, output.schema())));
            }
        }
        if (!more.isEmpty() && all.stream().anyMatch(record -> kind(record).equals("void"))) {
            throw new IllegalStateException("expected a log without void records, which name offsets that would move");
        }
        List<StoredRecord> whole = new ArrayList<>(all.subList(0, begin));
        whole.addAll(more);
        all.subList(begin, all.size()).forEach(record -> whole.add(moved(record, record.offset() + more.size())));
        return whole;
    }

    private static StoredRecord moved(StoredRecord record, long offset) {
        return new StoredRecord(
                record.topic(),
                record.partition(),
                offset,
                record.time(),
                record.key(),
                record.headers(),
                record.value());
    }

    /** Returns a schema record in the place and at the time of another record. */
    private static StoredRecord written(StoredRecord at, long offset, LogFormat.Written schema) {
        List<StoredHeader> headers = new ArrayList<>();
        schema.headers().forEach((name, value) -> headers.add(new StoredHeader(name, value.getBytes(UTF_8))));
        return new StoredRecord(at.topic(), at.partition(), offset, at.time(), at.key(), headers, schema.value());
    }

    private static boolean isSchema(StoredRecord record) {
        return kind(record).equals("schema");
    }

    private static String kind(StoredRecord record) {
        return record.headerText(LogFormat.KIND);
    }
}
