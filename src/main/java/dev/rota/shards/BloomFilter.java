package dev.rota.shards;

/**
 * A Bloom filter with three hashes of a fingerprint, and at least twelve bits for each entry: of a hundred lists that do
 * not have a fingerprint, one is searched.
 */
final class BloomFilter {

    private static final int BITS_PER_ENTRY = 12;
    /** A product's highest bits depend on all bits of the fingerprint. */
    private static final int[] MULTIPLIERS = {1, 0x9E3779B1, 0x85EBCA77};

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
        for (int multiplier : MULTIPLIERS) {
            int bit = bit(fingerprint * multiplier);
            bits[bit / Long.SIZE] |= 1L << bit;
        }
        size++;
    }

    /** Whether a fingerprint may have been added. */
    boolean mayHave(int fingerprint) {
        for (int multiplier : MULTIPLIERS) {
            int bit = bit(fingerprint * multiplier);
            if ((bits[bit / Long.SIZE] & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    /** The highest bits of a hash name its bit: a fingerprint's lowest are the same in all of a bucket. */
    private int bit(int hash) {
        return (int) ((Integer.toUnsignedLong(hash) * Long.SIZE * bits.length) >>> Integer.SIZE);
    }

    /** Its approximate size in memory. */
    int bytes() {
        return Long.BYTES * bits.length + 48;
    }
}
