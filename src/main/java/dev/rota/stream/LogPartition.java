package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.rows.Applied;
import dev.rota.settings.Names;
import dev.rota.stream.Standings.Standing;
import dev.rota.stream.Steps.StepFailed;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Extent;
import dev.rota.stream.log.LogAccess.Slice;
import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.outputs.CommittedOutputs.Diverged;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies one log partition to a scheduler, each record exactly once and in order. The rows say which record is next;
 * deliveries of Kafka Streams are only the cheapest way to get it.
 *
 * <p>A delivery below the next offset is skipped. One beyond it means that records are missing, which are then read
 * from the log itself. So deliveries may always be ignored, which is how a partition halts at a record that cannot be
 * decided: Streams cannot pause a single task, and an exception would end its thread with all its partitions. A
 * halted partition looks ahead in the log for the void record that lets it continue.
 */
final class LogPartition {

    private static final Logger LOG = LoggerFactory.getLogger(LogPartition.class);

    /** The most missing records that are read while a delivery waits; more are read at punctuations. */
    private static final int GAP_WHILE_DELIVERING_MAX = 2_000;

    /** Slices that are read between two deliveries or punctuations. */
    private static final int SLICES_AT_ONCE_MAX = 5;

    private enum State {
        /** The rows' position has not been compared with the log yet. */
        UNCHECKED,
        FOLLOWING,
        /** Records are missing; deliveries are ignored until they are read. */
        CATCHING_UP,
        /** The rows are being deleted, or the committed outputs read; deliveries are ignored. */
        REBUILDING,
        /** A record could not be decided; the partition waits until it is voided or another build runs. */
        HALTED,
        /** The log is not the one that the rows were computed from. */
        STOPPED
    }

    private final Names names;
    private final int partition;
    private final Steps steps;
    private final LogAccess log;
    private final Deliveries deliveries;
    private final Standings standings;
    private final PositionCheck check;
    private final Rebuild rebuild;

    private State state = State.UNCHECKED;
    private long next;
    private boolean waitingForCluster;

    /** The record at which the partition is halted. */
    private @Nullable HaltedRecord haltedAt;

    LogPartition(
            Names names,
            int partition,
            Steps steps,
            LogAccess log,
            Deliveries deliveries,
            Rebuild rebuild,
            Standings standings) {
        this.names = names;
        this.partition = partition;
        this.steps = steps;
        this.log = log;
        this.deliveries = deliveries;
        this.rebuild = rebuild;
        this.check = new PositionCheck(names.log(), partition, log);
        this.standings = standings;
    }

    /** Whether it applies records as they are delivered; only then are Ticks appended. */
    boolean following() {
        return state == State.FOLLOWING;
    }

    /** Handles a delivery; returns the record if it was applied, else null. */
    @Nullable
    LogRecord deliver(Delivered record) {
        if (deliveries.goBack(record.offset()) && state == State.FOLLOWING) {
            // The group's offset was reset to an earlier one, or the topic was re-created.
            state = State.UNCHECKED;
        }
        if (state == State.UNCHECKED) {
            advance();
        }
        if (state != State.FOLLOWING || (record.offset() > next && !filled(record.offset()))) {
            deliveries.ignored(record.offset());
            return null;
        }
        return record.offset() < next ? null : apply(record);
    }

    /** Makes progress without deliveries: reads missing records, looks for void records. Called at punctuations. */
    void advance() {
        String seen = standings.topicId();
        if (state == State.FOLLOWING && !seen.isEmpty() && !seen.equals(steps.log())) {
            state = State.UNCHECKED;
        }
        if (state == State.FOLLOWING && deliveries.doNotCome(next)) {
            startCatchingUp("they are not delivered");
        }
        try {
            switch (state) {
                case UNCHECKED -> check();
                case REBUILDING -> rebuild();
                case CATCHING_UP -> catchUp();
                case HALTED -> lookAhead();
                case FOLLOWING, STOPPED -> {} // nothing to do without a delivery
            }
            waitingForCluster = false;
        } catch (Unavailable e) {
            waitForCluster(e);
        }
    }

    private void waitForCluster(Unavailable e) {
        if (!waitingForCluster) {
            // Before the rows are compared with the log, the offset is not known.
            String at = state == State.UNCHECKED ? " waits: " : " waits at offset " + next + ": ";
            String sentence = names.log() + "/" + partition + at + e.getMessage();
            LOG.warn(sentence);
            waitingForCluster = true;
            if (state != State.HALTED) {
                standings.put(partition, new Standing(next, false, sentence));
            }
        }
    }

    /** Compares the rows' position with the log. */
    private void check() throws Unavailable {
        steps.machine().requireKnownRules();
        Extent extent = log.extent(partition);
        Applied applied = steps.applied();
        String objection = check.objection(extent, applied);
        if (objection == null && rebuild.isNeeded(extent, applied) && rebuild.wipes()) {
            applied = null;
            objection = check.objection(extent, null);
        }
        next = applied == null ? 0 : applied.offset() + 1;
        deliveries.begin(extent, next);
        if (objection != null) {
            stop(objection);
            return;
        }
        steps.log(extent.topicId());
        if (rebuild.active()) {
            state = State.REBUILDING;
            rebuild();
        } else {
            follow();
        }
    }

