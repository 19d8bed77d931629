package dev.rota.chunks.placement;

import dev.rota.engine.IntList;
import dev.rota.engine.Nullable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.io.Encoder;

/**
 * Ascending numbers as a record contains them: differences, the first relative to 0. They are written as they are
 * packed.
 */
public final class Deltas extends IntList {

    private final ByteBuffer packed;
    private final int count;

    /** The numbers, once one has been read. */
    @Nullable
    private int[] numbers;

    /** Creates the list of numbers that {@link PackedNumbers} has packed. */
    Deltas(ByteBuffer packed, int count) {
        this.packed = packed;
        this.count = count;
    }

    public static Deltas of(int[] numbers) {
        return new Deltas(PackedNumbers.pack(numbers, 0, numbers.length), numbers.length);
    }

    /** Returns the numbers of a record's list: the first, then differences. */
    public static int[] numbers(List<Integer> deltas) {
        int[] numbers = new int[deltas.size()];
        int number = 0;
        int count = 0;
        for (int delta : deltas) {
            number += delta;
            numbers[count++] = number;
        }
        return numbers;
    }

    @Override
    protected int at(int index) {
        if (numbers == null) {
            numbers = PackedNumbers.unpack(packed, count);
        }
        return index == 0 ? numbers[0] : numbers[index] - numbers[index - 1];
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public void write(Encoder out) throws IOException {
        out.writeFixed(packed);
    }
}
