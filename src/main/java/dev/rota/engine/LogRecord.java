package dev.rota.engine;

/** A record of the log: the one total order, and all that a decision may know. */
public sealed interface LogRecord {

    Position at();

    /** The unit that the record is for; null where it is for none, or for the partition as a whole. */
    default @Nullable String unit() {
        return null;
    }

    /** The input that it came from; null where it came from none. */
    default @Nullable Source source() {
        return null;
    }

    /** An event that intake accepted: the producer's bytes as they came, for a unit. */
    record Event(Position at, String unit, Source source, String type, byte[] value) implements LogRecord {}

    /** An input that intake could not accept; {@code value} is cut to a limit. */
    record Refused(
            Position at,
            Source source,
            String reason,
            String message,
            @Nullable byte[] value) implements LogRecord {

        public static Refused of(Position at, Source source, dev.rota.engine.Refused refused, @Nullable byte[] value) {
            return new Refused(at, source, refused.reason().name(), refused.sentence(), Limits.refusedValue(value));
        }
    }

    /** A schema that a registry knows by this number, from here on in this partition. */
    record Schema(Position at, int id, String fingerprint, String text) implements LogRecord {

        public static Schema of(Position at, int id, org.apache.avro.Schema schema) {
            return new Schema(at, id, Avro.fingerprintHex(schema), schema.toString());
        }
    }

    /** The rules that decide from here on, and the number of partitions that units are spread over for ever. */
    record Rules(Position at, int number, int partitions) implements LogRecord {}

    /** Time has come for a unit. */
    record Tick(Position at, String unit) implements LogRecord {}

    /**
     * An operator declares a record of this partition undecidable.
     *
     * @param offset of that record
     * @param closesUnit whether the record's unit decides nothing any more
     */
    record Voiding(Position at, long offset, boolean closesUnit, String reason) implements LogRecord {}
}
