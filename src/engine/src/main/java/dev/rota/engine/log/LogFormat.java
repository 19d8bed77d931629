package dev.rota.engine.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Version;
import dev.rota.engine.schema.Avro;
import dev.rota.engine.schema.Framing;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converts log records to and from keys, headers and values. Headers are UTF-8 text. */
public final class LogFormat {

    /** The format since which a log may contain mappings, and events that were made by them. */
    public static final int MAPPED = 2;

    /**
     * The newest format of a log that this build can read. A build that adds a kind of record increases it, and writes
     * records of that kind only after a rules record with the new number: an older build stops there instead of
     * skipping them as foreign.
     */
    public static final int NEWEST = MAPPED;

    public static final String KIND = "rota-kind";

    /** The header of a rules record with the log's format from there on. A record without it has format 1. */
    public static final String FORMAT = "rota-format";

    /** The header of a rules record that names the build that wrote it. */
    public static final String BUILD = "rota-build";

    private static final String VOID = "void";
    private static final String RULES = "rules";
    public static final String SOURCE = "rota-source";
    public static final String SOURCE_ID = "rota-source-id";
    public static final String TYPE = "rota-type";

    /**
     * The header of an attended Tick with the intervals of log time in which silence counts, {@code from-to,from-to}.
     */
    public static final String ATTENDED = "rota-attended";

    /** The header with the version of the mapping that a record contains, or that made its event. */
    public static final String MAPPING = "rota-mapping";

    public static final String REASON = "rota-reason";
    public static final String MESSAGE = "rota-message";
    public static final String PARTITIONS = "rota-partitions";
    public static final String SCHEMA_ID = "rota-schema-id";
    public static final String SCHEMA_FINGERPRINT = "rota-schema-fingerprint";

    /** The header of a void record that closes the voided record's unit. */
    public static final String CLOSES = "rota-closes";

    private static final String CLOSES_UNIT = "unit";

    /** A record as stored in a topic. The order of headers matters. */
    public record Written(
            byte[] key,
            Map<String, String> headers,
            @Nullable byte[] value) {}

    /** Returns the value of a header, or null if the record has none of that name. */
    @FunctionalInterface
    public interface Headers {
        @Nullable
        byte[] value(String name);
    }

    /** Thrown for a record in a log topic that Rota did not write. */
    public static final class ForeignRecord extends Exception {
        private static final long serialVersionUID = 1L;

        ForeignRecord(String message) {
            super(message, null, false, false);
        }
    }

    private LogFormat() {}

    public static Written event(String unit, Source source, String type, byte[] value) {
        Map<String, String> headers = headers("event", source);
        headers.put(TYPE, type);
        return new Written(unit.getBytes(UTF_8), headers, value);
    }

    /** Returns an event that a mapping made. */
    public static Written adopted(String unit, Source source, String type, int mapping, byte[] value) {
        Written event = event(unit, source, type, value);
        event.headers().put(MAPPING, Integer.toString(mapping));
        return event;
    }

