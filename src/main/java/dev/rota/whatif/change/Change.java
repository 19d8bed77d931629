package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.workload.whatif.Happening;
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
        for (int i = 0; i < edits.size(); i++) {
            edits.get(i).before(i + 1 < edits.size() ? edits.get(i + 1)::take : changed);
        }
        return new Stage() {
            @Override
            public void take(Happening event) {
                if (edits.isEmpty()) {
                    changed.accept(event);
                } else {
                    edits.get(0).take(event);
                }
            }

            @Override
            public void end(long time) {
                // in the order of their times, so that each finds the changes before it made
                edits.stream().sorted(Comparator.comparingLong(Edit::from)).forEach(edit -> edit.end(time));
            }
        };
    }
}
