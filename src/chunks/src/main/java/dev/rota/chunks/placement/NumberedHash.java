package dev.rota.chunks.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * SeaHash of a text, a colon and a two-byte number: a worker's position on a ring, or a replica's start.
 *
 * <p>The text is hashed once for all its numbers: SeaHash processes words of eight bytes in order, so only the last
 * one or two differ. That makes computing a replica's hash cheaper than storing it.
 */
public final class NumberedHash {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int WORD_BYTES = 8;

    /** The bytes of the colon, the number, and zeros up to two whole words. */
    private static final int ROOM = 2 * WORD_BYTES + 3;

    private byte[] text = new byte[64 + ROOM];
    private int length;

    private long a;
    private long b;
    private long c;
    private long d;
    private long rest;
    private int restBits;

    /** Returns a buffer for a text of this length, which the caller fills in. */
    byte[] room(int textLength) {
        if (textLength + ROOM > text.length) {
            text = Arrays.copyOf(text, 2 * textLength + ROOM);
        }
        length = textLength + 3;
        return text;
    }

    /** Hashes the text that was filled in. */
    void ready() {
        int number = length - 2;
        text[number - 1] = ':';
        Arrays.fill(text, number, number + WORD_BYTES, (byte) 0);
        a = 0x16f11fe89b0d677cL;
        b = 0xb480a793d8e6c86cL;
        c = 0x6fe2e5aaf078ebc9L;
        d = 0x14f994a4c5259381L;
        int at = 0;
        for (; at + WORD_BYTES <= number; at += WORD_BYTES) {
            long mixed = diffuse(a ^ (long) WORD.get(text, at));
            a = b;
            b = c;
            c = d;
            d = mixed;
        }
        rest = (long) WORD.get(text, at);
        restBits = Byte.SIZE * (number - at);
    }

    void text(byte[] whole) {
        System.arraycopy(whole, 0, room(whole.length), 0, whole.length);
        ready();
    }

    /** Returns the hash with a number from 0 to 65,535. */
    public long of(int number) {
        long mixed = diffuse(a ^ (rest | ((long) number << restBits)));
        if (restBits < Long.SIZE - Byte.SIZE) {
            return diffuse(b ^ c ^ d ^ mixed ^ length);
        }
        // the number's second byte is a word of its own
        return diffuse(c ^ d ^ mixed ^ diffuse(b ^ (number >>> Byte.SIZE)) ^ length);
    }

    private static long diffuse(long word) {
        long x = word * 0x6eed0e9da4d94a4fL;
        x ^= (x >>> 32) >>> (int) (x >>> 60);
        return x * 0x6eed0e9da4d94a4fL;
    }

    /** Returns the remainder of a hash, as unsigned. */
    public static int remainder(long hash, int divisor) {
        long quotient = ((hash >>> 1) / divisor) << 1;
        long remainder = hash - quotient * divisor;
        return (int) (remainder >= divisor ? remainder - divisor : remainder);
    }
}
