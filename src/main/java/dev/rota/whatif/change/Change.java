package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.workload.whatif.Happening;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** The changes of a what-if, in order: each sees the events as those before it leave them. */
public final class Change {

    private final List<Edit> edits;

    Change(List<Edit> edits) {
        this.edits = List.copyOf(edits);
    }

    /** Returns whether nothing is changed. */
    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /** Returns the time of the first changed event, or {@link Times#NEVER}. */
    public long from() {
        return edits.stream().mapToLong(Edit::from).min().orElse(Times.NEVER);
    }

    /** Returns why a change could not be made of the record that has passed, or null if all could. */
    public @Nullable String unmet() {
        return edits.stream()
                .map(Edit::unmet)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the stage that makes the changes. May be called once. */
    public Stage stage(Consumer<Happening> changed) {
        return new Stage() {
            @Override
            public void take(Happening event) {
                pass(List.of(event), 0).forEach(changed);
            }

            @Override
            public void end(long time) {
                List<Edit> byTime = new ArrayList<>(edits);
                // so that each finds the changes before it made
                byTime.sort(Comparator.comparingLong(Edit::from));
                List<Happening> added = new ArrayList<>();
                for (Edit edit : byTime) {
                    List<Happening> own = new ArrayList<>();
                    edit.end(time, own::add);
                    added.addAll(pass(own, edits.indexOf(edit) + 1));
                }
                added.sort(Comparator.comparingLong(Happening::time));
                added.forEach(changed);
            }
        };
    }

    /** Returns what the edits from one on make of events. */
    private List<Happening> pass(List<Happening> events, int from) {
        List<Happening> current = events;
        for (Edit edit : edits.subList(from, edits.size())) {
            List<Happening> next = new ArrayList<>(current.size());
            current.forEach(event -> edit.take(event, next::add));
            current = next;
        }
        return current;
    }
}
