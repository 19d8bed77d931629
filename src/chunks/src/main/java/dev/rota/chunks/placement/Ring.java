package dev.rota.chunks.placement;

import java.util.Arrays;

/**
 * The workers on one ring in the order of their positions. Positions are hashes with the sign bit flipped, so that
 * their unsigned order is that of longs. Hashes are spread evenly, so the high bits of a hash give its approximate
 * index.
 */
final class Ring {

    /** The low bits of a position that the sort replaces by an index; ties in the others are resolved afterwards. */
    private static final long INDEX = 0xFFFF;

    private final long[] positions;
    private final char[] slots;
    private final char[] firstWith;
    private final int shift;

    private Ring(long[] positions, char[] slots) {
        this.positions = positions;
        this.slots = slots;
        int bits = Math.max(1, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(positions.length));
        this.shift = Long.SIZE - bits;
        this.firstWith = new char[1 << bits];
        int at = 0;
        for (int bucket = 0; bucket < firstWith.length; bucket++) {
            while (at < positions.length && turned(positions[at]) >>> shift < bucket) {
                at++;
            }
            firstWith[bucket] = (char) at;
        }
    }

    /**
     * Creates a ring.
     *
     * @param hashes the workers' positions, in the order that breaks ties
     * @param slots the workers' slots, in the same order
     */
    static Ring of(long[] hashes, char[] slots) {
        int count = hashes.length;
        long[] order = new long[count];
        for (int i = 0; i < count; i++) {
            order[i] = (turned(hashes[i]) & ~INDEX) | i;
        }
        Arrays.sort(order);
        long[] positions = new long[count];
        char[] sorted = new char[count];
        for (int i = 0; i < count; i++) {
            int index = (int) (order[i] & INDEX);
            long position = turned(hashes[index]);
            int at = i;
            // sorted by the upper 48 bits and the index: rarely, neighbours must be swapped
            while (at > 0 && positions[at - 1] > position) {
                positions[at] = positions[at - 1];
                sorted[at] = sorted[at - 1];
                at--;
            }
            positions[at] = position;
            sorted[at] = slots[index];
        }
        return new Ring(positions, sorted);
    }

    /** Returns this ring without the workers that left, merged with another ring. */
    Ring with(Ring joined, boolean[] left) {
        int count = joined.slots.length;
        for (char slot : slots) {
            count += left[slot] ? 0 : 1;
        }
        long[] mergedPositions = new long[count];
        char[] merged = new char[count];
        int at = 0;
        int atJoined = 0;
        for (int i = 0; i < count; i++) {
            while (at < slots.length && left[slots[at]]) {
                at++;
            }
            boolean isFirst = atJoined == joined.slots.length
                    || (at < slots.length && positions[at] <= joined.positions[atJoined]);
            mergedPositions[i] = isFirst ? positions[at] : joined.positions[atJoined];
            merged[i] = isFirst ? slots[at++] : joined.slots[atJoined++];
        }
        return new Ring(mergedPositions, merged);
    }

    /** Returns whether two workers have the same position, so that the order of workers matters. */
    boolean isTied() {
        for (int i = 1; i < positions.length; i++) {
            if (positions[i - 1] == positions[i]) {
                return true;
            }
        }
        return false;
    }

    int length() {
        return slots.length;
    }

    /** Returns the index of the first position at or after a hash, wrapping around. */
    int start(long hash) {
        long position = turned(hash);
        int at = firstWith[(int) (hash >>> shift)];
        while (at < positions.length && positions[at] < position) {
            at++;
        }
        return at == positions.length ? 0 : at;
    }

    /** Returns the slot at an index. */
    char slot(int at) {
        return slots[at];
    }

    /** Returns the position at an index, as a hash. */
    long position(int at) {
        return turned(positions[at]);
    }

    private static long turned(long hash) {
        return hash ^ Long.MIN_VALUE;
    }
}
