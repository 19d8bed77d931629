package dev.rota.whatif.change;

import dev.rota.workload.whatif.Happening;
import java.util.function.Consumer;

/** Adds an event, after the recorded ones of its time. */
final class AddedEvent extends Edit {

    private final Happening added;

    AddedEvent(Happening added) {
        super(added.time());
        this.added = added;
    }

    @Override
    boolean beginsBefore(Happening event) {
        return event.time() > from();
    }

    @Override
    void begin(long time, Consumer<Happening> on) {
        on.accept(new Happening(time, added.topic(), added.value(), false));
    }

    @Override
    void change(Happening event, Consumer<Happening> on) {
        on.accept(event);
    }
}
