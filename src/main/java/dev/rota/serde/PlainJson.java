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
 * The plain JSON form of records: one object a line, fields named as in Avro. A nullable value is the value or null,
 * bytes are base64, an enum is its name, and a union of records is an object with one member named after the record.
 */
public final class PlainJson {

    private static final JsonMapper JSON = JsonMapper.builder(new JsonFactoryBuilder()
                    .characterEscapes(new UnsafeEscapes())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Java records by their components alone, whatever methods they have. */
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

    /** Where something begins, in the parser's words: of a text that is one line, its column is enough. */
    private static final Pattern PLACE = Pattern.compile("at \\[Source: [^\\]]*; line: \\d+, column: (\\d+)\\]");

    /** The parser's own name of a limit that it states. */
    private static final Pattern LIMIT = Pattern.compile(", from `[^`]*`");

    private PlainJson() {}

    /** Parses one JSON value; a duplicate member is an error. */
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

    /** The JSON of nothing: whatever is looked up in it is missing. */
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
     * The content of a page, as {@link dev.rota.engine.PageSnapshot} has it: a Java record, a map or a record of Avro in JSON,
     * without anything that could control a terminal; a text as it is.
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
     * Reads a Java record that {@link #page} has written, maybe by an older or a newer build: a member that this one does
     * not know is left out, one that is missing is 0, false, empty or null. A text is returned as it is.
     */
    public static <T> T page(Class<T> type, String text) throws NotPlainJson {
        try {
            return type == String.class ? type.cast(text) : PAGES.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new NotPlainJson("expected JSON, but " + column(e) + plain(e));
        }
    }

    /** A Java record or a text without content, for a page that is not there. */
    public static <T> T nothing(Class<T> type) {
        return type == String.class ? type.cast("") : PAGES.convertValue(JSON.createObjectNode(), type);
    }

    /** One line without terminator; the same record always gives the same text. */
    public static String write(SpecificRecord value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = generator(text)) {
            write(value, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** A generator of JSON that is safe to print: what could control a terminal is escaped. */
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
        String said = PLACE.matcher(e.getOriginalMessage()).replaceAll("at column $1");
        return LIMIT.matcher(said).replaceAll("").lines().findFirst().orElse("it is something else");
    }
}
