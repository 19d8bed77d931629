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

    /** Says why the event, or a part of it, was not accepted; the sentence is "expected X, but Y". */
    void reject(Reason reason, String message);

    /**
     * Runs {@code work} for each slice from 0 to {@code slices - 1} on as many threads as there are. Slices must be
     * disjoint and write nothing that another reads; the step goes on when all are done.
     */
    void parallel(int slices, IntConsumer work);
}