    public static Written mapping(int version, String text) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(KIND, "mapping");
        headers.put(MAPPING, Integer.toString(version));
        return new Written(new byte[0], headers, text.getBytes(UTF_8));
    }

    public static Written refused(Source source, RefusedException refused, @Nullable byte[] value) {
        Map<String, String> headers = headers("refused", source);
        headers.put(REASON, refused.reason().name());
        headers.put(MESSAGE, refused.sentence());
        return new Written(new byte[0], headers, Limits.refusedValue(value));
    }

    public static Written schema(int id, org.apache.avro.Schema schema) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(KIND, "schema");
        headers.put(SCHEMA_ID, Integer.toString(id));
        headers.put(SCHEMA_FINGERPRINT, Avro.fingerprintHex(schema));
        return new Written(new byte[0], headers, schema.toString().getBytes(UTF_8));
    }

    /** Returns a rules record of this build that leaves the log's format as it is at first. */
    public static Written rules(int number, int partitions) {
        return rules(number, partitions, 1, Version.OF_JAR);
    }

    /** Returns a rules record. Neither the first format nor an empty build has a header. */
    public static Written rules(int number, int partitions, int format, String build) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(KIND, RULES);
        headers.put(PARTITIONS, Integer.toString(partitions));
        if (format != 1) {
            headers.put(FORMAT, Integer.toString(format));
        }
        if (!build.isEmpty()) {
            headers.put(BUILD, build);
        }
        return new Written(new byte[0], headers, Integer.toString(number).getBytes(UTF_8));
    }

    public static Written tick(String unit, AttendedTime attended) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(KIND, "tick");
        if (!attended.intervals().isEmpty()) {
            headers.put(ATTENDED, attended.text());
        }
        return new Written(unit.getBytes(UTF_8), headers, null);
    }

    /**
     * Returns a record that declares another undecidable; the value is that record's offset, a space and the reason.
     */
    public static Written voided(long offset, boolean closesUnit, String reason) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(KIND, VOID);
        if (closesUnit) {
            headers.put(CLOSES, CLOSES_UNIT);
        }
        return new Written(new byte[0], headers, (offset + " " + reason).getBytes(UTF_8));
    }

    /** Returns whether a record's headers mark it as a void record. */
    public static boolean isVoid(Headers headers) {
        return isOfKind(VOID, headers);
    }

    /** Returns whether a record's headers mark it as a rules record. */
    public static boolean isRules(Headers headers) {
        return isOfKind(RULES, headers);
    }

    private static boolean isOfKind(String kind, Headers headers) {
        byte[] its = headers.value(KIND);
        return its != null && kind.equals(new String(its, UTF_8));
    }

    /** Parses a stored record; throws if it cannot be Rota's. */
    public static LogRecord parse(Position at, @Nullable byte[] key, Headers headers, @Nullable byte[] value)
            throws ForeignRecord {
        String kind = text(headers, KIND);
        return switch (kind) {
            case "event" ->
                new LogRecord.Event(
                        at,
                        unit(key),
                        source(headers),
                        text(headers, TYPE),
                        headers.value(MAPPING) == null ? 0 : version(headers),
                        framed(value));
            case "mapping" -> new LogRecord.Mapped(at, version(headers), new String(present(value), UTF_8));
            case "refused" ->
                new LogRecord.Refused(at, source(headers), text(headers, REASON), text(headers, MESSAGE), value);
            case "schema" ->
                new LogRecord.Schema(
                        at,
                        number(text(headers, SCHEMA_ID)),
                        text(headers, SCHEMA_FINGERPRINT),
                        new String(present(value), UTF_8));
            case RULES ->
                new LogRecord.Rules(
                        at,
                        number(new String(present(value), UTF_8)),
                        number(text(headers, PARTITIONS)),
                        headers.value(FORMAT) == null ? 1 : number(text(headers, FORMAT)),
                        headers.value(BUILD) == null ? "" : text(headers, BUILD));
            case "tick" -> new LogRecord.Tick(at, unit(key), attended(headers));
            case VOID -> voided(at, headers, new String(present(value), UTF_8));
            default -> throw new ForeignRecord("expected a kind of log record, but its " + KIND + " is " + kind);
        };
    }

    private static int version(Headers headers) throws ForeignRecord {
        int version = number(text(headers, MAPPING));
        if (version < 1) {
            throw new ForeignRecord("expected a version of at least 1 in " + MAPPING + ", but it is " + version);
        }
        return version;
    }

    private static LogRecord.Voiding voided(Position at, Headers headers, String value) throws ForeignRecord {
        int space = value.indexOf(' ');
        try {
            long offset = Long.parseLong(value.substring(0, Math.max(0, space)));
            return new LogRecord.Voiding(at, offset, headers.value(CLOSES) != null, value.substring(space + 1));
        } catch (NumberFormatException e) {
            throw new ForeignRecord("expected an offset and a reason, but the void record contains " + value);
        }
    }

    private static AttendedTime attended(Headers headers) throws ForeignRecord {
        if (headers.value(ATTENDED) == null) {
            return AttendedTime.NONE;
        }
        String text = text(headers, ATTENDED);
        try {
            return AttendedTime.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ForeignRecord("expected from-to,from-to in " + ATTENDED + ", but it is " + text);
        }
    }

    private static Map<String, String> headers(String kind, Source source) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(KIND, kind);
        headers.put(SOURCE, source.coordinates());
        headers.put(SOURCE_ID, source.topicId());
        return headers;
    }

    private static Source source(Headers headers) throws ForeignRecord {
        String coordinates = text(headers, SOURCE);
        Source source = Source.parse(coordinates, text(headers, SOURCE_ID));
        if (source == null) {
            throw new ForeignRecord("expected topic/partition/offset in " + SOURCE + ", but it is " + coordinates);
        }
        return source;
    }

    private static String unit(@Nullable byte[] key) throws ForeignRecord {
        if (key == null || key.length == 0) {
            throw new ForeignRecord("expected a unit as key, but there is none");
        }
        return new String(key, UTF_8);
    }

    private static String text(Headers headers, String name) throws ForeignRecord {
        byte[] value = headers.value(name);
        if (value == null) {
            throw new ForeignRecord("expected a header " + name + ", but there is none");
        }
        return new String(value, UTF_8);
    }

    private static byte[] framed(@Nullable byte[] value) throws ForeignRecord {
        if (value == null || !Framing.isFramed(value)) {
            throw new ForeignRecord("expected framed Avro bytes, but the value is "
                    + (value == null ? "null" : value.length + " other bytes"));
        }
        return value;
    }

    private static byte[] present(@Nullable byte[] value) throws ForeignRecord {
        if (value == null) {
            throw new ForeignRecord("expected a value, but it is null");
        }
        return value;
    }

    private static int number(String text) throws ForeignRecord {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new ForeignRecord("expected a number, but it is " + text);
        }
    }
}
