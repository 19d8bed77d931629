package dev.rota.audit.outputs;

import dev.rota.audit.evidence.StoredRecord;

/**
 * An output record with the offset of its cause.
 * @param settled whether its whole transaction is readable, so that it proves its cause decided
 */
record Caused(StoredRecord record, long cause, boolean settled) {

    /** Returns the record's approximate size in memory. */
    long bytes() {
        return 64 + record.bytes();
    }
}
