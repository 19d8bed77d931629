package dev.rota.stream.partition;

import dev.rota.engine.log.LogRecord;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.outputs.CommittedOutputs;
import dev.rota.stream.partition.Steps.StepFailed;

/** The transitions between the modes of a {@link LogPartition}. */
interface Transitions {

    /** Compares the rows with the log again before anything is applied. */
    void check();

    /** Rebuilds the rows: deletes them first if the rebuild says so, and then reads the committed outputs. */
    void rebuild(Rebuild rebuild);

    /** Reads the committed outputs, now that the rows of a rebuild are deleted. */
    void readOutputs(Rebuild rebuild);

    /** Applies the log again up to the last record whose decisions are committed. */
    void reapply(Rebuild rebuild, CommittedOutputs committed);

    /** Applies records as they are delivered, or catches up first if deliveries do not continue after the rows. */
    void proceed();

    /** Applies records as they are delivered. */
    void follow();

    /** Reads the records that are missing from the log; deliveries are ignored meanwhile. */
    void catchUp(String why);

    /** Waits at a record that cannot be decided. */
    void halt(Delivered record, StepFailed why);

    /** Continues after a halted record that was voided, in the mode in which it failed. */
    void resume(PartitionMode former, LogRecord.Voiding voiding);

    /** Stops for an operator, for this process. */
    void stop(String why);
}
