package dev.rota.shards;

/**
 * A Bloom filter of fingerprints with at least twelve bits for each: of two hundred lists that do not have a fingerprint,
 * one is searched. The bits of a fingerprint are together in one block of 64 bytes: to fetch a line of memory that is not
 * in the processor's cache takes longer than all else here.
 */
final class BloomFilter {

    private static final int BITS_PER_ENTRY = 12;
    private static final int BITS_OF_AN_ENTRY = 5;

    private static final int BLOCK_BITS_LOG = 9;
    private static final int BLOCK_BITS = 1 << BLOCK_BITS_LOG;
    private static final int BLOCK_WORDS = BLOCK_BITS / Long.SIZE;

    private final int capacity;
    private final long[] words;
    /** The bits of a block: all of them, if there are fewer. */
    private final int blockBits;

    private int size;

    private BloomFilter(int capacity) {
        int least = (capacity * BITS_PER_ENTRY + Long.SIZE - 1) / Long.SIZE;
        this.capacity = capacity;
        this.words = new long[least < BLOCK_WORDS ? least : (least + BLOCK_WORDS - 1) / BLOCK_WORDS * BLOCK_WORDS];
        this.blockBits = Math.min(BLOCK_BITS, words.length * Long.SIZE);
    }

    /** A filter for so many, and none besides. */
    static BloomFilter of(int entries) {
        return new BloomFilter(Math.max(1, entries));
    }

    /** A filter for so many, and for as many as may be added to them soon. */
    static BloomFilter growing(int entries) {
        return new BloomFilter(Integer.highestOneBit(2 * entries - 1));
    }

    /** Whether it has room for one more: beyond that it would let too many through. */
    boolean hasRoom() {
        return size < capacity;
    }

    void add(int fingerprint) {
        long hash = hash(fingerprint);
        int block = block(hash);
        for (int i = 0; i < BITS_OF_AN_ENTRY; i++, hash >>>= BLOCK_BITS_LOG) {
            int bit = block + bit(hash);
            words[bit / Long.SIZE] |= 1L << bit;
        }
        size++;
    }

    /** Whether a fingerprint may have been added. */
    boolean mayHave(int fingerprint) {
        long hash = hash(fingerprint);
        int block = block(hash);
        for (int i = 0; i < BITS_OF_AN_ENTRY; i++, hash >>>= BLOCK_BITS_LOG) {
            int bit = block + bit(hash);
            if ((words[bit / Long.SIZE] & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Spreads a fingerprint over 64 bits: its lowest bits are the same in all of a bucket. */
    private static long hash(int fingerprint) {
        long spread = fingerprint * 0x9E3779B97F4A7C15L;
        return (spread ^ spread >>> Integer.SIZE) * 0xD6E8FEB86659FD93L;
    }

    /** The first bit of a hash's block, which its highest bits name. */
    private int block(long hash) {
        int blocks = words.length * Long.SIZE / blockBits;
        return (int) (((hash >>> Integer.SIZE) * blocks) >>> Integer.SIZE) * blockBits;
    }

    /** A bit of a block, which a hash's lowest bits name. */
    private int bit(long hash) {
        int named = (int) (hash & BLOCK_BITS - 1);
        return (named * blockBits) >>> BLOCK_BITS_LOG;
    }

    /** Its approximate size in memory. */
    int bytes() {
        return Long.BYTES * words.length + 48;
    }
}
