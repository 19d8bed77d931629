package dev.rota.engine;

import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;

/**
 * One decision: on an event, or on all timers of one time. A step provides everything that the decision may read and
 * do.
 */
public interface Step extends Tables {

    /** Returns the unit's time in ms since the epoch: log append time, which never decreases. */
    long now();

    /**
     * Returns the time of the unit's last step before this one; plain timers due by then have fired. A scheduler can
     * compare it with {@link #now()} to find out whether a record of the same millisecond was decided before: attended
     * timers fire only at Ticks, which may follow that record.
     */
    long previous();

    /**
     * Returns whether intake made the event from a record of an adopted topic. Intake reads such a topic no faster than
     * its records are decided, so there is no need to refuse them for lack of room.
     */
    boolean isAdopted();

    /**
     * Returns random numbers, seeded by domain, unit, the number of records that the unit has accepted, time, and the
     * number of the step in the record.
     */
    StepRandom random();

    /** Returns the timers that fire at their time: quanta, backoffs, delays, epochs. */
    Timers timers();

    /** Returns the timers that measure a party's silence. */
    AttendedTimers attended();

    /** Emits a decision. */
    <T extends SpecificRecord> void emit(Output<T> output, String key, T value);

    /**
     * Returns whether one more output fits into this step. If an event can cause more than a few outputs, its scheduler
     * checks this before each, keeps the remainder in rows, and calls {@link #continueWith}. Anything final, such as a
     * failure that the remainder may still avert, waits for the last of these steps.
     */
    boolean hasRoom();

    /**
     * Requests a following step: the handler of timers of the key's type is called at the unit's time, before all other
     * timers. Repeating a pending request has no effect. An event may be decided before that step, while the
     * remainder is pending.
     */
    void continueWith(Key key);

    /** Emits a rejection of the event or a part of it; the message is "expected X, but Y". */
    void reject(Reason reason, String message);

    /**
     * Runs {@code work} for each slice from 0 to {@code slices - 1} on all available threads and waits for them. Slices
     * must be independent: none may write what another reads.
     */
    void parallel(int slices, IntConsumer work);

    /** Runs a stage of a long decision, whose time is measured for operators. The decision does not see the time. */
    <T> T stage(String name, Supplier<T> work);
}
