package dev.rota.engine;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Operations on byte arrays that the JDK lacks. */
public final class Bytes {

    private Bytes() {}

    /** Copies a buffer's remaining bytes. Leaves its position unchanged, since other readers of a row share it. */
    public static byte[] of(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    /** Copies a buffer's remaining bytes; returns null if there is no buffer. */
    public static @Nullable byte[] orNull(@Nullable ByteBuffer buffer) {
        return buffer == null ? null : of(buffer);
    }

    /** Returns a buffer over an array, or null if there is none. */
    public static @Nullable ByteBuffer wrapped(@Nullable byte[] bytes) {
        return bytes == null ? null : ByteBuffer.wrap(bytes);
    }

    /** Returns a buffer's remaining bytes, to be read only: its array if they fill it, otherwise a copy. */
    public static byte[] shared(ByteBuffer buffer) {
        if (buffer.hasArray() && buffer.arrayOffset() == 0) {
            byte[] bytes = buffer.array();
            if (buffer.remaining() == bytes.length) {
                return bytes;
            }
        }
        return of(buffer);
    }

    public static boolean startsWith(byte[] bytes, byte[] prefix) {
        return bytes.length >= prefix.length && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** Returns the smallest key greater than all keys with the prefix, or null if there is none. */
    public static @Nullable byte[] after(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xFF) {
                byte[] after = Arrays.copyOf(prefix, last + 1);
                after[last]++;
                return after;
            }
        }
        return null;
    }
}
