package dev.rota.whatif.change;

import dev.rota.workload.whatif.Happening;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Adds events, each after the recorded ones of its time. */
final class AddedEvents extends Edit {

    private final Deque<Happening> pending;

    AddedEvents(List<Happening> added) {
        super(added.stream().mapToLong(Happening::time).min().orElse(END));
        this.pending = new ArrayDeque<>(
                added.stream().sorted(Comparator.comparingLong(Happening::time)).toList());
    }

    @Override
    void change(Happening event, Consumer<Happening> on) {
        while (!pending.isEmpty() && pending.element().time() < event.time()) {
            on.accept(pending.remove());
        }
        on.accept(event);
    }

    @Override
    void end(long recordEnd, Consumer<Happening> on) {
        while (!pending.isEmpty()) {
            Happening event = pending.remove();
            on.accept(new Happening(absolute(event.time(), recordEnd), event.topic(), event.value(), false));
        }
    }
}
