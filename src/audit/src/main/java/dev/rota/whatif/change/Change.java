package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.workload.whatif.Happening;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** The changes of a what-if, in order: each sees the events as those before it leave them. */
public final class Change {

    /** More copies than any limit allows. A product beyond is not counted. */
    private static final long COPIES_COUNTED = 1L << 50;

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

    /** Returns how often a request is made at most: changes multiply where their times overlap. */
    public long copies() {
        long most = 1;
        for (Edit last : edits) {
            long copies = 1;
            for (Edit edit : edits) {
                copies = Math.min(COPIES_COUNTED, copies * edit.copies(last.from()));
            }
            most = Math.max(most, copies);
        }
        return most;
    }

    /** Returns why a change could not be made of the record that has passed, or null if all could. */
    public @Nullable String unmet() {
        return edits.stream()
                .map(Edit::unmet)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the stage that makes the changes. May be called once.
     *
     * @param changed takes each event as the changes leave it
     * @param sorted is called with the number of events that the end of the record has added so far, which are passed
     *     on when all are known
     */
    public Stage stage(Consumer<Happening> changed, LongConsumer sorted) {
        return new Stage() {
            @Override
            public void take(Happening event) {
                pass(event, 0, changed);
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
                    int next = edits.indexOf(edit) + 1;
                    own.forEach(event -> pass(event, next, copy -> {
                        added.add(copy);
                        sorted.accept(added.size());
                    }));
                }
                added.sort(Comparator.comparingLong(Happening::time));
                added.forEach(changed);
            }
        };
    }

    /** Passes on what the edits from one on make of an event, copy by copy: all of them may be too many to keep. */
    private void pass(Happening event, int from, Consumer<Happening> changed) {
        if (from == edits.size()) {
            changed.accept(event);
        } else {
            edits.get(from).take(event, next -> pass(next, from + 1, changed));
        }
    }
}
