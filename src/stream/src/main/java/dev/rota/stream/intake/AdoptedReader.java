package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.adopt.Mapping;
import dev.rota.engine.log.Source;
import dev.rota.kafka.SourceRecords;

/** Makes log records of adopted records, as far as the scheduler has room for them. */
final class AdoptedReader {

    /** The outcomes of a look at a record. */
    enum Next {
        /** Its log record is appended. */
        APPEND,
        /** Its mapping skips it. */
        SKIP,
        /** It stays in the buffer. */
        WAIT
    }

    /** @param reading the log record; null unless it is to be appended */
    record Turn(Next next, @Nullable InputReader.LoggedInput reading) {

        static Turn append(InputReader.LoggedInput reading) {
            return new Turn(Next.APPEND, reading);
        }
    }

    private static final Turn SKIP = new Turn(Next.SKIP, null);
    private static final Turn WAIT = new Turn(Next.WAIT, null);

    private final AdoptedInputs adopted;
    private final InputReader reader;
    private final Backlog backlog;

    AdoptedReader(AdoptedInputs adopted, InputReader reader, Backlog backlog) {
        this.adopted = adopted;
        this.reader = reader;
        this.backlog = backlog;
    }

    /** Returns the reader of the domain's own inputs. */
    InputReader inputs() {
        return reader;
    }

    boolean has(String topic) {
        return adopted.has(topic);
    }

    /**
     * Returns what becomes of a record.
     *
     * @param version the version of the mapping that may have been applied to it already, or is to be applied
     */
    Turn read(InputBuffer.Polled polled, int version) {
        Mapping mapping = adopted.mapping(polled.record().topic(), version);
        if (mapping == null) {
            // Another instance has read it by a mapping that was announced a moment ago.
            backlog.hold(polled.partition());
            return WAIT;
        }
        InputReader.LoggedInput reading = reader.adopted(
                polled.source(),
                SourceRecords.of(polled.record(), polled.topicId()),
                mapping,
                version,
                adopted.schema());
        if (reading == null) {
            return SKIP;
        }
        String unit = new String(reading.record().key(), UTF_8);
        return backlog.takes(polled.partition(), reading.partition(), unit) ? Turn.append(reading) : WAIT;
    }

    /** Returns the version of the mapping that is applied to records that no other instance has read. */
    int version(Source source) {
        return adopted.version(source.topic());
    }
}
