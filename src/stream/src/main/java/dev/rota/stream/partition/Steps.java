package dev.rota.stream.partition;

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
import dev.rota.stream.partition.OutputSink.OutputRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
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
public final class Steps {

    private static final Logger LOG = LoggerFactory.getLogger(Steps.class);

    private static final int UNDO_TRIES_MAX = 6;

    /** Thrown if a record could not be decided; the message is a sentence with the reason. */
    static final class StepFailed extends Exception {
        private static final long serialVersionUID = 1L;

        StepFailed(Throwable cause) {
            super(describe(cause), cause);
        }

        /** Returns whether the record can be neither voided nor skipped. */
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

    /** A decision, ready to be sent. */
    private record Emitted(Decision decision, OutputRecord record) {}

    private final Domain domain;
    private final OutputFormat format;
    private final Parallel parallel;
    private final PartitionRows rows;
    private final OutputSink sink;
    private final DecisionMeter meter;
    private final List<Emitted> emitted = new ArrayList<>();

    private PartitionMachine machine;
    private String log = "";

    /** The outputs that a rebuild must not emit again; null while no rebuild is in progress. */
    private @Nullable CommittedOutputs committed;

    /** The void records according to {@link #committed}, by the offset of the voided record. */
    private Map<Long, LogRecord.Voiding> voided = Map.of();

    /** The last record applied since the last flush. */
    private @Nullable Delivered last;

    /** The voided records since the last flush, by offset: an undo must skip them again. */
    private final Map<Long, LogRecord.Voiding> skipped = new TreeMap<>();

    public Steps(Names names, Parallel parallel, PartitionRows rows, OutputSink sink, DecisionMeter meter) {
        this.domain = names.domain();
        this.format = new OutputFormat(domain, names.log());
        this.parallel = parallel;
        this.rows = rows;
        this.sink = sink;
        this.meter = meter;
        this.machine = newMachine();
        rows.beforeFlush(this::beforeFlush);
    }

    private PartitionMachine newMachine() {
        return new PartitionMachine(domain, rows.rows(), parallel, this::emit);
    }

    public PartitionMachine machine() {
        return machine;
    }

    /**
     * Begins to compare decisions with the committed outputs, which are not emitted again.
     *
     * @param voidings the void records that took effect, by the offset of the voided record. A newer build might be
     *     able to decide these records, but must not
     */
    void compareWith(CommittedOutputs outputs, Map<Long, LogRecord.Voiding> voidings) {
        committed = outputs;
        voided = voidings;
    }

    /** Ends the comparison with committed outputs. */
    void compareNoMore() {
        committed = null;
        voided = Map.of();
    }

    /** Sets the UUID of the log's topic; records are applied only once it is known. */
    void log(String topicId) {
        log = topicId;
    }

    String log() {
        return log;
    }

    /** Returns the last record applied; null before the first. */
    @Nullable
    Applied applied() {
        return last == null
                ? machine.applied()
                : new Applied(log, last.offset(), last.at().time(), last.digest());
    }

    private void beforeFlush() {
        noteApplied();
        sink.flush();
    }

    private void noteApplied() {
        if (last != null) {
            machine.applied(Objects.requireNonNull(applied()));
            last = null;
        }
        skipped.clear();
    }

    /** Applies a record and sends its decisions; returns null if it is skipped, because it is voided or not Rota's. */
    @Nullable
    LogRecord apply(Delivered record) throws StepFailed, Diverged {
        LogRecord.Voiding voiding = voided.get(record.offset());
        if (voiding != null) {
            skip(record, voiding);
            return null;
        }
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
    void skip(Delivered record, LogRecord.Voiding voiding) throws StepFailed, Diverged {
        LogRecord parsed = Objects.requireNonNull(parse(record));
        meter.handled(step(() -> machine.voided(parsed, voiding)));
        passed(record);
        skipped.put(record.offset(), voiding);
    }

    private void passed(Delivered record) throws Diverged {
        if (committed != null && committed.has(record.offset(), heads())) {
            emitted.clear();
        }
        last = record;
        for (Emitted one : emitted) {
            sink.send(one.record());
            meter.decided(one.decision());
        }
        emitted.clear();
    }

    /** Returns the chain heads that the outputs of the last record carry, by unit. */
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
            // A failure of the store or the cluster, not of the record: the transaction is aborted.
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            emitted.clear();
            throw new StepFailed(e);
        }
    }

    /** Parses a record; returns null if Rota did not write it. */
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
        rows.discard();
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
        LogRecord.Voiding by = skipped.get(record.offset());
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
                new OutputRecord(
                        decision.output(),
                        format.key(decision),
                        format.value(decision, machine.schemaId(decision)),
                        decision.cause().time(),
                        LogHeaders.of(format.headers(decision, chain)))));
    }
}
