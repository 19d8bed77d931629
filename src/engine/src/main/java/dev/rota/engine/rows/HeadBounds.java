package dev.rota.engine.rows;

import dev.rota.engine.Key;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Lower bounds of the keys with a prefix, for prefixes whose first row was looked up. The next lookup starts at the
 * bound and does not scan the rows that were deleted before it. An inserted row lowers the bound, a deleted row leaves
 * it unchanged; so a bound may be too low, which only costs time, but never too high.
 */
final class HeadBounds {

    /** The number of cached bounds. Dropping one only costs time. */
    private static final int BOUNDS_MAX = 100_000;

    private final Map<Key, byte[]> bounds = new HashMap<>();

    /** The lengths of the remembered prefixes, which give the prefixes of a key that may have a bound. */
    private int[] lengths = {};

    /** Returns the key at which to start looking for the first row of a prefix. */
    byte[] firstFrom(byte[] prefix) {
        byte[] bound = bounds.get(new Key(prefix));
        return bound == null ? prefix : bound;
    }

    void remember(byte[] prefix, byte[] bound) {
        if (bounds.size() >= BOUNDS_MAX) {
            bounds.clear();
        }
        bounds.put(new Key(prefix), bound);
        if (Arrays.stream(lengths).noneMatch(length -> length == prefix.length)) {
            lengths = Arrays.copyOf(lengths, lengths.length + 1);
            lengths[lengths.length - 1] = prefix.length;
        }
    }

    /** Lowers the bounds that an inserted row precedes. */
    void lower(byte[] key) {
        for (int length : lengths) {
            if (length <= key.length) {
                bounds.computeIfPresent(
                        new Key(Arrays.copyOf(key, length)),
                        (prefix, bound) -> Arrays.compareUnsigned(key, bound) < 0 ? key : bound);
            }
        }
    }
}
