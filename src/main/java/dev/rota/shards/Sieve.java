package dev.rota.shards;

/** Tells at once of most fingerprints that they are not among those of a list: a bit for each, and sixteen times as many. */
final class Sieve {

    private static final int BITS_PER_ENTRY = 16;

    private final int capacity;
    private final long[] bits;
    /** Their highest bits name the bit: the lowest are alike in a bucket. */
    private final int shift;

    private int size;

    /** Creates a sieve with room for at least so many. */
    Sieve(int entries) {
        this.capacity = Integer.highestOneBit(Math.max(4, 2 * entries - 1));
        this.bits = new long[capacity * BITS_PER_ENTRY / Long.SIZE];
        this.shift = Integer.numberOfLeadingZeros(capacity * BITS_PER_ENTRY) + 1;
    }

    /** Whether it has room for one more: beyond that it would let too many through. */
    boolean hasRoom() {
        return size < capacity;
    }

    void add(int fingerprint) {
        int bit = fingerprint >>> shift;
        bits[bit / Long.SIZE] |= 1L << bit;
        size++;
    }

    /** Whether a fingerprint may have been added. */
    boolean mayHave(int fingerprint) {
        int bit = fingerprint >>> shift;
        return (bits[bit / Long.SIZE] & 1L << bit) != 0;
    }
}
