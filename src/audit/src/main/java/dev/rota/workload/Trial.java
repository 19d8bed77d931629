package dev.rota.workload;

import dev.rota.engine.Parallel;
import java.util.function.Supplier;

/** A large piece of a domain's work, measured in isolation in memory. */
public interface Trial {

    /** Measures stages; a trial itself has no clock. */
    interface Watch {

        /** Runs a stage of the work and measures its time and memory; returns its result. */
        <T> T stage(String name, Supplier<T> work);

        /** Prints the result of a stage. */
        void say(String sentence);
    }

    /** Does the work, stage by stage. */
    void run(Watch watch, Parallel parallel);
}
