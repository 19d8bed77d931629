package dev.rota.chunks;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Writes packed rows: numbers in groups of seven bits, low ones first, and bytes. */
final class Packing {

    private byte[] bytes = new byte[256];
    private int length;

    void number(long value) {
        room(10);
        long rest = value;
        while (rest >>> 7 != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    void bytes(byte[] part) {
        room(part.length);
        System.arraycopy(part, 0, bytes, length, part.length);
        length += part.length;
    }

    ByteBuffer end() {
        return ByteBuffer.wrap(Arrays.copyOf(bytes, length));
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    /** Reads a packed row without changing its buffer's position. */
    static final class Reader {

        static final Reader EMPTY = new Reader(ByteBuffer.allocate(0));

        private final byte[] bytes;
        private final int end;
        private int at;

        Reader(ByteBuffer packed) {
            bytes = packed.array();
            at = packed.arrayOffset() + packed.position();
            end = packed.arrayOffset() + packed.limit();
        }

        boolean hasMore() {
            return at < end;
        }

        long number() {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte group = bytes[at++];
                value |= (long) (group & 0x7F) << shift;
                if (group >= 0) {
                    return value;
                }
            }
        }

        int number32() {
            return Math.toIntExact(number());
        }

        byte[] bytes(int count) {
            at += count;
            return Arrays.copyOfRange(bytes, at - count, at);
        }
    }
}
