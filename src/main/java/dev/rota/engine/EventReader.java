package dev.rota.engine;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.specific.SpecificRecord;

/**
 * Reads the events of one input that were written with one schema. Intake and scheduler read through the same code, so
 * what intake accepts the scheduler can read.
 */
public final class EventReader {

    private final byte[] fingerprint;
    private final AvroCodec<SpecificRecord> codec;

    private EventReader(byte[] fingerprint, AvroCodec<SpecificRecord> codec) {
        this.fingerprint = fingerprint;
        this.codec = codec;
    }

    /** A reader for this writer's schema, or the reason why there is none. */
    public static EventReader of(Input<?> input, Schema writer) throws Refused {
        if (writer.getType() != Schema.Type.RECORD
                || !writer.getFullName().equals(input.schema().getFullName())) {
            throw new Refused(
                    Refusal.TYPE_UNEXPECTED,
                    "expected " + input.schema().getFullName() + ", but the value is "
                            + (writer.getType() == Schema.Type.RECORD ? "a " + writer.getFullName() : "no record"));
        }
        var compatibility = SchemaCompatibility.checkReaderWriterCompatibility(input.schema(), writer);
        if (compatibility.getType() != SchemaCompatibilityType.COMPATIBLE) {
            throw new Refused(
                    Refusal.UNDECODABLE,
                    "expected a schema that " + input.schema().getFullName() + " can be read from, but "
                            + compatibility.getResult().getIncompatibilities());
        }
        return new EventReader(Avro.fingerprint(writer), AvroCodec.resolving(writer, input.schema()));
    }

    /** The fingerprint of the writer's schema. */
    byte[] fingerprint() {
        return fingerprint;
    }

    /** Decodes a framed value. */
    public SpecificRecord read(byte[] framed) throws Refused {
        try {
            return codec.decode(framed, Framing.BYTES);
        } catch (IOException | RuntimeException e) {
            // Avro fails on hostile bytes in many ways, all unchecked; whatever it is, the input is at fault.
            throw new Refused(
                    Refusal.UNDECODABLE,
                    "expected " + codec.schema().getFullName() + " in Avro, but "
                            + (e.getMessage() == null ? "the bytes end early" : e.getMessage()));
        }
    }
}
