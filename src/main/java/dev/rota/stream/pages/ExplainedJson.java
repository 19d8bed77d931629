package dev.rota.stream.pages;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rota.engine.Explained;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** An explanation as instances give it to each other. */
final class ExplainedJson {

    private ExplainedJson() {}

    static String of(Explained explained, long asOf) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = PlainJson.generator(text)) {
            json.writeStartObject();
            json.writeNumberField("asOf", asOf);
            json.writeStringField("state", explained.state());
            json.writeStringField("sentence", explained.sentence());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
