package dev.rota.audit.outputs;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Nullable;

/** An output record that a log record must have caused, and the result of the search for it. */
final class ExpectedOutput {

    final OutputTopic topic;
    final Comparison record;

    /** True if retention may have deleted the record. */
    boolean deletable;

    /** The record with the expected unit and sequence number, or else the one in its place. */
    @Nullable
    Caused found;

    /** True if the record was found out of order. */
    boolean outOfOrder;

    ExpectedOutput(OutputTopic topic, Comparison record) {
        this.topic = topic;
        this.record = record;
    }

    boolean isCheckpoint() {
        return record.decision().value() instanceof Checkpoint;
    }
}
