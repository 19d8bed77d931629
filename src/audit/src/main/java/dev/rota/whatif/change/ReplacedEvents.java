package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** Leaves events out, or replaces them. */
final class ReplacedEvents extends Edit {

    private final Vocabulary vocabulary;
    private final long to;
    private final String topic;
    private final @Nullable String key;
    private final @Nullable SpecificRecord value;
    private boolean isMade;

    /**
     * @param key the id of what the events are about; null: any
     * @param value what takes their place; null: nothing does
     */
    ReplacedEvents(
            long from,
            long to,
            Vocabulary vocabulary,
            String topic,
            @Nullable String key,
            @Nullable SpecificRecord value) {
        super(from);
        this.vocabulary = vocabulary;
        this.to = to;
        this.topic = topic;
        this.key = key;
        this.value = value;
    }

    @Override
    @Nullable
    String unmet() {
        return isMade
                ? null
                : "expected an event on " + topic + (key == null ? "" : " about '" + key + "'")
                        + " in that time, but there is none";
    }

    @Override
    void change(Happening event, Consumer<Happening> on) {
        boolean its = event.time() <= to
                && event.topic().equals(topic)
                && (key == null || key.equals(vocabulary.key(event.value())));
        isMade |= its;
        if (!its) {
            on.accept(event);
        } else if (value != null) {
            on.accept(event.with(value));
        }
    }
}
