package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Happening;
import java.util.function.Consumer;

/** One change of a record, made while its events pass. */
abstract class Edit {

    /** Stands for the end of the record, which is not known before. Times after it are added to it. */
    static final long END = 1L << 60;

    private final long from;
    private boolean begun;

    Edit(long from) {
        this.from = from;
    }

    /** Returns the time from which on it changes anything. */
    final long from() {
        return from;
    }

    /** Takes an event as the edits before this one leave it. */
    final void take(Happening event, Consumer<Happening> on) {
        if (event.time() >= from) {
            beginAt(from, on);
            change(event, on);
        } else {
            on.accept(event);
        }
        past(event);
    }

    /** Returns how often it makes a request of a time. */
    int copies(long time) {
        return 1;
    }

    /** Begins the change if it has not begun before the end of the record, at the given time. */
    void end(long recordEnd, Consumer<Happening> on) {
        beginAt(absolute(from, recordEnd), on);
    }

    /** Returns a time that may be counted from the end of the record. */
    static long absolute(long time, long recordEnd) {
        return time < END ? time : recordEnd + time - END;
    }

    private void beginAt(long time, Consumer<Happening> on) {
        if (!begun) {
            begun = true;
            begin(time, on);
        }
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
