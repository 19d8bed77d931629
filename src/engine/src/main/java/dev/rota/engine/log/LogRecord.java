package dev.rota.engine.log;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.RefusedException;
import dev.rota.engine.schema.Avro;

/** A record of the log. The log is the single total order, and decisions depend on nothing else. */
public sealed interface LogRecord {

    Position at();

    /** Returns the record's unit, or null if it belongs to none or concerns the whole partition. */
    default @Nullable String unit() {
        return null;
    }

    /** Returns the input record from which the log record was made, or null if there is none. */
    default @Nullable Source source() {
        return null;
    }

    /**
     * An event that intake accepted, with the producer's bytes unchanged, or that it made of an adopted record.
     *
     * @param mapping the version of the mapping that made it; 0 if its producer did
     */
    record Event(Position at, String unit, Source source, String type, int mapping, byte[] value) implements LogRecord {

        /** Creates an event with its producer's bytes. */
        public Event(Position at, String unit, Source source, String type, byte[] value) {
            this(at, unit, source, type, 0, value);
        }
    }

    /**
     * A mapping of an adopted topic, from which it makes events in this partition from here on.
     *
     * @param version the number by which events refer to it; a later mapping of the topic has a higher one
     */
    record Mapped(Position at, int version, String text) implements LogRecord {}

    /** An input that intake could not accept; {@code value} is truncated to a limit. */
    record Refused(
            Position at,
            Source source,
            String reason,
            String message,
            @Nullable byte[] value) implements LogRecord {

        public static Refused of(Position at, Source source, RefusedException refused, @Nullable byte[] value) {
            return new Refused(at, source, refused.reason().name(), refused.sentence(), Limits.refusedValue(value));
        }
    }

    /** A writer schema, which this id identifies in this partition from here on. */
    record Schema(Position at, int id, String fingerprint, String text) implements LogRecord {

        public static Schema of(Position at, int id, org.apache.avro.Schema schema) {
            return new Schema(at, id, Avro.fingerprintHex(schema), schema.toString());
        }
    }

    /**
     * The rules in force from here on, and the log's partition count, which never changes.
     * @param format the format number, which bounds the kinds of record that may follow; a build stops here if it is
     * too new
     * @param build the version and commit of the build that wrote it; empty if it names none
     */
    record Rules(Position at, int number, int partitions, int format, String build) implements LogRecord {

        /** Creates rules in a log of the first format, which name no build. */
        public Rules(Position at, int number, int partitions) {
            this(at, number, partitions, 1, "");
        }
    }

    /**
     * A Tick: a timer of the unit is due.
     * @param attended the time in which silence counts; {@link AttendedTime#NONE} unless it is an attended Tick
     */
    record Tick(Position at, String unit, AttendedTime attended) implements LogRecord {}

    /**
     * An operator's declaration that a record of this partition is undecidable.
     * @param offset the offset of that record
     * @param closesUnit whether the record's unit is closed
     */
    record Voiding(Position at, long offset, boolean closesUnit, String reason) implements LogRecord {}
}
