package dev.rota.engine.rows;

import dev.rota.engine.Key;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Keys before which no row of a prefix stands, for prefixes whose first row was looked up: a walk for the next first row
 * starts there, and not over the rows that were deleted at the prefix's beginning. A row that appears before a bound
 * lowers it, a deleted row leaves it as it is; so a bound may be too low, which costs time only, but never too high.
 */
final class HeadBounds {

    /** Cached lower bounds of prefixes. Forgetting one only costs time. */
    private static final int BOUNDS_MAX = 100_000;

    private final Map<Key, byte[]> bounds = new HashMap<>();

    /** The lengths that remembered prefixes have: those of a key that may have a bound. */
    private int[] lengths = {};

    /** Where to look for the first row of a prefix. */
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

    /** Lowers the bounds of a row that has appeared: none may stand behind it. */
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
