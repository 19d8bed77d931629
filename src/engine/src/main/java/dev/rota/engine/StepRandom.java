package dev.rota.engine;

import java.nio.ByteBuffer;

/**
 * A step's random numbers: xoshiro256** by Blackman and Vigna, seeded with the four words of a SHA-256. It is
 * implemented here because the numbers must stay the same on every Java version.
 */
public final class StepRandom {

    private long s0;
    private long s1;
    private long s2;
    private long s3;

    public StepRandom(byte[] seed) {
        ByteBuffer words = ByteBuffer.wrap(seed);
        s0 = words.getLong();
        s1 = words.getLong();
        s2 = words.getLong();
        s3 = words.getLong() | 1; // never all zero
    }

    public long nextLong() {
        long result = Long.rotateLeft(s1 * 5, 7) * 9;
        long t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = Long.rotateLeft(s3, 45);
        return result;
    }

    /**
     * Returns a uniform number in {@code 0 .. bound - 1}, by rejection sampling: words beyond the last whole multiple
     * of the bound are drawn again.
     */
    public int nextInt(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("expected a bound of at least 1, but it is " + bound);
        }
        long word;
        long result;
        do {
            word = nextLong() >>> 1;
            result = word % bound;
        } while (word - result + (bound - 1) < 0);
        return (int) result;
    }
}
