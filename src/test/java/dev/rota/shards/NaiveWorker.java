package dev.rota.shards;

import java.util.ArrayList;
import java.util.List;

/** A worker, as the model knows it. */
final class NaiveWorker {

    final String id;
    int slots;
    String incarnation;
    long deadline;

    /** How long it may be silent. */
    long timeoutMs;

    /** Tokens that were lost by their batch's deadline and are not reported yet. */
    final List<Long> stuck = new ArrayList<>();

    /** The timeout that it was told. */
    long toldMs;

    NaiveWorker(String id, String incarnation) {
        this.id = id;
        this.incarnation = incarnation;
    }
}
