package dev.rota.shards;

import java.nio.ByteBuffer;

/** Reads the packed bytes of rows, which other readers of the row share. */
final class Packing {

    private Packing() {}

    /** Copies the bytes of a row's field. */
    static byte[] copy(ByteBuffer packed) {
        byte[] bytes = new byte[packed.remaining()];
        packed.duplicate().get(bytes);
        return bytes;
    }
}
