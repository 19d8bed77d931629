package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.Source;
import dev.rota.kafka.Oversized;
import dev.rota.stream.intake.InputBuffer.Polled;
import dev.rota.stream.intake.InputReader.Numbered;
import dev.rota.stream.intake.InputReader.SchemaNeeded;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;

/** Appends buffered input records to the log, each as accepted or as refused. */
final class InputAppender {

    /** The most schemas that are looked up together. */
    private static final int SCHEMAS_AT_ONCE_MAX = 100;

    private final InputBuffer buffer;
    private final InputReader reader;
    private final AdoptedReader adopted;
    private final ParkedPartitions parked;
    private final InputPositions positions;
    private final InputCommits commits;
    private final KeptPositions kept;
    private final LogWriter log;
    private final IntakeMeter meter;
    private final Set<Integer> keptSchemas = new HashSet<>();

    InputAppender(
            InputBuffer buffer,
            AdoptedReader adopted,
            ParkedPartitions parked,
            InputPositions positions,
            InputCommits commits,
            KeptPositions kept,
            LogWriter log,
            IntakeMeter meter) {
        this.buffer = buffer;
        this.reader = adopted.inputs();
        this.adopted = adopted;
        this.parked = parked;
        this.positions = positions;
        this.commits = commits;
        this.kept = kept;
        this.log = log;
        this.meter = meter;
    }

    /** Appends all records that can be appended now; the others stay buffered in their partition's queue. */
    void append() throws InterruptedException {
        for (SchemaLookups.Answer answer : parked.answers()) {
            Schema schema = answer.schema() == null ? kept.schema(answer.id()) : answer.schema();
            if (schema == null) {
                reader.unknown(answer.partition(), answer.id(), answer.message());
            } else {
                reader.learn(answer.id(), schema);
            }
        }
        if (parked.isTimeToAskAgain()) {
            reader.forgetUnknown();
        }
        commits.use(buffer.checked());
        buffer.each(this::appendAll);
    }

    /** Appends the records of one partition, up to the first that must wait. */
    private void appendAll(Deque<Polled> records) {
        for (Polled polled = records.peek(); polled != null; polled = records.peek()) {
            if (log.isFull() || parked.contains(polled.partition()) || !commits.isUsed(polled.partition())) {
                return;
            }
            try {
                OpenInput input = positions.open(polled.source());
                if (input != null && input.isAppended(polled.record().offset())) {
                    records.remove();
                    continue;
                }
                AdoptedReader.Turn turn = read(polled, input);
                if (turn.next() == AdoptedReader.Next.SKIP) {
                    records.remove();
                    continue;
                }
                InputReader.LoggedInput reading = turn.reading();
                if (reading == null) {
                    return;
                }
                if (!isKept(reading.schema()) || !commits.passes(polled.source(), input)) {
                    return;
                }
                if (reading.schemaUnknown() && !commits.refuse(schemaUnknown(records))) {
                    return;
                }
                Runnable acknowledged = commits.sent(polled.source());
                long timestamp = polled.record().timestamp();
                log.append(reading, () -> {
                    acknowledged.run();
                    meter.acknowledged(timestamp);
                });
                records.remove();
            } catch (SchemaNeeded e) {
                parked.park(polled.partition(), neededSchemas(e.id(), records));
            }
        }
    }

    /** Returns the schema id that the first record needs, and those that the following ones need. */
    private List<Integer> neededSchemas(int first, Deque<Polled> records) {
        Set<Integer> ids = new LinkedHashSet<>(Set.of(first));
        for (Polled polled : records) {
            if (ids.size() < SCHEMAS_AT_ONCE_MAX && Oversized.why(polled.record()) == null) {
                reader.neededSchema(polled.partition(), polled.record().value()).ifPresent(ids::add);
            }
        }
        return List.copyOf(ids);
    }

    private boolean isKept(@Nullable Numbered schema) {
        if (schema == null || keptSchemas.contains(schema.id())) {
            return true;
        }
        return kept.keepSchema(schema) && keptSchemas.add(schema.id());
    }

    private AdoptedReader.Turn read(Polled polled, @Nullable OpenInput input) throws SchemaNeeded {
        String oversized = Oversized.why(polled.record());
        if (oversized != null) {
            return AdoptedReader.Turn.append(reader.tooLarge(polled.source(), oversized));
        }
        if (adopted.has(polled.record().topic())) {
            return adopted.read(
                    polled,
                    input == null
                            ? adopted.version(polled.source())
                            : input.rules(polled.record().offset()));
        }
        return AdoptedReader.Turn.append(ofInput(polled, input));
    }

    private InputReader.LoggedInput ofInput(Polled polled, @Nullable OpenInput input) throws SchemaNeeded {
        byte[] value = polled.record().value();
        long offset = polled.record().offset();
        if (input == null) {
            return reader.read(polled.source(), value);
        }
        return input.refused().contains(offset)
                ? reader.refusedBefore(polled.source(), value)
                : reader.read(polled.source(), value, input.rules(offset));
    }

    /**
     * Returns the first record and the following ones that are also refused as SCHEMA_UNKNOWN: one commit covers all of
     * them.
     */
    private List<Source> schemaUnknown(Deque<Polled> records) {
        Polled first = records.element();
        List<Source> unknown = new ArrayList<>();
        unknown.add(first.source());
        for (Polled polled : records) {
            if (polled.record().offset() != first.record().offset()
                    && polled.topicId().equals(first.topicId())
                    && Oversized.why(polled.record()) == null
                    && reader.schemaUnknown(polled.partition(), polled.record().value())) {
                unknown.add(polled.source());
            }
        }
        return unknown;
    }
}