    /** Deletes rows or reads the committed outputs, until the log can be applied. */
    private void rebuild() throws Unavailable {
        try {
            if (rebuild.hasWiped()) {
                deliveries.wentOn("its rows were rebuilt");
            }
            if (rebuild.advance(next)) {
                follow();
            } else {
                standings.put(partition, new Standing(next, false, rebuild.sentence()));
            }
        } catch (Diverged e) {
            stop(e.sentence());
        }
    }

    private void follow() {
        state = rebuild.active() ? State.CATCHING_UP : State.FOLLOWING;
        standings.clear(partition);
        String gap = deliveries.gap(next);
        if (rebuild.active()) {
            standings.put(partition, new Standing(next, false, rebuild.sentence()));
        } else if (!gap.isEmpty()) {
            // The group is ahead of the rows, or has lost its offset; the next delivery may be a long time off.
            startCatchingUp(gap);
        }
    }

    private @Nullable LogRecord apply(Delivered record) {
        try {
            LogRecord applied = null;
            LogRecord.Voiding by = rebuild.voided(record);
            if (by == null) {
                applied = steps.apply(record);
            } else {
                steps.pass(record, by);
            }
            next = record.offset() + 1;
            rebuild.applied(next);
            return applied;
        } catch (Diverged e) {
            steps.undo(log, record);
            stop(e.sentence());
            return null;
        } catch (StepFailed e) {
            if (e.needsAnotherBuild(record.isRules())) {
                throw new Stopped(e.sentence());
            }
            steps.undo(log, record);
            halt(record, e);
            return null;
        }
    }

    /** Applies the missing records before a delivery; returns false if the delivery must be ignored. */
    private boolean filled(long delivered) {
        try {
            boolean more = delivered - next <= GAP_WHILE_DELIVERING_MAX;
            while (more && next < delivered && state == State.FOLLOWING) {
                more = applySlice(delivered);
            }
            if (state == State.FOLLOWING && next < delivered) {
                startCatchingUp("the next delivery was " + delivered);
            }
            return state == State.FOLLOWING;
        } catch (Unavailable e) {
            startCatchingUp(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void startCatchingUp(String why) {
        state = State.CATCHING_UP;
        String sentence = at(next) + " and later are read from the log: " + why;
        LOG.info(sentence);
        standings.put(partition, new Standing(next, false, sentence));
    }

    private void catchUp() throws Unavailable {
        for (int slice = 0; slice < SLICES_AT_ONCE_MAX && state == State.CATCHING_UP; slice++) {
            boolean more = applySlice(Long.MAX_VALUE);
            if (state == State.CATCHING_UP && (more || rebuild.active())) {
                String sentence = names.log() + "/" + partition + " catches up at " + next;
                standings.put(partition, new Standing(next, false, rebuild.active() ? rebuild.sentence() : sentence));
            } else if (state == State.CATCHING_UP) {
                state = State.FOLLOWING;
                standings.clear(partition);
            }
        }
    }

    /** Applies a slice of records from the log; returns false if there are none. */
    private boolean applySlice(long to) throws Unavailable {
        Slice slice = log.read(partition, next, to);
        for (Delivered record : slice.records()) {
            apply(record);
            if (state == State.HALTED || state == State.STOPPED) {
                return true;
            }
        }
        boolean any = slice.next() > next || !slice.records().isEmpty();
        next = Math.max(next, slice.next());
        return any;
    }

    private void halt(Delivered record, StepFailed why) {
        state = State.HALTED;
        haltedAt = new HaltedRecord(record);
        String sentence = at(record.offset()) + " cannot be decided: " + why.sentence()
                + ". The partition is halted there, all others go on. Run a build that can decide it, or declare it"
                + " undecidable: rota void " + names.domain().name() + " --at " + at(record.offset())
                + " --reason TEXT";
        LOG.error(sentence);
        standings.put(partition, new Standing(record.offset(), true, sentence));
    }

    private void stop(String why) {
        state = State.STOPPED;
        String sentence = names.log() + "/" + partition + " is stopped: " + why;
        LOG.error(sentence);
        standings.put(partition, new Standing(next, true, sentence));
    }

    /** Looks for a void record for the record at which the partition is halted. */
    private void lookAhead() throws Unavailable {
        HaltedRecord at = Objects.requireNonNull(haltedAt);
        LogRecord.Voiding voiding = at.search(log, steps);
        if (voiding != null) {
            pass(at.record(), voiding);
        }
    }

    private void pass(Delivered halted, LogRecord.Voiding voiding) {
        try {
            steps.pass(halted, voiding);
        } catch (Diverged e) {
            steps.undo(log, halted);
            stop(e.sentence());
            return;
        } catch (StepFailed e) {
            steps.undo(log, halted);
            LOG.error("{} cannot be voided: {}", at(halted.offset()), e.sentence());
            return;
        }
        LOG.warn("{} is voided: {}", at(halted.offset()), voiding.reason());
        haltedAt = null;
        next = halted.offset() + 1;
        rebuild.applied(next);
        startCatchingUp("the partition was halted at " + halted.offset());
    }

    private String at(long offset) {
        return names.log() + "/" + partition + "/" + offset;
    }

    /** The partition was revoked. */
    void close() {
        rebuild.close();
        standings.clear(partition);
    }
}
