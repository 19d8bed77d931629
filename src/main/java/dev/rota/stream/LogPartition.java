package dev.rota.stream;

import dev.rota.engine.Applied;
import dev.rota.engine.LogFormat;
import dev.rota.engine.LogRecord;
import dev.rota.engine.Nullable;
import dev.rota.engine.PartitionMachine;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.stream.Standings.Standing;
import dev.rota.stream.Steps.StepFailed;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Extent;
import dev.rota.stream.log.LogAccess.Slice;
import dev.rota.stream.log.LogAccess.Unavailable;
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

    /**
     * The most missing records that are read while a delivery waits; if more are missing, they are read at
     * punctuations.
     */
    private static final int GAP_WHILE_DELIVERING_MAX = 2_000;

    /** Slices that are read between two deliveries or punctuations. */
    private static final int SLICES_AT_ONCE_MAX = 5;

    private enum State {
        /** The rows' position has not been compared with the log yet. */
        UNCHECKED,
        FOLLOWING,
        /** Records are missing; deliveries are ignored until they are read. */
        CATCHING_UP,
        /** A record could not be decided; the partition waits until it is voided or another build runs. */
        HALTED,
        /** The log is not the one that the rows were computed from. */
        STOPPED
    }

    private final Names names;
    private final int partition;
    private final Steps steps;
    private final LogAccess log;
    private final Standings standings;

    private State state = State.UNCHECKED;
    private long next;
    private long lastDelivered = -1;

    /** The greatest offset of an ignored delivery. */
    private long ignored = -1;

    private boolean waitingForCluster;

    /** The record at which the partition is halted. */
    private @Nullable Delivered haltedAt;

    /** Where the search for a void record continues. */
    private long lookedTo;

    LogPartition(Names names, int partition, Steps steps, LogAccess log, Standings standings) {
        this.names = names;
        this.partition = partition;
        this.steps = steps;
        this.log = log;
        this.standings = standings;
    }

    /** Whether it applies records as they are delivered; only then are Ticks appended. */
    boolean following() {
        return state == State.FOLLOWING;
    }

    /** Handles a delivery; returns the record if it was applied, else null. */
    @Nullable
    LogRecord deliver(Delivered record) {
        if (record.offset() <= lastDelivered && state == State.FOLLOWING) {
            // The group's offset was reset to an earlier one, or the topic was re-created.
            state = State.UNCHECKED;
        }
        lastDelivered = record.offset();
        if (state == State.UNCHECKED) {
            advance();
        }
        if (state != State.FOLLOWING || (record.offset() > next && !filled(record.offset()))) {
            ignored = Math.max(ignored, record.offset());
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
        try {
            switch (state) {
                case UNCHECKED -> check();
                case CATCHING_UP -> catchUp();
                case HALTED -> lookAhead();
                case FOLLOWING, STOPPED -> {
                    // nothing to do without a delivery
                }
            }
            waitingForCluster = false;
        } catch (Unavailable e) {
            waitForCluster(e);
        }
    }

    private void waitForCluster(Unavailable e) {
        if (!waitingForCluster) {
            String sentence = names.log() + "/" + partition + " waits at offset " + next + ": " + e.getMessage();
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
        next = applied == null ? 0 : applied.offset() + 1;
        String objection = objection(extent, applied);
        if (objection != null) {
            stop(objection);
            return;
        }
        steps.log(extent.topicId());
        state = State.FOLLOWING;
        standings.clear(partition);
        // The group is ahead, and the next delivery may be a long time off.
        if (extent.committed() > next) {
            startCatchingUp("the group " + names.scheduler() + " would resume at " + extent.committed());
        } else if (ignored >= next) {
            startCatchingUp("deliveries up to " + ignored + " came while the log could not be read");
        }
    }

    private @Nullable String objection(Extent extent, @Nullable Applied applied) throws Unavailable {
        if (extent.topicId().isEmpty()) {
            return "expected the log " + names.log() + ", but there is no such topic";
        }
        if (applied != null && !applied.log().equals(extent.topicId())) {
            return "expected the log topic " + applied.log() + ", but " + names.log() + " is now " + extent.topicId()
                    + ": it was deleted and created again. Begin under a new topic.prefix";
        }
        if (extent.begin() > next) {
            return "expected to resume at offset " + next + ", but the log begins at " + extent.begin()
                    + ": records that were never applied are deleted. Restore the log, or begin under a new"
                    + " topic.prefix";
        }
        if (extent.end() < next) {
            return "expected the log to reach offset " + next + ", but it ends at " + extent.end()
                    + ": records that were applied are lost. Restore the log, or begin under a new topic.prefix";
        }
        if (applied != null && applied.offset() >= extent.begin()) {
            for (Delivered there : log.read(partition, applied.offset(), next).records()) {
                if (there.at().time() != applied.time() || !there.digest().equals(applied.digest())) {
                    return "expected the record that was applied at offset " + applied.offset()
                            + ", but there is another one now. Restore the log, or begin under a new topic.prefix";
                }
            }
        }
        return null;
    }

    private @Nullable LogRecord apply(Delivered record) {
        try {
            LogRecord applied = steps.apply(record);
            next = record.offset() + 1;
            return applied;
        } catch (StepFailed e) {
            if (e.getCause() instanceof PartitionMachine.RulesUnknown
                    || (e.getCause() instanceof PartitionMachine.LogBroken && isRules(record))) {
                throw new Stopped(e.sentence());
            }
            steps.undo(log, record);
            halt(record, e);
            return null;
        }
    }

    /**
     * Whether it is a rules record. One that cannot be applied, such as with another partition count, stops the
     * scheduler: it cannot be voided or skipped.
     */
    private static boolean isRules(Delivered record) {
        return LogFormat.isRules(LogHeaders.lookUp(record.headers()));
    }

    /** Applies the missing records before a delivery; returns false if the delivery must be ignored. */
    private boolean filled(long delivered) {
        if (delivered - next > GAP_WHILE_DELIVERING_MAX) {
            startCatchingUp("the next delivery was " + delivered);
            return false;
        }
        try {
            boolean more = true;
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
            if (!applySlice(Long.MAX_VALUE)) {
                state = State.FOLLOWING;
                standings.clear(partition);
            } else if (state == State.CATCHING_UP) {
                standings.put(
                        partition, new Standing(next, false, names.log() + "/" + partition + " catches up at " + next));
            }
        }
    }

    /** Applies a slice of records from the log; returns false if there are none. */
    private boolean applySlice(long to) throws Unavailable {
        Slice slice = log.read(partition, next, to);
        for (Delivered record : slice.records()) {
            apply(record);
            if (state == State.HALTED) {
                return true;
            }
        }
        boolean any = slice.next() > next || !slice.records().isEmpty();
        next = Math.max(next, slice.next());
        return any;
    }

    private void halt(Delivered record, StepFailed why) {
        state = State.HALTED;
        haltedAt = record;
        lookedTo = record.offset() + 1;
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
        Delivered halted = Objects.requireNonNull(haltedAt);
        Slice slice = log.read(partition, lookedTo, Long.MAX_VALUE);
        for (Delivered record : slice.records()) {
            if (LogFormat.isVoid(LogHeaders.lookUp(record.headers()))
                    && steps.parse(record) instanceof LogRecord.Voiding voiding
                    && voiding.offset() == halted.offset()) {
                pass(halted, voiding);
                return;
            }
        }
        lookedTo = slice.next();
    }

    private void pass(Delivered halted, LogRecord.Voiding voiding) {
        try {
            steps.pass(halted, voiding);
        } catch (StepFailed e) {
            steps.undo(log, halted);
            lookedTo = voiding.at().offset() + 1;
            LOG.error("{} cannot be voided: {}", at(halted.offset()), e.sentence());
            return;
        }
        LOG.warn("{} is voided: {}", at(halted.offset()), voiding.reason());
        haltedAt = null;
        next = halted.offset() + 1;
        startCatchingUp("the partition was halted at " + halted.offset());
    }

    private String at(long offset) {
        return names.log() + "/" + partition + "/" + offset;
    }

    /** The partition was revoked. */
    void close() {
        standings.clear(partition);
    }
}
