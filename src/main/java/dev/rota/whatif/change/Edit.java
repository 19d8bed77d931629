package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Happening;
import java.util.function.Consumer;

/** One change of a record, made while its events pass. */
abstract class Edit {

    /** Stands for the end of the record, which is not known before. Times after it are added to it. */
    static final long END = 1L << 60;

    private final long from;
    private @Nullable Consumer<Happening> next;
    private boolean begun;

    Edit(long from) {
        this.from = from;
    }

    /** Returns the time from which on it changes anything. */
    final long from() {
        return from;
    }

    final void before(Consumer<Happening> following) {
        next = following;
    }

    /** Takes an event as the edits before this one leave it. */
    final void take(Happening event) {
        if (event.time() >= from) {
            if (beginsBefore(event)) {
                beginAt(from);
            }
            change(event, next());
        } else {
            next().accept(event);
        }
        past(event);
    }

    /** Begins the change, if it has not begun before the end of the record. */
    final void end(long time) {
        beginAt(from < END ? from : time + from - END);
    }

    private void beginAt(long time) {
        if (!begun) {
            begun = true;
            begin(time, next());
        }
    }

    private Consumer<Happening> next() {
        if (next == null) {
            throw new IllegalStateException("expected a stage after this one, but there is none");
        }
        return next;
    }

    /** Returns whether the change begins before an event of this time: by default, also before those of its own time. */
    boolean beginsBefore(Happening event) {
        return true;
    }

    /** Takes note of an event as it comes to this stage. */
    void past(Happening event) {}

    /** Begins the change: passes on the events that it adds at this time. */
    void begin(long time, Consumer<Happening> on) {}

    /** Returns why the change could not be made of this record, or null if it could. */
    @Nullable
    String unmet() {
        return null;
    }

    /** Passes on what takes the place of an event. */
    abstract void change(Happening event, Consumer<Happening> on);
}
