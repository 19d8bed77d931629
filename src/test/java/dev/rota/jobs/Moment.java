package dev.rota.jobs;

import dev.rota.engine.Nullable;
import dev.rota.serde.PlainJson;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * One record of a cohort's log.
 *
 * @param event null if only time passes
 */
public record Moment(long time, @Nullable SpecificRecord event) {

    /** The lines that {@code simulate jobs} reads, and the time that it must run on to. */
    static String script(List<Moment> moments) {
        String lines = moments.stream()
                .filter(moment -> moment.event() != null)
                .map(Moment::line)
                .collect(Collectors.joining("\n"));
        Moment last = moments.get(moments.size() - 1);
        return last.event() == null ? lines + "\n--until " + last.time() : lines;
    }

    public static String topic(SpecificRecord event) {
        if (event instanceof JobEvent) {
            return JobsDomain.SUBMISSIONS;
        }
        return event instanceof BotEvent ? JobsDomain.BOTS : JobsDomain.POLICIES;
    }

    private String line() {
        return event == null
                ? ""
                : "{\"topic\": \"" + topic(event) + "\", \"time\": " + time + ", \"value\": " + PlainJson.write(event)
                        + "}";
    }
}
