package dev.rota.stream.kstreams;

import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.rows.BufferedRows;
import dev.rota.stream.attendance.AttendedPartition;
import dev.rota.stream.attendance.AttendedPartitions;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.meters.SchedulerMeters;
import dev.rota.stream.pages.PageCache;
import dev.rota.stream.pages.Questions;
import dev.rota.stream.pages.SnapshotTaker;
import dev.rota.stream.partition.DueTicks;
import dev.rota.stream.partition.LogPartition;
import dev.rota.stream.partition.Ticks;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Runs a domain's scheduler over one log partition: record in, decisions out, state and offset in the same
 * transaction.
 *
 * <p>When punctuations run between records is arbitrary, so they decide nothing: they apply records that the log
 * holds and Streams does not deliver, append Ticks, which the log puts in order, and take snapshots for pages.
 */
public final class SchedulerProcessor implements Processor<byte[], byte[], byte[], byte[]> {

    /**
     * What the processors of one scheduler share.
     *
     * @param tickInterval how often a partition advances without deliveries, and looks for timers that are due
     * @param writeBack whether rows are written once per commit, instead of after each record
     */
    public record Shared(
            LogPartition.Shared partitions,
            Ticks ticks,
            Duration tickInterval,
            boolean writeBack,
            PageCache pages,
            Questions questions,
            SchedulerMeters meters,
            AttendedPartitions attended) {}

    /**
     * The interval of gauges: operators need no newer ones, and reading them costs the stream thread some microseconds
     * a unit.
     */
    private static final Duration GAUGES_EVERY = Duration.ofSeconds(5);

    /** The interval at which backlogs are measured; until intake knows of one, it appends on. */
    private static final Duration BACKLOGS_EVERY = Duration.ofSeconds(1);

    private final Shared shared;
    private final PromptCommits commits;

    private long rowsWritten;
    private long rowsRead;

    @Nullable
    private Task task;

    /** The state of the processor while it has one partition. */
    private record Task(
            ProcessorContext<byte[], byte[]> context,
            RowsStore store,
            LogPartition log,
            AttendedPartition attended,
            DueTicks dueTicks,
            SnapshotTaker snapshots,
            List<Cancellable> punctuators) {

        /** Answers questions and new requests for pages, unless the rows are incomplete. */
        void answer() {
            if (log.hasAllRows()) {
                snapshots.answer();
                snapshots.takeNew();
            }
        }
    }

    public SchedulerProcessor(Shared shared, PromptCommits commits) {
        this.shared = shared;
        this.commits = commits;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        RowsStore store = context.getStateStore(SchedulerTopology.STORE);
        int partition = context.taskId().partition();
        LogPartition log = new LogPartition(
                shared.partitions(), partition, store, new HeldOutputs(context), context::currentSystemTimeMs);
        AttendedPartition attended = shared.attended().assigned(partition);
        DueTicks dueTicks = new DueTicks(partition, log::machine, shared.ticks(), attended);
        SnapshotTaker snapshots = new SnapshotTaker(partition, log::machine, shared.pages(), shared.questions());
        rowsWritten = 0;
        rowsRead = 0;
        Cancellable advance = context.schedule(shared.tickInterval(), PunctuationType.WALL_CLOCK_TIME, now -> {
            log.advance();
            if (log.isFollowing()) {
                dueTicks.send(now);
                if (!shared.meters().units().isRead(partition)) {
                    // Otherwise, pending work would be missing for seconds at a handover, and alerts would restart.
                    gauge(partition, log, dueTicks, now);
                }
            }
            if (log.hasAllRows()) {
                snapshots.answer();
                snapshots.take();
            }
            meterRows(store.rows());
        });
        Cancellable gauges = context.schedule(GAUGES_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> {
            if (log.isFollowing()) {
                gauge(partition, log, dueTicks, now);
            }
        });
        Cancellable backlogs = context.schedule(BACKLOGS_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> {
            if (log.isFollowing()) {
                shared.meters().units().measure(partition, log.machine());
            }
        });
        task = new Task(context, store, log, attended, dueTicks, snapshots, List.of(advance, gauges, backlogs));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task at = task();
        RecordMetadata metadata = at.context()
                .recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record without coordinates"));
        Position position = new Position(metadata.partition(), metadata.offset(), record.timestamp());
        at.dueTicks().read(record.timestamp(), at.context().currentSystemTimeMs());
        LogRecord applied = at.log().deliver(new Delivered(position, record.key(), record.headers(), record.value()));
        if (!shared.writeBack()) {
            at.store().flushCache();
        }
        shared.meters().commits().decided(record.timestamp());
        if (applied instanceof LogRecord.Tick tick) {
            at.dueTicks().answered(tick, at.context().currentSystemTimeMs());
        }
        // While the scheduler is busy, requests would wait for its next punctuation.
        at.answer();
        commits.decided().ifPresent(wait -> commitAfter(wait, at.context(), commits::due));
    }

    /** @param rest returns, when the wait is over, how long the commit is to wait on */
    private static void commitAfter(Duration wait, ProcessorContext<byte[], byte[]> context, Supplier<Duration> rest) {
        if (wait.isZero()) {
            context.commit();
            return;
        }
        AtomicReference<Cancellable> timer = new AtomicReference<>();
        timer.set(context.schedule(wait, PunctuationType.WALL_CLOCK_TIME, now -> {
            Objects.requireNonNull(timer.get()).cancel();
            commitAfter(rest.get(), context, () -> Duration.ZERO);
        }));
    }

    @Override
    public void close() {
        Task at = task;
        if (at != null) {
            // Streams revives a task after some failures, and keeps the punctuators that it had: they would apply the
            // log to the rows of their successor.
            at.punctuators().forEach(Cancellable::cancel);
            at.snapshots().close();
            at.log().close();
            int partition = at.context().taskId().partition();
            shared.meters().revoked(partition);
            shared.attended().revoked(partition, at.attended());
            task = null;
        }
    }

    private void gauge(int partition, LogPartition log, DueTicks dueTicks, long now) {
        shared.meters().units().read(partition, log.machine());
        shared.meters().timers().set(partition, dueTicks.late(now));
    }

    private void meterRows(BufferedRows rows) {
        // Rows discarded with a failed step have restarted the count.
        shared.meters()
                .decisions()
                .rows(Math.max(0, rows.rowsWritten() - rowsWritten), Math.max(0, rows.rowsRead() - rowsRead));
        rowsWritten = rows.rowsWritten();
        rowsRead = rows.rowsRead();
    }

    private Task task() {
        return Objects.requireNonNull(task, "the processor has not been initialized");
    }
}
