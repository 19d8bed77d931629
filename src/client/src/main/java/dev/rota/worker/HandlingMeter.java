package dev.rota.worker;

import dev.rota.engine.Nullable;
import dev.rota.shards.ReceiptStatus;

/** Counts what a worker of a stateless pool handles. Called on the worker's threads, after each transaction. */
@FunctionalInterface
public interface HandlingMeter {

    /** Counts nothing. */
    HandlingMeter NONE = (status, elapsedNs) -> {};

    /**
     * Counts a transaction.
     *
     * @param status the status of its receipt, or null if the receipt is discarded because the turn was lost
     */
    void handled(@Nullable ReceiptStatus status, long elapsedNs);
}
