package dev.rota.chunks.export;

import java.util.BitSet;

/** Chunk numbers, each known by its rank among all, from 0. Millions of them cost a few bits each. */
final class NumberSet {

    private final BitSet numbers = new BitSet();
    private long[] words = {};
    private int[] ranks = {};

    void add(int number) {
        numbers.set(number);
    }

    boolean has(int number) {
        return numbers.get(number);
    }

    /** Takes no more numbers; how many there are. */
    int close() {
        words = numbers.toLongArray();
        ranks = new int[words.length + 1];
        for (int i = 0; i < words.length; i++) {
            ranks[i + 1] = ranks[i] + Long.bitCount(words[i]);
        }
        return ranks[words.length];
    }

    /** How many are smaller than this one, which is there. */
    int rank(int number) {
        int word = number / Long.SIZE;
        long below = (1L << number % Long.SIZE) - 1;
        return ranks[word] + Long.bitCount(words[word] & below);
    }
}
