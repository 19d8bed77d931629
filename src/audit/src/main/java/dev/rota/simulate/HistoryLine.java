package dev.rota.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.serde.PlainJson;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * What became of work, in a line of a history: the record of another scheduler. The lines are those of {@code simulate},
 * the first is {@link #header}, and that of a piece of work contains how long it waited and ran. All times are in ms.
 *
 * @param waited until it was served, or left; -1 if that is not known, {@link Long#MAX_VALUE} if it waited at the end
 * @param ran -1 if that is not known, {@link Long#MAX_VALUE} if it was not seen to end
 * @param left whether it left without having been served
 */
public record HistoryLine(long waited, long ran, boolean left) {

    /** Begins a remark about what made the history, and Rota does not model. */
    public static final String UNMODELLED = "not modelled: ";

    static final String HISTORY = "history";
    static final String WAITED = "waited";
    static final String RAN = "ran";
    static final String LEFT = "left";

    private static final long UNKNOWN = -1;

    /** Returns the first line. */
    public static String header(List<String> remarks) {
        return SimulatedLine.line(out -> {
            out.writeObjectFieldStart(HISTORY);
            out.writeArrayFieldStart("remarks");
            for (String remark : remarks) {
                out.writeString(remark);
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    /** Returns the line of a piece of work. */
    public String work(String topic, long time, SpecificRecord value) {
        return SimulatedLine.line(out -> {
            out.writeStringField("topic", topic);
            out.writeNumberField("time", time);
            if (waited != Long.MAX_VALUE) {
                out.writeNumberField(WAITED, waited);
            }
            if (ran != Long.MAX_VALUE) {
                out.writeNumberField(RAN, ran);
            }
            if (left) {
                out.writeBooleanField(LEFT, true);
            }
            out.writeFieldName("value");
            PlainJson.write(value, out);
        });
    }

    static List<String> remarks(JsonNode header) {
        List<String> remarks = new ArrayList<>();
        header.path(HISTORY).path("remarks").forEach(remark -> remarks.add(remark.asText()));
        return remarks;
    }

    static HistoryLine of(JsonNode node, long line, long time) throws BadLine {
        long waited = ms(node.path(WAITED), line, time);
        long ran = ms(node.path(RAN), line, time);
        return new HistoryLine(waited, ran, node.path(LEFT).asBoolean());
    }

    private static long ms(JsonNode ms, long line, long time) throws BadLine {
        if (ms.isMissingNode()) {
            return Long.MAX_VALUE;
        }
        if (!ms.isIntegralNumber()
                || !ms.canConvertToLong()
                || ms.longValue() < UNKNOWN
                || !Simulation.isTime(time + Math.max(0, Math.min(ms.longValue(), Simulation.TIME_MS_MAX)))) {
            throw new BadLine(line, "expected waited and ran to be whole numbers of ms, but there is " + ms);
        }
        return ms.longValue();
    }
}
