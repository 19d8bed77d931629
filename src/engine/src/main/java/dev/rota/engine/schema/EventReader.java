package dev.rota.engine.schema;

import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificRecord;

/**
 * Decodes records of one type that were written with one schema. Intake and scheduler share it, so that the scheduler
 * can read everything that intake accepted.
 */
public final class EventReader {

    /** The number of incompatibilities in a message; each quotes a piece of a schema. */
    private static final int INCOMPATIBILITIES_SHOWN = 3;

    /** Decodes the bytes after the frame. */
    @FunctionalInterface
    private interface Decoding {
        SpecificRecord of(byte[] framed) throws IOException;
    }

    private final Schema type;
    private final byte[] fingerprint;
    private final ValueCheck check;
    private final Decoding decoding;

    private EventReader(Schema type, Schema writer, ValueCheck check, Decoding decoding) {
        this.type = type;
        this.fingerprint = Avro.fingerprint(writer);
        this.check = check;
        this.decoding = decoding;
    }

    /** Returns a reader of an input's events by the newest rules; throws if the schemas are incompatible. */
    public static EventReader of(Input<?> input, Schema writer) throws RefusedException {
        return of(input.schema(), writer);
    }

    /** Returns a reader of an input's events by the given rules; throws if the schemas are incompatible. */
    public static EventReader of(Input<?> input, int rules, Schema writer) throws RefusedException {
        OlderSchema older = input.older().under(rules);
        if (older == null) {
            return of(input.schema(), writer);
        }
        AvroCodec<?> newest = AvroCodec.of(input.type());
        SchemaConversion toOlder = new SchemaConversion(writer, older.schema());
        return of(
                older.schema(),
                writer,
                framed -> newest.decode(older.toNewest(toOlder.convert(framed, Framing.BYTES), 0)));
    }

    /**
     * Returns a reader of a generated type's records for this writer's schema; throws if the schemas are incompatible.
     */
    public static EventReader of(Schema type, Schema writer) throws RefusedException {
        AvroCodec<SpecificRecord> codec = AvroCodec.resolving(writer, type);
        return of(type, writer, framed -> codec.decode(framed, Framing.BYTES));
    }

    private static EventReader of(Schema type, Schema writer, Decoding decoding) throws RefusedException {
        if (writer.getType() != Schema.Type.RECORD || !writer.getFullName().equals(type.getFullName())) {
            throw new RefusedException(
                    IntakeReason.TYPE_UNEXPECTED,
                    "expected " + type.getFullName() + ", but the value is "
                            + (writer.getType() == Schema.Type.RECORD ? "a " + writer.getFullName() : "no record"));
        }
        try {
            return resolved(type, writer, decoding);
        } catch (IOException | RuntimeException e) {
            throw unreadable(type, String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw unreadable(type, "it is nested too deeply");
        }
    }

    private static EventReader resolved(Schema type, Schema writer, Decoding decoding)
            throws RefusedException, IOException {
        SchemaBounds.check(writer);
        var compatibility = SchemaCompatibility.checkReaderWriterCompatibility(type, writer);
        if (compatibility.getType() != SchemaCompatibilityType.COMPATIBLE) {
            throw unreadable(type, shown(compatibility.getResult().getIncompatibilities()));
        }
        ValueCheck check = ValueCheck.of(writer, type);
        // Each decoding thread creates its own resolver later; a schema for which that fails is refused here.
        var unused = DecoderFactory.get().resolvingDecoder(Schema.applyAliases(writer, type), type, null);
        return new EventReader(type, writer, check, decoding);
    }

    /** Returns the fingerprint of the writer's schema. */
    public byte[] fingerprint() {
        return fingerprint;
    }

    /** Decodes a framed value. */
    public SpecificRecord read(byte[] framed) throws RefusedException {
        if (framed.length > Limits.LOG_RECORD_BYTES_MAX) {
            throw new RefusedException(
                    IntakeReason.RECORD_TOO_LARGE,
                    "expected at most " + Limits.LOG_RECORD_BYTES_MAX + " bytes, but the value has " + framed.length);
        }
        check.check(framed, Framing.BYTES);
        try {
            return decoding.of(framed);
        } catch (IOException | RuntimeException e) {
            // The bytes are valid by the writer's schema, so the reader's schema has no place for the value.
            throw new RefusedException(
                    IntakeReason.UNDECODABLE,
                    "expected a value that " + type.getFullName() + " can be read from, but "
                            + (e.getMessage() == null ? "the bytes end early" : e.getMessage()));
        }
    }

    private static RefusedException unreadable(Schema type, String why) {
        return new RefusedException(
                IntakeReason.UNDECODABLE,
                "expected a schema that " + type.getFullName() + " can be read from, but " + why);
    }

    private static String shown(List<Incompatibility> incompatibilities) {
        return incompatibilities.stream()
                .limit(INCOMPATIBILITIES_SHOWN)
                .map(each -> each.getType() + " at " + each.getLocation() + ": " + each.getMessage())
                .collect(Collectors.joining("; "));
    }
}
