package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.LogRecord;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.partition.LogApplier.Progress;
import dev.rota.stream.partition.Standings.Standing;
import java.util.function.BooleanSupplier;

/** Applies records as they are delivered. If a few are missing before a delivery, reads them from the log. */
final class Following implements PartitionMode {

    /** The most missing records that are read while a delivery waits; more are read at punctuations. */
    private static final int GAP_WHILE_DELIVERING_MAX = 2_000;

    private final LogApplier applier;
    private final Deliveries deliveries;
    private final BooleanSupplier logIsAnother;
    private final BooleanSupplier stopping;
    private final Transitions transitions;

    /**
     * @param logIsAnother returns whether the log's topic was deleted and created again
     * @param stopping returns whether missing records are left to the next owner
     */
    Following(
            LogApplier applier,
            Deliveries deliveries,
            BooleanSupplier logIsAnother,
            BooleanSupplier stopping,
            Transitions transitions) {
        this.applier = applier;
        this.deliveries = deliveries;
        this.logIsAnother = logIsAnother;
        this.stopping = stopping;
        this.transitions = transitions;
    }

    @Override
    public @Nullable LogRecord deliver(Delivered record) {
        boolean isNext =
                record.offset() == applier.next() || (record.offset() > applier.next() && fill(record.offset()));
        return isNext ? applier.apply(record) : null;
    }

    /** Checks the log again: the group's offset was reset to an earlier one, or the topic was created again. */
    @Override
    public void deliveriesWentBack() {
        transitions.check();
    }

    /** Applies the missing records before a delivery; returns false if the delivery must be ignored. */
    private boolean fill(long delivered) {
        if (stopping.getAsBoolean()) {
            return false;
        }
        boolean isFew = delivered - applier.next() <= GAP_WHILE_DELIVERING_MAX;
        try {
            Progress progress = Progress.APPLIED;
            while (isFew && applier.next() < delivered && progress == Progress.APPLIED) {
                progress = applier.applySlice(delivered);
            }
            if (progress != Progress.FAILED && applier.next() < delivered) {
                transitions.catchUp("the next delivery was " + delivered);
            }
            return progress != Progress.FAILED && applier.next() == delivered;
        } catch (Unavailable e) {
            transitions.catchUp(String.valueOf(e.getMessage()));
            return false;
        }
    }

    @Override
    public void advance() {
        if (logIsAnother.getAsBoolean()) {
            transitions.check();
        } else if (deliveries.doNotCome(applier.next())) {
            transitions.catchUp("they are not delivered");
        }
    }

    @Override
    public @Nullable Standing standing() {
        return null;
    }

    @Override
    public boolean hasAllRows() {
        return true;
    }
}
