package dev.rota.engine.adopt;

import dev.rota.engine.Adoption;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.engine.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * How the records of one topic become events: the rules of the fields, and the form in which events are encoded. The
 * text of a mapping is in the log before the first event that was made by it, so an audit can make the event again.
 */
public final class Mapping {

    /** The size of key and headers together; each header counts {@link #HEADER_BYTES} more. */
    public static final int KEY_AND_HEADERS_BYTES_MAX = 16_384;

    private static final int HEADER_BYTES = 8;

    /**
     * The number of the form in which events are encoded. A build that adds a field to them makes it 2, and encodes the
     * records of mappings with form 1 as before.
     */
    private static final String FORM = "1";

    private static final String TOPIC = "topic";
    private static final String FORM_KEY = "form";
    private static final String TOMBSTONES = "tombstones";
    private static final String COMPACTED = "compacted";
    private static final String DEFAULT = ".default";

    /** Thrown if a text is not a mapping that this build can apply. */
    public static final class Unknown extends Exception {
        private static final long serialVersionUID = 1L;

        Unknown(String message) {
            super(message);
        }
    }

    private final Domain domain;
    private final Adoption adoption;
    private final Input<?> input;
    private final String topic;
    private final boolean compacted;
    private final boolean skipsTombstones;
    private final SortedMap<String, String> settings;
    private final Map<String, FieldRule> rules = new LinkedHashMap<>();

    private Mapping(Domain domain, String topic, boolean compacted, SortedMap<String, String> settings) {
        this.domain = domain;
        this.adoption = Objects.requireNonNull(domain.adoption());
        this.input = adoption.input();
        this.topic = topic;
        this.compacted = compacted;
        this.settings = new TreeMap<>(settings);
        this.skipsTombstones = switch (this.settings.computeIfAbsent(TOMBSTONES, none -> "pass")) {
            case "pass" -> false;
            case "skip" -> true;
            default ->
                throw new IllegalArgumentException(
                        TOMBSTONES + ": expected pass or skip, but it is '" + this.settings.get(TOMBSTONES) + "'");
        };
        for (Adoption.Field field : adoption.fields()) {
            rules.put(field.name(), rule(field));
        }
        for (String key : this.settings.keySet()) {
            if (!isSetting(domain, key)) {
                throw new IllegalArgumentException(key + ": expected a field of " + domain.name());
            }
            String value = String.valueOf(this.settings.get(key));
            if (Printable.firstUnsafe(value) >= 0) {
                throw new IllegalArgumentException(
                        key + ": expected printable text, but it is '" + Printable.of(value) + "'");
            }
        }
    }

