package dev.rota.shards;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;

/** What the model remembers of a worker's id. */
final class NaiveRecord {

    final String worker;
    int failures;

    /** How long it rests after each failure; 0 if it is not sick. */
    long restMs;

    long restUntil;

    /** The latest 16 incarnations that were replaced, the earliest first. */
    final List<String> replaced = new ArrayList<>();

    /** The incarnation that was lost or left last, while no worker of this id has come since. */
    @Nullable
    String gone;

    /** Null while the worker is in the pool. */
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
