package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;

/** The state that the model keeps by a worker's id. */
final class NaiveRecord {

    final String worker;
    int failures;

    /** The duration of its rest after each failure, or 0 if it is not sick. */
    long restMs;

    long restUntil;

    /** The latest 16 incarnations that were replaced, earliest first. */
    final List<String> replaced = new ArrayList<>();

    /** The incarnation that was lost or left last, until a worker of this id registers. */
    @Nullable
    String gone;

    /** The time at which the worker left or was lost, or null while it is in the pool. */
    @Nullable
    Long goneAt;

    NaiveRecord(String worker) {
        this.worker = worker;
    }

    boolean isSick() {
        return restMs > 0;
    }

    boolean isEmpty() {
        return failures == 0 && restMs == 0 && replaced.isEmpty() && gone == null;
    }
}
