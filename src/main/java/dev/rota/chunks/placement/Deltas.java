package dev.rota.chunks.placement;

import dev.rota.engine.IntList;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.io.Encoder;

/** Ascending numbers as a record has them: differences; the first is relative to 0. They are written as they are packed. */
public final class Deltas extends IntList {

    private final int[] numbers;
    private final int from;
    private final int to;
    private final ByteBuffer packed;

    /** A part of some numbers, which {@link PackedNumbers} has packed. */
    Deltas(int[] numbers, int from, int to, ByteBuffer packed) {
        this.numbers = numbers;
        this.from = from;
        this.to = to;
        this.packed = packed;
    }

    public static Deltas of(int[] numbers) {
        return new Deltas(numbers, 0, numbers.length, PackedNumbers.pack(numbers, 0, numbers.length));
    }

    @Override
    protected int at(int index) {
        int place = from + index;
        return index == 0 ? numbers[place] : numbers[place] - numbers[place - 1];
    }

    @Override
    public int size() {
        return to - from;
    }

    @Override
    public void write(Encoder out) throws IOException {
        out.writeFixed(packed);
    }
}
