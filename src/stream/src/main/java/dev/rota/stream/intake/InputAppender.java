package dev.rota.stream.intake;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.Oversized;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Appends buffered records to the log, as their sources read them. */
final class InputAppender {

    private final InputBuffer buffer;
    private final TopicSources sources;
    private final InputPositions positions;
    private final InputCommits commits;
    private final KeptPositions kept;
    private final LogWriter log;
    private final IntakeMeter meter;
    private final Set<Integer> keptSchemas = new HashSet<>();

    InputAppender(
            InputBuffer buffer,
            TopicSources sources,
            InputPositions positions,
            InputCommits commits,
            KeptPositions kept,
            LogWriter log,
            IntakeMeter meter) {
        this.buffer = buffer;
        this.sources = sources;
        this.positions = positions;
        this.commits = commits;
        this.kept = kept;
        this.log = log;
        this.meter = meter;
    }

    /** Appends all records that can be appended now; the others stay buffered in their partition's queue. */
    void append() {
        commits.use(buffer.checked());
        buffer.each(this::appendAll);
    }

    /** Appends the records of one partition, up to the first that must wait. */
    private void appendAll(Deque<PolledRecord> queue) {
        TopicSource source = sources.of(queue.element().topic());
        for (PolledRecord first = queue.peek(); first != null; first = queue.peek()) {
            if (log.isFull() || source.isWaiting(first.partition()) || !commits.isUsed(first.partition())) {
                return;
            }
            OpenInput input = positions.open(first.source());
            if (input == null || !input.isAppended(first.record().offset())) {
                ReadResult result = read(source, queue, input);
                if (result instanceof ReadResult.Wait
                        || (result instanceof ReadResult.Append append && !append(source, append, queue, input))) {
                    return;
                }
            }
            queue.remove();
        }
    }

    private ReadResult read(TopicSource source, Deque<PolledRecord> queue, @Nullable OpenInput input) {
        PolledRecord first = queue.element();
        long offset = first.record().offset();
        byte[] value = first.record().value();
        String oversized = Oversized.why(first.record());
        if (oversized != null) {
            return ReadResult.Append.refused(first.source(), tooLarge(oversized), null, log.partitions());
        }
        if (input == null) {
            return source.read(queue, source.reading(first.topic()));
        }
        return input.refused().contains(offset)
                ? ReadResult.Append.refused(first.source(), unknownBefore(value), value, log.partitions())
                : source.read(queue, input.reading(offset));
    }

    /** Returns why a record is refused that is too large for the consumer; {@code why} follows "but" in the message. */
    private static RefusedException tooLarge(String why) {
        return new RefusedException(
                IntakeReason.RECORD_TOO_LARGE,
                "expected at most " + Limits.LOG_RECORD_BYTES_MAX + " bytes, but " + why);
    }

    /** Returns why a record is refused whose schema was unknown before, whatever the registry answers now. */
    private static RefusedException unknownBefore(@Nullable byte[] value) {
        return new RefusedException(
                IntakeReason.SCHEMA_UNKNOWN,
                "expected the registry to know schema "
                        + (value != null && Framing.isFramed(value) ? Framing.schemaId(value) : "ids")
                        + " when the record was first read, but it did not; the record stays refused");
    }

    /** Appends the log record of the first record; returns false if something must be committed or written first. */
    private boolean append(
            TopicSource source, ReadResult.Append append, Deque<PolledRecord> queue, @Nullable OpenInput input) {
        PolledRecord first = queue.element();
        if (!isKept(append.schema()) || !commits.passes(first.source(), input)) {
            return false;
        }
        if (append.isRefused(IntakeReason.SCHEMA_UNKNOWN) && !commits.refuse(schemaUnknown(source, queue))) {
            return false;
        }
        Runnable acknowledged = commits.sent(first.source());
        long timestamp = first.record().timestamp();
        log.append(append, () -> {
            acknowledged.run();
            meter.acknowledged(timestamp);
        });
        return true;
    }

    private boolean isKept(@Nullable NumberedSchema schema) {
        if (schema == null || keptSchemas.contains(schema.id())) {
            return true;
        }
        return kept.keepSchema(schema) && keptSchemas.add(schema.id());
    }

    /**
     * Returns the first record and the following ones that are also refused as SCHEMA_UNKNOWN: one commit covers all of
     * them.
     */
    private static List<Source> schemaUnknown(TopicSource source, Deque<PolledRecord> queue) {
        PolledRecord first = queue.element();
        List<Source> unknown = new ArrayList<>();
        unknown.add(first.source());
        for (PolledRecord polled : queue) {
            if (polled.record().offset() != first.record().offset()
                    && polled.topicId().equals(first.topicId())
                    && source.isSchemaUnknown(polled)) {
                unknown.add(polled.source());
            }
        }
        return unknown;
    }
}
