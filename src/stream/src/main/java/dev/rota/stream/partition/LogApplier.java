package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.LogRecord;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Slice;
import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.outputs.CommittedOutputs.Diverged;
import dev.rota.stream.partition.Steps.StepFailed;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the records of one log partition in order, and keeps the offset of the next one. */
final class LogApplier {

    private static final Logger LOG = LoggerFactory.getLogger(LogApplier.class);

    /** The outcome of reading a slice of the log. */
    enum Progress {
        APPLIED,
        /** There is nothing more to read. */
        AT_END,
        /** A record could not be applied, and the partition has been halted or stopped there. */
        FAILED
    }

    private final TopicPartition name;
    private final Steps steps;
    private final LogAccess log;
    private final Transitions transitions;
    private long next;

    LogApplier(TopicPartition name, Steps steps, LogAccess log, Transitions transitions) {
        this.name = name;
        this.steps = steps;
        this.log = log;
        this.transitions = transitions;
    }

    /** Returns the first offset that is not applied. */
    long next() {
        return next;
    }

    /** Sets the position that the rows contain. */
    void resumeAt(long offset) {
        next = offset;
    }

    /**
     * Applies a record. If it fails, its step is undone, and the partition is halted or stopped.
     *
     * @return the record if the scheduler has handled it, else null
     */
    @Nullable
    LogRecord apply(Delivered record) {
        try {
            LogRecord applied = steps.apply(record);
            next = record.offset() + 1;
            return applied;
        } catch (Diverged e) {
            steps.undo(log, record);
            transitions.stop(e.sentence());
        } catch (StepFailed e) {
            if (e.needsAnotherBuild(record.isRules())) {
                throw new StoppedException(e.sentence());
            }
            steps.undo(log, record);
            transitions.halt(record, e);
        }
        return null;
    }

    /** Reads the next slice of the log up to an offset, and applies it. */
    Progress applySlice(long to) throws Unavailable {
        Slice slice = log.read(name.partition(), next, to);
        for (Delivered record : slice.records()) {
            apply(record);
            if (next <= record.offset()) {
                return Progress.FAILED;
            }
        }
        boolean any = slice.next() > next || !slice.records().isEmpty();
        next = Math.max(next, slice.next());
        return any ? Progress.APPLIED : Progress.AT_END;
    }

    /** Skips a record that an operator has voided; returns whether that succeeded. */
    boolean skip(Delivered record, LogRecord.Voiding voiding) {
        try {
            steps.skip(record, voiding);
            next = record.offset() + 1;
            return true;
        } catch (Diverged e) {
            steps.undo(log, record);
            transitions.stop(e.sentence());
        } catch (StepFailed e) {
            steps.undo(log, record);
            LOG.error("{}/{}/{} cannot be voided: {}", name.topic(), name.partition(), record.offset(), e.sentence());
        }
        return false;
    }
}
