package dev.rota.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rota.engine.Decision;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Formats a decision as a line of JSON. */
public final class DecisionLine {

    private DecisionLine() {}

    public static String of(Decision decision) {
        return line(decision, true);
    }

    /** Formats a decision without its sequence number. */
    public static String unnumbered(Decision decision) {
        return line(decision, false);
    }

    private static String line(Decision decision, boolean numbered) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = PlainJson.generator(text)) {
            out.writeStartObject();
            out.writeStringField("topic", decision.output().topic());
            out.writeStringField("key", decision.key());
            out.writeStringField("unit", decision.unit());
            if (numbered) {
                out.writeNumberField("seq", decision.seq());
            }
            out.writeNumberField("time", decision.time());
            out.writeFieldName("value");
            PlainJson.write(decision.value(), out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
