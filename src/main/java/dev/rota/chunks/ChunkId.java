package dev.rota.chunks;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import java.nio.charset.StandardCharsets;

/**
 * A chunk's id, TOP/FIRST-LAST-HASH.
 *
 * @param bytes in UTF-8, by which chunks of a dataset are ordered
 * @param first block
 * @param last block
 */
record ChunkId(byte[] bytes, long first, long last) {

    private static final int DIGITS_MIN = 10;

    /** Null where the text is no chunk's id. */
    static @Nullable ChunkId of(String text) {
        int slash = text.indexOf('/');
        int dash = text.indexOf('-', slash + 1);
        int secondDash = dash < 0 ? -1 : text.indexOf('-', dash + 1);
        if (slash < 0 || secondDash < 0 || secondDash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0) {
            return null;
        }
        long top = number(text, 0, slash);
        long first = number(text, slash + 1, dash);
        long last = number(text, dash + 1, secondDash);
        if (top < 0 || top > first || first > last) {
            return null;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length > Limits.ID_BYTES_MAX ? null : new ChunkId(bytes, first, last);
    }

    /** A number of at least ten digits, zero-padded to ten; -1 where it is none, or fits no long. */
    private static long number(String text, int from, int to) {
        int digits = to - from;
        if (digits < DIGITS_MIN || (digits > DIGITS_MIN && text.charAt(from) == '0')) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9 || number > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    /** An id that was accepted before. */
    static ChunkId known(byte[] id) {
        ChunkId known = of(new String(id, StandardCharsets.UTF_8));
        if (known == null) {
            throw new IllegalStateException("expected a chunk's id in a row, but it is none");
        }
        return known;
    }
}
