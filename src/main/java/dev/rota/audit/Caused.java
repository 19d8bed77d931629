package dev.rota.audit;

/**
 * An output record, and the log record that it names as its cause.
 *
 * @param settled whether all records of the transaction that wrote it can be read, so that it shows its cause decided
 */
record Caused(StoredRecord record, long cause, boolean settled) {

    /** What it takes in memory, about. */
    long bytes() {
        return 64 + record.bytes();
    }
}
