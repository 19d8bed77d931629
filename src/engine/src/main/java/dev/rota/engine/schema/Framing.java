package dev.rota.engine.schema;

import java.nio.ByteBuffer;

/** Confluent's wire format: a zero byte and the registry's schema id precede the Avro bytes. */
public final class Framing {

    public static final int BYTES = 5;

    private Framing() {}

    public static boolean isFramed(byte[] value) {
        return value.length >= BYTES && value[0] == 0;
    }

    public static int schemaId(byte[] framed) {
        return ByteBuffer.wrap(framed, 1, 4).getInt();
    }

    public static byte[] frame(int schemaId, byte[] avro) {
        return ByteBuffer.allocate(BYTES + avro.length)
                .put((byte) 0)
                .putInt(schemaId)
                .put(avro)
                .array();
    }
}
