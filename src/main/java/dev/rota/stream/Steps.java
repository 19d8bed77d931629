package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.machine.NewerBuildNeeded;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.machine.PartitionMachine.Outcome;
import dev.rota.engine.rows.Applied;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.meters.DecisionMeter;
import dev.rota.stream.outputs.CommittedOutputs;
import dev.rota.stream.outputs.CommittedOutputs.Diverged;
import dev.rota.stream.store.RowsStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies log records to the rows of one partition. A record is either applied entirely and its decisions are sent,
 * or its step is undone and leaves no trace.
 *
 * <p>To undo a step, all rows not in the store yet are discarded, and the records since the last commit are applied
 * again without sending their decisions again. That costs nothing while no step fails, and it also resets what a
 * scheduler caches: it relies on cold state deciding the same as warm state, which is tested for every domain.
 */
final class Steps {

    private static final Logger LOG = LoggerFactory.getLogger(Steps.class);

    private static final int UNDO_TRIES_MAX = 6;

    /** Why a record could not be decided. */
    static final class StepFailed extends Exception {
        private static final long serialVersionUID = 1L;

        StepFailed(Throwable cause) {
            super(describe(cause), cause);
        }

        /** Whether the record can be neither voided nor skipped. */
        boolean needsAnotherBuild(boolean isRules) {
            return getCause() instanceof NewerBuildNeeded
                    || (isRules && getCause() instanceof PartitionMachine.LogBroken);
        }

        private static String describe(Throwable cause) {
            StackTraceElement[] trace = cause.getStackTrace();
            return cause instanceof PartitionMachine.LogBroken
                    ? String.valueOf(cause.getMessage())
                    : cause + (trace.length == 0 ? "" : " at " + trace[0]);
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }

    /** Sends a record to the sink of an output, within the transaction. */
    @FunctionalInterface
    interface Sinks {
        void forward(Record<byte[], byte[]> record, String sink);

        /** Called just before a commit. */
        default void flush() {}
    }

    /** A decision, ready to be sent. */
    private record Emitted(Decision decision, Record<byte[], byte[]> record) {}

    private final Domain domain;
    private final OutputFormat format;
    private final Parallel parallel;
    private final RowsStore store;
    private final Sinks sinks;
    private final DecisionMeter meter;
    private final List<Emitted> emitted = new ArrayList<>();

    private PartitionMachine machine;
    private String log = "";

    /** The outputs that a rebuild must not emit again; null while no rebuild is in progress. */
    private @Nullable CommittedOutputs committed;

    /** The last record applied since the last flush. */
    private @Nullable Delivered last;

    /** The voided records since the last flush, by offset: an undo must skip them again. */
    private final Map<Long, LogRecord.Voiding> passedBy = new TreeMap<>();

    Steps(Names names, Parallel parallel, RowsStore store, Sinks sinks, DecisionMeter meter) {
        this.domain = names.domain();
        this.format = new OutputFormat(domain, names.log());
        this.parallel = parallel;
        this.store = store;
        this.sinks = sinks;
        this.meter = meter;
        this.machine = newMachine();
        store.beforeFlush(this::beforeFlush);
    }

    private PartitionMachine newMachine() {
        return new PartitionMachine(domain, store.rows(), parallel, this::emit);
    }

    PartitionMachine machine() {
        return machine;
    }

    /** Begins or ends the comparison of decisions with committed outputs, which are not emitted again. */
    void compareWith(@Nullable CommittedOutputs outputs) {
        committed = outputs;
    }

    /** The UUID of the log's topic; records are applied only once it is known. */
    void log(String topicId) {
        log = topicId;
    }

    String log() {
        return log;
    }

    /** The last record applied; null before the first. */
    @Nullable
    Applied applied() {
        return last == null
                ? machine.applied()
                : new Applied(log, last.offset(), last.at().time(), last.digest());
    }

    private void beforeFlush() {
        noteApplied();
        sinks.flush();
    }

