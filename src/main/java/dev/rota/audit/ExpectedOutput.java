package dev.rota.audit;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Nullable;

/** An output record that a log record must have caused, and what became of the search for it. */
final class ExpectedOutput {

    final OutputTopic topic;
    final Comparison record;

    /** Whether retention may have deleted it. */
    boolean deletable;

    /** The record that says of itself that it is this one, or else the one that stands in its place. */
    @Nullable
    Caused found;

    /** Whether it was found where the records before it should have ended. */
    boolean outOfOrder;

    ExpectedOutput(OutputTopic topic, Comparison record) {
        this.topic = topic;
        this.record = record;
    }

    boolean isCheckpoint() {
        return record.decision().value() instanceof Checkpoint;
    }
}
