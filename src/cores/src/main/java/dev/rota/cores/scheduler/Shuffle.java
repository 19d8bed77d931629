package dev.rota.cores.scheduler;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Shuffles by a chain's randomness: Fisher-Yates with numbers from {@code SHA-256(randomness, j)} for j = 0, 1, ...,
 * four words each. It is implemented here because a chain's groups must be the same on every Java version forever.
 */
final class Shuffle {

    private final MessageDigest sha256;
    private final byte[] randomness;
    private long hashes;
    private ByteBuffer words = ByteBuffer.allocate(0);

    private Shuffle(byte[] randomness) {
        this.randomness = randomness;
        try {
            this.sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns the items in the order that the randomness determines. */
    static <T> List<T> of(List<T> items, byte[] randomness) {
        Shuffle shuffle = new Shuffle(randomness);
        List<T> shuffled = new ArrayList<>(items);
        for (int last = items.size() - 1; last > 0; last--) {
            Collections.swap(shuffled, last, shuffle.below(last + 1));
        }
        return shuffled;
    }

    /**
     * Returns a uniform number in {@code 0 .. bound - 1}, by rejection sampling: words from the last whole multiple of
     * the bound on are drawn again.
     */
    private int below(int bound) {
        // 2^64 mod bound: the number of words at the upper end to reject
        long tooMany = Long.remainderUnsigned(-bound, bound);
        long word = word();
        while (Long.compareUnsigned(word, -tooMany) >= 0 && tooMany != 0) {
            word = word();
        }
        return (int) Long.remainderUnsigned(word, bound);
    }

    private long word() {
        if (!words.hasRemaining()) {
            sha256.update(randomness);
            sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(0, hashes++));
            words = ByteBuffer.wrap(sha256.digest());
        }
        return words.getLong();
    }
}
