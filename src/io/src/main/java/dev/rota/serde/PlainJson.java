package dev.rota.serde;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.rota.engine.schema.Avro;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * The plain JSON form of records: one object per line, with fields named as in Avro. A nullable value is the value or
 * null, bytes are base64, an enum is its name, and a union of records is an object with one member named after the
 * record.
 */
public final class PlainJson {

    private static final JsonMapper JSON = JsonMapper.builder(new JsonFactoryBuilder()
                    .characterEscapes(new UnsafeEscapes())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Maps Java records only by their components, whatever methods they have. */
    private static final JsonMapper PAGES = JsonMapper.builder(new JsonFactoryBuilder()
                    .characterEscapes(new UnsafeEscapes())
                    .build())
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
            .withConfigOverride(
                    List.class,
                    lists -> lists.setInclude(JsonInclude.Value.construct(Include.NON_NULL, Include.ALWAYS))
                            .setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .withConfigOverride(Map.class, maps -> maps.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** A position in the parser's messages. In a text of one line, its column is enough. */
    private static final Pattern PLACE = Pattern.compile("at \\[Source: [^\\]]*; line: \\d+, column: (\\d+)\\]");

    /** The parser's own name of a limit in its messages. */
    private static final Pattern LIMIT = Pattern.compile(", from `[^`]*`");

    private PlainJson() {}

    /** Parses one JSON value. A duplicate member is an error. */
    public static JsonNode parse(String text) throws NotPlainJson {
        try {
            JsonNode node = JSON.readTree(text);
            if (node.isMissingNode()) {
                throw new NotPlainJson("expected JSON, but the line is empty");
            }
            return node;
        } catch (MismatchedInputException e) {
            throw new NotPlainJson("expected one JSON value, but " + column(e) + "more follows");
        } catch (JsonProcessingException e) {
            throw new NotPlainJson("expected JSON, but " + column(e) + plain(e));
        }
    }

    /** Returns an empty JSON value: every member looked up in it is missing. */
    public static JsonNode nothing() {
        return MissingNode.getInstance();
    }

    public static <T extends SpecificRecord> T read(Class<T> type, String text) throws NotPlainJson {
        return read(type, parse(text));
    }

    public static <T extends SpecificRecord> T read(Class<T> type, JsonNode value) throws NotPlainJson {
        return type.cast(read(Avro.DATA.getSchema(type), value));
    }

    /** Converts JSON to a record of the schema's generated class. */
    public static SpecificRecord read(Schema schema, JsonNode value) throws NotPlainJson {
        return PlainJsonReader.record(schema, value, "");
    }

    /**
     * Returns the text of a page's content, as defined by {@link dev.rota.engine.PageSnapshot}: a Java record, a map or
     * an Avro record as JSON without characters that could control a terminal; a text unchanged.
     */
    public static String page(Object content) {
        if (content instanceof String text) {
            return text;
        }
        try {
            return (content instanceof SpecificRecord value ? write(value) : PAGES.writeValueAsString(content)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("expected a record that can be written in JSON", e);
        }
    }

    /**
     * Reads a Java record that {@link #page} has written, possibly in an older or a newer build: an unknown member is
     * ignored, a missing one is 0, false, empty or null. A text is returned unchanged.
     */
    public static <T> T page(Class<T> type, String text) throws NotPlainJson {
        try {
            return type == String.class ? type.cast(text) : PAGES.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new NotPlainJson("expected JSON, but " + column(e) + plain(e));
        }
    }

    /** Returns an empty Java record or text, for a page that does not exist. */
    public static <T> T nothing(Class<T> type) {
        return type == String.class ? type.cast("") : PAGES.convertValue(JSON.createObjectNode(), type);
    }

    /** Writes a record as one line without terminator. The same record always gives the same text. */
    public static String write(SpecificRecord value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = generator(text)) {
            write(value, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Returns a generator of JSON that is safe to print: characters that could control a terminal are escaped. */
    public static JsonGenerator generator(Writer text) throws IOException {
        return JSON.createGenerator(text);
    }

    /** Writes a record as one value of a larger document. */
    public static void write(SpecificRecord value, JsonGenerator out) throws IOException {
        PlainJsonWriter.write(value.getSchema(), value, out);
    }

    private static String column(JsonProcessingException e) {
        return e.getLocation() == null ? "" : "at column " + e.getLocation().getColumnNr() + ": ";
    }

    private static String plain(JsonProcessingException e) {
        String message = PLACE.matcher(e.getOriginalMessage()).replaceAll("at column $1");
        return LIMIT.matcher(message).replaceAll("").lines().findFirst().orElse("it is something else");
    }
}