    private void noteApplied() {
        if (last != null) {
            machine.applied(Objects.requireNonNull(applied()));
            last = null;
        }
        passedBy.clear();
    }

    /** Applies a record and sends its decisions; returns null if it is not Rota's and is skipped. */
    @Nullable
    LogRecord apply(Delivered record) throws StepFailed, Diverged {
        LogRecord parsed = parse(record);
        if (parsed == null) {
            meter.foreign();
        } else {
            meter.handled(step(() -> machine.handle(parsed)));
        }
        passed(record);
        return parsed;
    }

    /** Skips a record that an operator has voided. */
    void pass(Delivered record, LogRecord.Voiding by) throws StepFailed, Diverged {
        LogRecord parsed = Objects.requireNonNull(parse(record));
        meter.handled(step(() -> machine.voided(parsed, by)));
        passed(record);
        passedBy.put(record.offset(), by);
    }

    private void passed(Delivered record) throws Diverged {
        if (committed != null && committed.has(record.offset(), heads())) {
            emitted.clear();
        }
        last = record;
        for (Emitted one : emitted) {
            sinks.forward(one.record(), SchedulerTopology.sink(one.decision().output()));
            meter.decided(one.decision());
        }
        emitted.clear();
    }

    /** The chain heads that the outputs of the last record carry, by unit. */
    private Map<String, String> heads() {
        Map<String, String> heads = new TreeMap<>();
        for (Emitted one : emitted) {
            byte[] chain = one.record().headers().lastHeader(OutputFormat.CHAIN).value();
            heads.put(one.decision().unit(), new String(chain, UTF_8));
        }
        return heads;
    }

    private interface Step {
        Outcome run();
    }

    private Outcome step(Step step) throws StepFailed {
        emitted.clear();
        try {
            return step.run();
        } catch (KafkaException e) {
            // The store's or the cluster's failure, not the record's: the transaction is aborted.
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            emitted.clear();
            throw new StepFailed(e);
        }
    }

    /** Parses a record; null if Rota did not write it. */
    @Nullable
    LogRecord parse(Delivered record) {
        try {
            return LogHeaders.parse(record.at(), record.key(), record.headers(), record.value());
        } catch (LogFormat.ForeignRecord e) {
            LOG.warn("{} was not written by Rota and is skipped: {}", format.cause(record.at()), e.getMessage());
            return null;
        }
    }

    /** Starts over from the rows in the store. */
    void reopen() {
        store.discard();
        machine = newMachine();
        last = null;
    }

    /** Undoes the step of a failed record. Nothing may be committed until this returns. */
    void undo(LogAccess reader, Delivered failed) {
        reopen();
        Applied stored = machine.applied();
        long next = stored == null ? 0 : stored.offset() + 1;
        for (int tries = 1; next < failed.offset(); ) {
            try {
                LogAccess.Slice slice = reader.read(failed.at().partition(), next, failed.offset());
                if (slice.next() == next) {
                    throw new LogAccess.Unavailable("the log has nothing at offset " + next);
                }
                slice.records().forEach(this::again);
                next = slice.next();
            } catch (LogAccess.Unavailable e) {
                if (++tries > UNDO_TRIES_MAX) {
                    throw new KafkaException("the step of log record "
                            + failed.at().partition() + "/" + failed.offset() + " cannot be undone: " + e.getMessage());
                }
            }
        }
        emitted.clear();
    }

    /** Applies a record again whose decisions have been sent already. */
    private void again(Delivered record) {
        LogRecord parsed = parse(record);
        LogRecord.Voiding by = passedBy.get(record.offset());
        if (parsed != null && by != null) {
            machine.voided(parsed, by);
        } else if (parsed != null) {
            machine.handle(parsed);
        }
        emitted.clear();
        last = record;
    }

    private void emit(Decision decision, ByteBuffer chain) {
        emitted.add(new Emitted(
                decision,
                new Record<>(
                        format.key(decision),
                        format.value(decision, machine.schemaId(decision)),
                        decision.cause().time(),
                        LogHeaders.of(format.headers(decision, chain)))));
    }
}
