package dev.rota.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rota.engine.log.AttendedTime;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.apache.avro.specific.SpecificRecord;

/** Writes the lines of a recorded log, which {@link Simulation} decides exactly as it was decided. */
public final class SimulatedLine {

    static final String LOG = "log";
    static final String PARTITION = "partition";
    static final String OFFSET = "offset";
    static final String ADOPTED = "adopted";
    static final String UNIT = "unit";
    static final String ATTENDED = "attended";

    private SimulatedLine() {}

    /** Writes the members of a line. */
    @FunctionalInterface
    interface Members {
        void write(JsonGenerator out) throws IOException;
    }

    /** Returns the first line, which declares that offsets and Ticks are those of a log partition. */
    public static String header(int partition) {
        return line(out -> {
            out.writeObjectFieldStart(LOG);
            out.writeNumberField(PARTITION, partition);
            out.writeEndObject();
        });
    }

    /** Returns the line of an event; its offset is left out if it follows that of the line before. */
    public static String event(
            String topic, long time, SpecificRecord value, boolean adopted, long offset, long following) {
        return line(out -> {
            out.writeStringField("topic", topic);
            out.writeNumberField("time", time);
            if (adopted) {
                out.writeBooleanField(ADOPTED, true);
            }
            offset(out, offset, following);
            out.writeFieldName("value");
            PlainJson.write(value, out);
        });
    }

    /** Returns the line of a Tick. */
    public static String tick(String unit, long time, AttendedTime attended, long offset, long following) {
        return line(out -> {
            out.writeStringField(UNIT, unit);
            out.writeNumberField("time", time);
            if (!attended.intervals().isEmpty()) {
                out.writeStringField(ATTENDED, attended.text());
            }
            offset(out, offset, following);
        });
    }

    private static void offset(JsonGenerator out, long offset, long following) throws IOException {
        if (offset != following) {
            out.writeNumberField(OFFSET, offset);
        }
    }

    static String line(Members members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = PlainJson.generator(text)) {
            out.writeStartObject();
            members.write(out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
