package dev.rota.shards.scheduler;

import java.util.ArrayList;
import java.util.List;

/** A worker of the model. */
final class NaiveWorker {

    final String id;
    int slots;

    /** 1 if it reads more batches in a record. */
    int protocol;

    String incarnation;
    long deadline;

    /** The duration for which it may be silent. */
    long timeoutMs;

    /** Tokens that were lost at their batch's deadline and have not been reported yet. */
    final List<Long> stuck = new ArrayList<>();

    /** The timeout that was last published to it. */
    long toldMs;

    NaiveWorker(String id, String incarnation) {
        this.id = id;
        this.incarnation = incarnation;
    }
}
