package dev.rota.chunks.catalog;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Writes packed rows: bytes, and numbers in groups of seven bits, the low ones first. */
public final class Packing {

    private byte[] bytes = new byte[256];
    private int length;

    public void number(long value) {
        room(10);
        long rest = value;
        while (rest >>> 7 != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    public void bytes(byte[] part) {
        room(part.length);
        System.arraycopy(part, 0, bytes, length, part.length);
        length += part.length;
    }

    public ByteBuffer end() {
        return ByteBuffer.wrap(Arrays.copyOf(bytes, length));
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    /** Reads a packed row without changing its buffer's position. */
    public static final class Reader {

        private final byte[] bytes;
        private final int end;
        private int at;

        public Reader(ByteBuffer packed) {
            bytes = packed.array();
            at = packed.arrayOffset() + packed.position();
            end = packed.arrayOffset() + packed.limit();
        }

        public boolean hasMore() {
            return at < end;
        }

        public long number() {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte group = bytes[at++];
                value |= (long) (group & 0x7F) << shift;
                if (group >= 0) {
                    return value;
                }
            }
        }

        public int number32() {
            return Math.toIntExact(number());
        }

        public byte[] bytes(int count) {
            at += count;
            return Arrays.copyOfRange(bytes, at - count, at);
        }
    }
}
