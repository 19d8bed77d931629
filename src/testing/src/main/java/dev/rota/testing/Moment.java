package dev.rota.testing;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.serde.PlainJson;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * An event of a history, or a time without an event. Times may decrease, as the times of a log's records may. A unit's own
 * time does not, so a model must not let its own decrease either.
 *
 * @param topic the event's input topic; null if only one input has records of that type
 * @param event the event; null if only time passes
 * @param adopted whether intake makes the event from a record of an adopted topic
 */
public record Moment(
        long time, @Nullable String topic, @Nullable SpecificRecord event, boolean adopted) {

    public Moment(long time, @Nullable String topic, @Nullable SpecificRecord event) {
        this(time, topic, event, false);
    }

    public Moment(long time, @Nullable SpecificRecord event) {
        this(time, null, event);
    }

    /** Returns a moment at which only time passes and the timers that are due fire. */
    public static Moment tick(long time) {
        return new Moment(time, null, null);
    }

    /** Returns the events as lines for {@code rota simulate}, and times without an event as its option {@code --until}. */
    public static String script(Domain domain, List<Moment> moments) {
        return moments.stream().map(moment -> moment.line(domain)).collect(Collectors.joining("\n"));
    }

    /** Returns the input of the event. */
    Input<?> input(Domain domain) {
        SpecificRecord given = Objects.requireNonNull(event);
        List<Input<?>> fit = domain.inputs().stream()
                .filter(input -> topic == null
                        ? input.type().isInstance(given)
                        : input.topic().equals(topic))
                .toList();
        if (fit.size() != 1) {
            throw new IllegalArgumentException("expected one input of " + domain.name() + " for "
                    + given.getSchema().getFullName() + (topic == null ? "" : " on " + topic) + ", but there are "
                    + fit.size() + (topic == null && fit.size() > 1 ? ": name the topic" : ""));
        }
        return fit.get(0);
    }

    private String line(Domain domain) {
        return event == null
                ? "--until " + time
                : "{\"topic\": \"" + input(domain).topic() + "\", \"time\": " + time + ", \"value\": "
                        + PlainJson.write(event) + "}";
    }
}
