package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Position;
import dev.rota.engine.RefusedException;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.schema.Framing;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.Sentences;
import dev.rota.pages.source.Coordinates;
import dev.rota.pages.source.TopicReader;
import dev.rota.pages.source.TopicReader.NotReadable;
import dev.rota.pages.source.TopicReader.Stored;
import dev.rota.pages.view.DecisionView.Pair;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** Decodes stored records for their pages. */
final class RecordReading {

    private static final int DUMPED_BYTES_MAX = 4_096;

    private final House house;
    private final TopicReader reader;
    private final Wire wire;

    RecordReading(House house, TopicReader reader, Wire wire) {
        this.house = house;
        this.reader = reader;
        this.wire = wire;
    }

    /** A decoded value, or the reason why it cannot be decoded. */
    record Value(Map<String, String> fields, String sentence, String unreadable) {}

    Value decoded(Domain domain, Stored record) {
        byte[] bytes = record.value();
        if (bytes == null || !Framing.isFramed(bytes)) {
            return new Value(Map.of(), "", "No scheduler wrote this record: its value is no framed Avro.");
        }
        try {
            SpecificRecord value = house.output(domain, record.at().topic())
                    .decode(bytes, Framing.BYTES, OutputFormat.rules(record.header(OutputFormat.RULES)));
            return new Value(Fields.of(value), Sentences.of(domain, value), "");
        } catch (IOException | RuntimeException e) {
            // Avro throws many kinds of unchecked exceptions on malformed bytes.
            return new Value(
                    Map.of(), "", "No scheduler wrote this record: " + Show.text(String.valueOf(e.getMessage())));
        }
    }

    Map<String, String> fieldsOf(Domain domain, Entry entry) {
        try {
            return decoded(domain, reader.read(new Coordinates(entry.topic(), entry.partition(), entry.offset())))
                    .fields();
        } catch (NotReadable e) {
            return Map.of();
        }
    }

    /**
     * Returns a sentence that states whether intake would accept an input record now. A scheduler's rejection depends
     * on state, which only a replay has.
     */
    String verdict(Stored record) {
        for (Domain domain : house.domains()) {
            for (Input<?> input : domain.inputs()) {
                if (house.names(domain).topic(input.topic()).equals(record.at().topic())) {
                    return verdict(input, record);
                }
            }
        }
        return "no scheduler that is shown here reads it";
    }

    private String verdict(Input<?> input, Stored record) {
        byte[] bytes = record.value();
        try {
            if (bytes == null) {
                return "intake would refuse it now: it has no value";
            }
            SpecificRecord value = wire.read(record.at().topic(), bytes);
            if (!value.getSchema().getFullName().equals(input.schema().getFullName())) {
                return "intake would refuse it now: it is a "
                        + Show.text(value.getSchema().getFullName());
            }
            return "intake would accept it now, for the unit " + Show.unit(input.unit(value));
        } catch (RefusedException e) {
            return "intake would refuse it now, " + e.reason().name() + ": " + Show.text(e.sentence());
        } catch (UnreadableValue e) {
            return "intake would refuse it now: " + Show.text(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "the process stops";
        }
    }

    /** Decodes a value in its producer's wire format. */
    Value fromWire(String topic, byte[] bytes) {
        try {
            return new Value(Fields.of(wire.read(topic, bytes)), "", "");
        } catch (UnreadableValue e) {
            return new Value(Map.of(), "", "The value cannot be read: " + Show.text(String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Value(Map.of(), "", "The process stops.");
        }
    }

    static LogRecord parse(Stored record) throws LogFormat.ForeignRecord {
        Position at = new Position(record.at().partition(), record.at().offset(), record.time());
        return LogFormat.parse(
                at,
                record.key(),
                name -> record.headers().containsKey(name) ? record.header(name).getBytes(UTF_8) : null,
                record.value());
    }

    static List<Pair> headers(Stored record) {
        List<Pair> headers = new ArrayList<>();
        headers.add(new Pair("key", record.key() == null ? "null" : Show.text(new String(record.key(), UTF_8))));
        record.headers().forEach((name, value) -> headers.add(new Pair(Show.text(name), Show.text(value))));
        return headers;
    }

    static String raw(Stored record) {
        return record.value() == null ? "null" : Show.dump(record.value(), DUMPED_BYTES_MAX);
    }

    static String rawUrl(Stored record) {
        return record.value() == null ? "" : Url.of("/raw", "at", record.at().toString());
    }
}
