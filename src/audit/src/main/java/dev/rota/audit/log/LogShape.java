package dev.rota.audit.log;

import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.evidence.StoredRecord.StoredHeader;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogFormat.Written;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.schema.BadSchema;
import dev.rota.engine.schema.SchemaText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks that a log record is stored exactly as Rota writes it: key, headers, and the values that Rota itself creates.
 */
public final class LogShape {

    private LogShape() {}

    /** Returns the first difference from the form that Rota writes, or null if there is none. */
    public static @Nullable String objection(StoredRecord stored, LogRecord record) {
        Written mine;
        try {
            mine = written(record);
        } catch (IllegalArgumentException e) {
            return "expected one of intake's reasons, but it is another";
        } catch (BadSchema e) {
            return "expected a schema, but " + e.sentence();
        }
        if (!Arrays.equals(mine.key(), stored.key())) {
            return "expected the key '" + text(mine.key()) + "', but it is "
                    + (stored.key() == null
                            ? "null"
                            : "'" + text(stored.key()) + "' (" + stored.key().length + " bytes)");
        }
        for (Map.Entry<String, String> header : mine.headers().entrySet()) {
            if (!Arrays.equals(header.getValue().getBytes(StandardCharsets.UTF_8), stored.header(header.getKey()))) {
                return "expected its header " + header.getKey() + " to be '" + header.getValue() + "', but it is '"
                        + stored.headerText(header.getKey()) + "'";
            }
        }
        if (!sameNames(mine.headers().keySet(), stored.headers())) {
            return "expected the headers " + List.copyOf(mine.headers().keySet()) + ", but they are "
                    + stored.headers().stream().map(StoredHeader::name).toList();
        }
        // Avro may change how it prints schemas, so a schema is compared by its fingerprint.
        return record instanceof LogRecord.Schema || Arrays.equals(mine.value(), stored.value())
                ? null
                : "its value is not as Rota writes it";
    }

    private static boolean sameNames(Set<String> mine, List<StoredHeader> there) {
        int place = 0;
        for (String name : mine) {
            if (place == there.size() || !there.get(place).name().equals(name)) {
                return false;
            }
            place++;
        }
        return place == there.size();
    }

    private static Written written(LogRecord record) throws BadSchema {
        if (record instanceof LogRecord.Event event) {
            return event.mapping() == 0
                    ? LogFormat.event(event.unit(), event.source(), event.type(), event.value())
                    : LogFormat.adopted(event.unit(), event.source(), event.type(), event.mapping(), event.value());
        } else if (record instanceof LogRecord.Refused refused) {
            RefusedException why = new RefusedException(IntakeReason.valueOf(refused.reason()), refused.message());
            return LogFormat.refused(refused.source(), why, refused.value());
        } else if (record instanceof LogRecord.Schema schema) {
            return LogFormat.schema(schema.id(), SchemaText.parse(schema.text()));
        } else if (record instanceof LogRecord.Rules rules) {
            return LogFormat.rules(rules.number(), rules.partitions(), rules.format(), rules.build());
        } else if (record instanceof LogRecord.Mapped mapping) {
            return LogFormat.mapping(mapping.version(), mapping.text());
        } else if (record instanceof LogRecord.Tick tick) {
            return LogFormat.tick(tick.unit(), tick.attended());
        } else if (record instanceof LogRecord.Voiding voiding) {
            return LogFormat.voided(voiding.offset(), voiding.closesUnit(), voiding.reason());
        }
        throw new IllegalStateException("expected one of the seven kinds, but it is " + record);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
