package dev.rota.chunks.catalog;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import java.nio.charset.StandardCharsets;

/**
 * A chunk's id, TOP/FIRST-LAST-HASH.
 *
 * @param bytes the id in UTF-8, which orders the chunks of a dataset
 * @param first the first block
 * @param last the last block
 */
public record ChunkId(byte[] bytes, long first, long last) {

    private static final int DIGITS_MIN = 10;

    /** Parses an id; returns null if it is malformed. */
    public static @Nullable ChunkId of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Parses an id that was accepted before. */
    public static ChunkId known(byte[] id) {
        ChunkId known = of(id);
        if (known == null) {
            throw new IllegalStateException("expected a chunk's id in a row, but it is none");
        }
        return known;
    }

    private static @Nullable ChunkId of(byte[] id) {
        int slash = find('/', id, 0);
        int dash = find('-', id, slash + 1);
        int secondDash = find('-', id, dash + 1);
        boolean hasHash = secondDash < id.length - 1 && find('/', id, slash + 1) == id.length;
        if (!hasHash || id.length > Limits.ID_BYTES_MAX) {
            return null;
        }
        long top = number(id, 0, slash);
        long first = number(id, slash + 1, dash);
        long last = number(id, dash + 1, secondDash);
        return top < 0 || top > first || first > last ? null : new ChunkId(id, first, last);
    }

    /** Returns the index of a character, or the end. */
    private static int find(char character, byte[] id, int from) {
        int at = Math.min(from, id.length);
        while (at < id.length && id[at] != character) {
            at++;
        }
        return at;
    }

    /**
     * Parses a number of at least ten digits, zero-padded to ten; returns -1 if it is malformed or too large for a
     * long.
     */
    private static long number(byte[] id, int from, int to) {
        int digits = to - from;
        if (digits < DIGITS_MIN || (digits > DIGITS_MIN && id[from] == '0')) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = id[i] - '0';
            if (digit < 0 || digit > 9 || number > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
