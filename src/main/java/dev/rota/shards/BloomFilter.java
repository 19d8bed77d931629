package dev.rota.shards;

/**
 * A Bloom filter with one hash, which is the fingerprint itself, and at least sixteen bits for each entry: most lists that
 * do not have a fingerprint need not be searched.
 */
final class BloomFilter {

    private static final int BITS_PER_ENTRY = 16;

    private final int capacity;
    private final long[] bits;
    /** The highest bits of a fingerprint name its bit: the lowest are the same in all of a bucket. */
    private final int shift;

    private int size;

    /** Creates a filter with room for at least so many. */
    BloomFilter(int entries) {
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
