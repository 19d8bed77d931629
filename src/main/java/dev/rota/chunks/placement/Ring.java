package dev.rota.chunks.placement;

import java.util.Arrays;

/**
 * Workers in the order of their positions on one ring. Positions are hashes with the sign bit turned, so that their
 * unsigned order is that of longs. A hash spreads evenly, so its first bits say nearly where to look.
 */
final class Ring {

    /** What a sort may lose of a position to carry an index; it is looked at afterwards. */
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
     * @param hashes of the workers' positions, in the order that decides where positions are equal
     * @param slots by which the workers are known, in the same order
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
            // sorted by the first 48 bits and index: a rare neighbour may have to go on
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

    /** This ring without those that left, and with the workers of another. */
    Ring with(Ring joined, boolean[] left) {
        int count = joined.slots.length;
        for (char slot : slots) {
            count += left[slot] ? 0 : 1;
        }
        long[] mergedPositions = new long[count];
        char[] merged = new char[count];
        int one = 0;
        int other = 0;
        for (int i = 0; i < count; i++) {
            while (one < slots.length && left[slots[one]]) {
                one++;
            }
            boolean takeOne =
                    other == joined.slots.length || (one < slots.length && positions[one] <= joined.positions[other]);
            mergedPositions[i] = takeOne ? positions[one] : joined.positions[other];
            merged[i] = takeOne ? slots[one++] : joined.slots[other++];
        }
        return new Ring(mergedPositions, merged);
    }

    /** Whether two workers have one position, so that their order is not by position alone. */
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

    /** Where a walk from this hash begins: the first position at or after it, around once. */
    int start(long hash) {
        long position = turned(hash);
        int at = firstWith[(int) (hash >>> shift)];
        while (at < positions.length && positions[at] < position) {
            at++;
        }
        return at == positions.length ? 0 : at;
    }

    /** Who stands there. */
    char slot(int at) {
        return slots[at];
    }

    /** The position there, as a hash. */
    long position(int at) {
        return turned(positions[at]);
    }

    private static long turned(long hash) {
        return hash ^ Long.MIN_VALUE;
    }
}
