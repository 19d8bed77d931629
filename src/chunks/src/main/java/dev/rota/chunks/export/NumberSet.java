package dev.rota.chunks.export;

import java.util.BitSet;

/** A set of chunk numbers with their ranks, from 0. Millions of them cost a few bits each. */
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

    /** Ends adding; returns the number of members. */
    int close() {
        words = numbers.toLongArray();
        ranks = new int[words.length + 1];
        for (int i = 0; i < words.length; i++) {
            ranks[i + 1] = ranks[i] + Long.bitCount(words[i]);
        }
        return ranks[words.length];
    }

    /** Returns the number of members that are smaller than this member. */
    int rank(int number) {
        int word = number / Long.SIZE;
        long below = (1L << number % Long.SIZE) - 1;
        return ranks[word] + Long.bitCount(words[word] & below);
    }
}
