package dev.rota.engine.schema;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.RefusedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A position in Avro bytes with the items counted so far. Malformed bytes and exceeded limits are refused as
 * UNDECODABLE.
 */
final class ValueCursor {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The high bit of each of eight bytes; ASCII bytes have it clear. */
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    private final byte[] bytes;
    private int at;
    private int items;
    private int depth;

    ValueCursor(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    int at() {
        return at;
    }

    int left() {
        return bytes.length - at;
    }

    /** Counts items of arrays and maps, and zero-byte values. */
    void count(long more) throws RefusedException {
        if (more > Limits.RECORD_ITEMS_MAX - items) {
            throw undecodable("expected at most " + Limits.RECORD_ITEMS_MAX
                    + " items in a record, counting array and map items and values that take no bytes, but there are"
                    + " more");
        }
        items += (int) more;
    }

    void enter() throws RefusedException {
        if (++depth > Limits.RECORD_DEPTH_MAX) {
            throw undecodable("expected records, arrays and maps nested at most " + Limits.RECORD_DEPTH_MAX
                    + " deep, but they are nested deeper");
        }
    }

    void leave() {
        depth--;
    }

    void skip(long length) throws RefusedException {
        if (length < 0 || length > left()) {
            throw undecodable("expected a length within the " + left() + " bytes that are left, but it is " + length);
        }
        at += (int) length;
    }

    /** Skips a number of at most {@code bytesMax} bytes. */
    void skipNumber(int bytesMax) throws RefusedException {
        for (int length = 1; next() < 0; length++) {
            if (length == bytesMax) {
                throw tooLong(bytesMax);
            }
        }
    }

    /** Reads a number of at most {@code bytesMax} bytes: 5 for an int, 10 for a long. */
    long number(int bytesMax) throws RefusedException {
        int b = next();
        if (b >= 0) {
            int small = (b >>> 1) ^ -(b & 1);
            return small;
        }
        long n = b & 0x7F;
        for (int length = 1; length < bytesMax; length++) {
            b = next();
            n |= (b & 0x7FL) << (7 * length);
            if (b >= 0) {
                return (n >>> 1) ^ -(n & 1);
            }
        }
        throw tooLong(bytesMax);
    }

    /** Reads an index and checks that it is below {@code choices}. */
    int choice(int choices, String what) throws RefusedException {
        long index = number(5);
        if (index < 0 || index >= choices) {
            throw undecodable("expected " + what + " in 0.." + (choices - 1) + ", but it is " + index);
        }
        return (int) index;
    }

    /** Skips a string: a length and that many bytes of well-formed UTF-8. */
    void text() throws RefusedException {
        long length = number(10);
        int from = at;
        skip(length);
        int i = from;
        for (; i + Long.BYTES <= at; i += Long.BYTES) {
            if (((long) LONGS.get(bytes, i) & NOT_ASCII) != 0) {
                break;
            }
        }
        while (i < at) {
            int taken = bytes[i] >= 0 ? 1 : sequence(i, at);
            if (taken == 0) {
                throw undecodable("expected strings in UTF-8, but byte " + (i - from) + " of one is malformed");
            }
            i += taken;
        }
    }

    /**
     * Returns the length of the well-formed sequence of two or more bytes that begins at {@code from}, or 0 if there is
     * none. Well-formed sequences are those in table 3-7 of the Unicode standard: no surrogates, nothing beyond
     * U+10FFFF, only the shortest form.
     */
    private int sequence(int from, int end) {
        int first = bytes[from] & 0xFF;
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || from + length > end) {
            return 0;
        }
        int second = bytes[from + 1] & 0xFF;
        int lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < lowest || second > highest) {
            return 0;
        }
        for (int i = from + 2; i < from + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    private byte next() throws RefusedException {
        if (at == bytes.length) {
            throw undecodable("expected more bytes, but they end within the record");
        }
        return bytes[at++];
    }

    private static RefusedException tooLong(int bytesMax) {
        return undecodable("expected a number of at most " + bytesMax + " bytes, but it has more");
    }

    static RefusedException undecodable(String sentence) {
        return new RefusedException(IntakeReason.UNDECODABLE, sentence);
    }
}
