package dev.rota.engine;

import java.util.function.IntConsumer;
import org.apache.avro.specific.SpecificRecord;

/** One event or one time of timers, and all that a decision may know and do. */
public interface Step extends Tables {

    /** The unit's time, ms since the epoch: log time that never runs back. */
    long now();

    /** Chance, seeded by domain, unit, log position and time. */
    StepRandom random();

    Timers timers();

    /** Says a decision. */
    <T extends SpecificRecord> void emit(Output<T> output, String key, T value);

    /**
     * Whether one more output fits into this step. Where an event can cause more outputs than a constant few, its
     * scheduler asks before each, keeps the remainder in rows, and calls {@link #continueWith}. What the remainder may
     * still change, such as a final failure, waits for the last of these steps.
     */
    boolean hasRoom();

    /**
     * Continues in a following step: {@link Scheduler#timers} is given the key at the unit's time, before all timers.
     * Repeating it while it is pending changes nothing. An event may come before that step, with the remainder pending.
     */
    void continueWith(Key key);

    /** Says why the event, or a part of it, was not accepted; the sentence is "expected X, but Y". */
    void reject(Reason reason, String message);

    /**
     * Runs {@code work} for each slice from 0 to {@code slices - 1} on as many threads as there are. Slices must be
     * disjoint and write nothing that another reads; the step goes on when all are done.
     */
    void parallel(int slices, IntConsumer work);
}