    private FieldRule rule(Adoption.Field field) {
        String setting = settings.getOrDefault(field.name(), field.fallback());
        if (setting == null) {
            throw new IllegalArgumentException(field.name() + ": expected a setting, but there is none");
        }
        settings.put(field.name(), setting);
        try {
            FieldRule rule = FieldRule.of(field, setting, settings.get(field.name() + DEFAULT));
            if (rule.from() == Adoption.From.CONSTANT) {
                adoption.check(field.name(), rule.detail());
            } else if (rule.fallback() != null) {
                adoption.check(field.name(), rule.fallback());
            }
            return rule;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field.name() + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether a name, without the topic's, is one of the settings of an adopted topic. */
    public static boolean isSetting(Domain domain, String name) {
        Adoption adoption = domain.adoption();
        return adoption != null
                && (name.equals(TOMBSTONES)
                        || adoption.fields().stream()
                                .anyMatch(field -> name.equals(field.name()) || name.equals(field.name() + DEFAULT)));
    }

    /**
     * Returns the mapping that settings describe.
     *
     * @param settings the settings without the topic's name; missing ones have their defaults
     * @param compacted whether the topic may lose records that a later one with the same key replaces
     * @throws IllegalArgumentException with a sentence that begins with the name of a setting
     */
    public static Mapping of(Domain domain, String topic, boolean compacted, SortedMap<String, String> settings) {
        return new Mapping(domain, topic, compacted, settings);
    }

    /** Reads the text of a mapping. */
    public static Mapping parse(Domain domain, String text) throws Unknown {
        SortedMap<String, String> settings = new TreeMap<>();
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            if (equals < 0) {
                throw new Unknown("expected lines of a name, '=' and a value, but one is '" + line + "'");
            }
            settings.put(line.substring(0, equals), line.substring(equals + 1));
        }
        String topic = settings.remove(TOPIC);
        String form = settings.remove(FORM_KEY);
        String compacted = settings.remove(COMPACTED);
        if (topic == null || !FORM.equals(form) || compacted == null || domain.adoption() == null) {
            throw new Unknown("expected a mapping of form " + FORM + " that " + domain.name()
                    + " can apply, but its form is " + form);
        }
        try {
            return new Mapping(domain, topic, compacted.equals("true"), settings);
        } catch (IllegalArgumentException e) {
            throw new Unknown(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the text from which {@link #parse} reads the same mapping. */
    public String text() {
        StringBuilder text = new StringBuilder();
        line(text, TOPIC, topic);
        line(text, FORM_KEY, FORM);
        line(text, COMPACTED, String.valueOf(compacted));
        settings.forEach((name, value) -> line(text, name, value));
        return text.toString();
    }

    /**
     * Returns whether a text describes the same mapping. A build that did not know all fields may have written it: those
     * have their defaults.
     */
    public boolean isDescribedBy(String other) {
        try {
            return parse(domain, other).text().equals(text());
        } catch (Unknown e) {
            return false;
        }
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append('=').append(value).append('\n');
    }

    public String topic() {
        return topic;
    }

    /** Returns whether a record that is missing in the topic may have been replaced by a later one. */
    public boolean compacted() {
        return compacted;
    }

    /** Returns the schema of the events. */
    public Schema schema() {
        return input.schema();
    }

    /** Returns the name of the type of the events. */
    public String type() {
        return schema().getFullName();
    }

    /** Returns whether a record becomes no event. */
    public boolean skips(SourceRecord record) {
        return skipsTombstones && record.value() == null;
    }

    /** The event of a record, and its unit. */
    public record Mapped(String unit, SpecificRecord event, byte[] avro) {

        /** Returns the event as in the log, by the registry's id of its schema. */
        public byte[] value(int schemaId) {
            return Framing.frame(schemaId, avro);
        }
    }

    /** Returns the event of a record. */
    public Mapped map(SourceRecord record) throws RefusedException {
        requireSize(record);
        SpecificRecord event = adoption.event(new ValuesOf(record));
        String unit = input.unit(event);
        byte[] avro = AvroCodec.encoded(event);
        if (avro.length + Framing.BYTES > Limits.LOG_RECORD_BYTES_MAX) {
            throw tooLarge(
                    "an event of at most " + Limits.LOG_RECORD_BYTES_MAX + " bytes", avro.length + Framing.BYTES);
        }
        return new Mapped(unit, event, avro);
    }

    /** Returns the record from which an event was made. */
    public SourceRecord record(SpecificRecord event, String topicId) throws RefusedException {
        return adoption.record(event, topicId);
    }

    private static void requireSize(SourceRecord record) throws RefusedException {
        byte[] key = record.key();
        byte[] value = record.value();
        long bytes = key == null ? 0 : key.length;
        for (SourceRecord.Header header : record.headers()) {
            byte[] its = header.value();
            bytes += HEADER_BYTES + utf8(header.name()) + (its == null ? 0 : its.length);
        }
        if (bytes > KEY_AND_HEADERS_BYTES_MAX) {
            throw tooLarge("a key and headers of at most " + KEY_AND_HEADERS_BYTES_MAX + " bytes", bytes);
        }
        if (value != null && value.length > Limits.LOG_RECORD_BYTES_MAX) {
            throw tooLarge("a value of at most " + Limits.LOG_RECORD_BYTES_MAX + " bytes", value.length);
        }
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static RefusedException tooLarge(String expected, long bytes) {
        return new RefusedException(IntakeReason.RECORD_TOO_LARGE, "expected " + expected + ", but there are " + bytes);
    }

    private final class ValuesOf implements Adoption.Values {

        private final SourceRecord record;

        private ValuesOf(SourceRecord record) {
            this.record = record;
        }

        private FieldRule rule(String field) {
            return Objects.requireNonNull(rules.get(field), field);
        }

        @Override
        public SourceRecord record() {
            return record;
        }

        @Override
        public String name(String field) throws RefusedException {
            return rule(field).name(record);
        }

        @Override
        public @Nullable String optionalName(String field) throws RefusedException {
            return rule(field).optionalName(record);
        }

        @Override
        public @Nullable String text(String field) throws RefusedException {
            String text = rule(field).text(field, record);
            return text.isEmpty() ? null : text;
        }

        @Override
        public @Nullable Long number(String field) throws RefusedException {
            String text = text(field);
            try {
                return text == null ? null : Long.valueOf(text.strip());
            } catch (NumberFormatException e) {
                throw new RefusedException(
                        IntakeReason.VALUE_INVALID,
                        "expected " + field + " to be a whole number, but it is '"
                                + Printable.of(Limits.message(text, 100)) + "'");
            }
        }
    }
}
