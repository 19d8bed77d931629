package dev.rota.shards;

/**
 * A Bloom filter with one hash, which is the fingerprint itself, and at least twelve bits for each entry: most lists that
 * do not have a fingerprint need not be searched.
 */
final class BloomFilter {

    private static final int BITS_PER_ENTRY = 12;

    private final int capacity;
    private final long[] bits;

    private int size;

    private BloomFilter(int capacity) {
        this.capacity = capacity;
        this.bits = new long[(capacity * BITS_PER_ENTRY + Long.SIZE - 1) / Long.SIZE];
    }

    /** A filter for so many, and none besides. */
    static BloomFilter of(int entries) {
        return new BloomFilter(Math.max(1, entries));
    }

    /** A filter for so many, and for as many as may be added to them soon. */
    static BloomFilter growing(int entries) {
        return new BloomFilter(Integer.highestOneBit(Math.max(4, 2 * entries - 1)));
    }

    /** Whether it has room for one more: beyond that it would let too many through. */
    boolean hasRoom() {
        return size < capacity;
    }

    void add(int fingerprint) {
        int bit = bit(fingerprint);
        bits[bit / Long.SIZE] |= 1L << bit;
        size++;
    }

    /** Whether a fingerprint may have been added. */
    boolean mayHave(int fingerprint) {
        int bit = bit(fingerprint);
        return (bits[bit / Long.SIZE] & 1L << bit) != 0;
    }

    /** The highest bits of a fingerprint name its bit: the lowest are the same in all of a bucket. */
    private int bit(int fingerprint) {
        return (int) ((Integer.toUnsignedLong(fingerprint) * Long.SIZE * bits.length) >>> Integer.SIZE);
    }

    /** Its approximate size in memory. */
    int bytes() {
        return Long.BYTES * bits.length + 48;
    }
}
