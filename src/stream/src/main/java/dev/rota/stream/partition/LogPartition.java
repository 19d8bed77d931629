package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.NewerRows;
import dev.rota.settings.Names;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.meters.DecisionMeter;
import dev.rota.stream.outputs.CommittedOutputs;
import dev.rota.stream.outputs.OutputAccess;
import dev.rota.stream.partition.Standings.Standing;
import dev.rota.stream.partition.Steps.StepFailed;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies one log partition to a scheduler, each record exactly once and in order. The rows contain which record is
 * next; deliveries of Kafka Streams are only the cheapest way to get it.
 *
 * <p>A delivery below the next offset is skipped. One beyond it means that records are missing, which are then read
 * from the log itself. So deliveries may always be ignored, which is how a partition halts at a record that cannot be
 * decided: Streams cannot pause a single task, and an exception would end its thread with all its partitions. A
 * halted partition looks ahead in the log for the void record that lets it continue.
 *
 * <p>What it does at any time is its {@link PartitionMode}: {@link Unchecked} first, {@link Following} as a rule.
 */
public final class LogPartition {

    private static final Logger LOG = LoggerFactory.getLogger(LogPartition.class);

    /**
     * The parts that the partitions of one scheduler share.
     *
     * @param stopping returns whether the scheduler is being stopped: then its partitions read neither the log nor the
     *     outputs, which may last longer than the stop
     */
    public record Shared(
            Names names,
            Parallel parallel,
            LogAccess log,
            OutputAccess outputs,
            RebuildRequest rebuild,
            Standings standings,
            DecisionMeter meter,
            BooleanSupplier stopping) {}

    private final Shared shared;
    private final TopicPartition name;
    private final PartitionRows rows;
    private final Steps steps;
    private final LogApplier applier;
    private final Deliveries deliveries;
    private final Transitions transitions = new Transition();

    private PartitionMode mode;

    /** The report while the cluster does not answer; null while it does. */
    private @Nullable Standing waiting;

    /**
     * @param sink receives the outputs, in the transaction of the rows
     * @param clock the time in ms; it may be set forward or back
     * @throws StoppedException if a newer build wrote the rows
     */
    public LogPartition(Shared shared, int partition, PartitionRows rows, OutputSink sink, LongSupplier clock) {
        this.shared = shared;
        this.rows = rows;
        name = new TopicPartition(shared.names().log(), partition);
        try {
            steps = new Steps(shared.names(), shared.parallel(), rows, sink, shared.meter());
        } catch (NewerRows e) {
            throw new StoppedException(label() + ": " + e.getMessage());
        }
        applier = new LogApplier(name, steps, shared.log(), transitions);
        deliveries = new Deliveries(clock);
        mode = unchecked();
    }

    /** Returns whether records are applied as they are delivered; only then are Ticks appended. */
    public boolean isFollowing() {
        return mode instanceof Following;
    }

    /** Returns whether the rows contain all that was decided up to their position; false during a rebuild. */
    public boolean hasAllRows() {
        return mode.hasAllRows();
    }

    public PartitionMachine machine() {
        return steps.machine();
    }

    /** Handles a delivery; returns the record if it was applied, else null. */
    public @Nullable LogRecord deliver(Delivered record) {
        if (deliveries.goBack(record.offset())) {
            mode.deliveriesWentBack();
        }
        if (mode instanceof Unchecked) {
            advance();
        }
        LogRecord applied = mode.deliver(record);
        if (applied == null && record.offset() >= applier.next()) {
            deliveries.ignored(record.offset());
        }
        return applied;
    }

    /** Makes progress without deliveries: reads missing records, looks for void records. Called at punctuations. */
    public void advance() {
        if (isStopping()) {
            return;
        }
        try {
            boolean isChecked = mode instanceof Unchecked;
            mode.advance();
            if (isChecked && !mode.hasAllRows()) {
                // The first step of a rebuild finds out that a partition without outputs needs none.
                mode.advance();
            }
            waiting = null;
        } catch (Unavailable e) {
            waitForCluster(e);
        }
        report();
    }

