package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Ascending chunk numbers as rows contain them: the first, then differences, each as Avro writes an int. So a record of
 * the same numbers takes a row's bytes as they are.
 */
public final class PackedNumbers {

    /** The maximum number of bytes of an int: five groups of seven bits. */
    static final int BYTES_MAX = 5;

    private PackedNumbers() {}

    /** Packs some numbers. */
    public static ByteBuffer pack(int[] numbers) {
        return pack(numbers, 0, numbers.length);
    }

    /** Packs a part of some numbers. */
    public static ByteBuffer pack(int[] numbers, int from, int to) {
        byte[] packed = new byte[(to - from) * BYTES_MAX];
        return ByteBuffer.wrap(Arrays.copyOf(packed, pack(numbers, from, to, packed)));
    }

    /** Packs a part of some numbers to the beginning of an array; returns the number of bytes. */
    static int pack(int[] numbers, int from, int to, byte[] packed) {
        int length = 0;
        int before = 0;
        for (int i = from; i < to; i++) {
            // Avro's zigzag encoding doubles what is not negative
            int rest = (numbers[i] - before) << 1;
            before = numbers[i];
            while (rest >>> 7 != 0) {
                packed[length++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            packed[length++] = (byte) rest;
        }
        return length;
    }

    /** Returns the numbers of a row that contains {@code count} of them. */
    public static int[] unpack(ByteBuffer packed, int count) {
        int[] numbers = new int[count];
        unpack(packed, numbers, 0, count);
        return numbers;
    }

    /** Returns all numbers of a worker's share. */
    public static int[] of(List<AssignmentRow> rows) {
        int[] numbers = new int[count(rows)];
        unpack(rows, numbers);
        return numbers;
    }

    /** Returns how many numbers a worker's share has. */
    static int count(List<AssignmentRow> rows) {
        return rows.stream().mapToInt(AssignmentRow::getCount).sum();
    }

    /** Unpacks all numbers of a worker's share to the beginning of an array. */
    static void unpack(List<AssignmentRow> rows, int[] numbers) {
        int from = 0;
        for (AssignmentRow row : rows) {
            unpack(row.getNumbers(), numbers, from, from + row.getCount());
            from += row.getCount();
        }
    }

    /** Returns whether a number is in a worker's share. */
    public static boolean hold(List<AssignmentRow> rows, int number) {
        return AscendingInts.has(of(rows), number);
    }

    private static void unpack(ByteBuffer packed, int[] numbers, int from, int to) {
        byte[] bytes = packed.array();
        int at = packed.arrayOffset() + packed.position();
        int number = 0;
        for (int i = from; i < to; i++) {
            byte group = bytes[at++];
            int doubled = group & 0x7F;
            for (int shift = 7; group < 0; shift += 7) {
                group = bytes[at++];
                doubled |= (group & 0x7F) << shift;
            }
            number += doubled >>> 1;
            numbers[i] = number;
        }
    }
}
