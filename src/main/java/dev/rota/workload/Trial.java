package dev.rota.workload;

import dev.rota.engine.Parallel;
import java.util.function.Supplier;

/** A piece of a domain's work that is so large that it is measured by itself, in memory. */
public interface Trial {

    /** Who measures: domains have no clock. */
    interface Watch {

        /** Does a stage of the work and takes its time and memory; what came of it. */
        <T> T stage(String name, Supplier<T> work);

        /** Prints what a stage came to. */
        void say(String sentence);
    }

    /** Does the work, stage by stage. */
    void run(Watch watch, Parallel parallel);
}