    private boolean isStopping() {
        return shared.stopping().getAsBoolean();
    }

    private void waitForCluster(Unavailable e) {
        if (waiting == null && !isStopping()) {
            // Before the rows are compared with the log, the offset is not known.
            String at = mode instanceof Unchecked ? " waits: " : " waits at offset " + applier.next() + ": ";
            waiting = new Standing(applier.next(), false, label() + at + e.getMessage());
            LOG.warn(waiting.why());
        }
    }

    private void report() {
        Standing standing = mode.standing();
        if (waiting != null && (standing == null || !standing.halted())) {
            standing = waiting;
        }
        if (standing == null) {
            shared.standings().clear(name.partition());
        } else {
            shared.standings().put(name.partition(), standing);
        }
    }

    /** Releases what the partition holds, after it was revoked. */
    public void close() {
        mode.close();
        shared.standings().clear(name.partition());
    }

    private PartitionMode unchecked() {
        return new Unchecked(name, steps, rows, shared.log(), shared.rebuild(), deliveries, applier, transitions);
    }

    /** Returns whether the log's topic is another one than that of the rows, as last looked up. */
    private boolean logIsAnother() {
        String found = shared.standings().topicId();
        return !found.isEmpty() && !found.equals(steps.log());
    }

    private String label() {
        return name.topic() + "/" + name.partition();
    }

    private String label(long offset) {
        return label() + "/" + offset;
    }

    /** Creates the modes, each with the parts that it needs. */
    private final class Transition implements Transitions {

        private void become(PartitionMode next) {
            if (next != mode) {
                mode.close();
                mode = next;
            }
            report();
        }

        @Override
        public void check() {
            become(unchecked());
        }

        @Override
        public void rebuild(Rebuild rebuild) {
            if (rebuild.hasWiped()) {
                deliveries.wentOn("its rows were rebuilt");
            }
            if (rebuild.wipes()) {
                become(new WipingRows(rebuild, this));
            } else {
                readOutputs(rebuild);
            }
        }

        @Override
        public void readOutputs(Rebuild rebuild) {
            become(new ReadingOutputs(
                    rebuild,
                    new CommittedOutputs(shared.names(), name.partition()),
                    name.partition(),
                    steps,
                    shared.log(),
                    shared.outputs(),
                    applier,
                    this));
        }

        @Override
        public void reapply(Rebuild rebuild, CommittedOutputs committed) {
            become(new Reapplying(rebuild, committed, applier, this));
        }

        @Override
        public void proceed() {
            String gap = deliveries.gap(applier.next());
            if (gap.isEmpty()) {
                follow();
            } else {
                // The group is ahead of the rows, or has lost its offset; the next delivery may be a long time off.
                catchUp(gap);
            }
        }

        @Override
        public void follow() {
            become(new Following(applier, deliveries, LogPartition.this::logIsAnother, shared.stopping(), this));
        }

        @Override
        public void catchUp(String why) {
            String sentence = label(applier.next()) + " and later are read from the log: " + why;
            LOG.info(sentence);
            become(new CatchingUp(label(), sentence, applier, shared.stopping(), this));
        }

        @Override
        public void halt(Delivered record, StepFailed why) {
            String sentence = label(record.offset()) + " cannot be decided: " + why.sentence()
                    + ". The partition is halted there, all others go on. Run a build that can decide it, or declare it"
                    + " undecidable: rota void " + shared.names().domain().name() + " --at " + label(record.offset())
                    + " --reason TEXT";
            LOG.error(sentence);
            become(new Halted(record, sentence, mode, steps, applier, shared.log(), this));
        }

        @Override
        public void resume(PartitionMode former, LogRecord.Voiding voiding) {
            LOG.warn("{} is voided: {}", label(voiding.offset()), voiding.reason());
            if (former.hasAllRows()) {
                catchUp("the partition was halted at " + voiding.offset());
            } else {
                become(former);
            }
        }

        @Override
        public void stop(String why) {
            String sentence = label() + " is stopped: " + why;
            LOG.error(sentence);
            become(new Stopped(applier.next(), sentence, mode.hasAllRows()));
        }
    }
}
