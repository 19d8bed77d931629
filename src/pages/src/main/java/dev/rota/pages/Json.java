package dev.rota.pages;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes a JSON object. */
public final class Json {

    /** Writes the members of the object. */
    @FunctionalInterface
    public interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private Json() {}

    public static String of(Members members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = PlainJson.generator(text)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
