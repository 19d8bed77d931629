package dev.rota.engine;

import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Runs a decision's parallel work. Schedulers have no other access to threads. */
@FunctionalInterface
public interface Parallel {

    /** Runs all slices, one after the other, on the calling thread. */
    Parallel SEQUENTIAL = (slices, work) -> {
        for (int slice = 0; slice < slices; slice++) {
            work.accept(slice);
        }
    };

    /** Runs {@code work} for each slice and returns when all are done. */
    void run(int slices, IntConsumer work);

    /**
     * Runs a stage of a decision. An implementation may measure its time for operators; the decision does not see it.
     */
    default <T> T stage(String name, Supplier<T> work) {
        return work.get();
    }
}
