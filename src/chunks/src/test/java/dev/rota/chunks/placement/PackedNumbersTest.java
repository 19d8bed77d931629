package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.engine.schema.AvroCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed numbers are unpacked unchanged, and have the encoding of any other list of the differences in a record. */
class PackedNumbersTest {

    private static final AvroCodec<WorkerAssignment> CODEC = AvroCodec.of(WorkerAssignment.class);

    private static void assertPacked(int... numbers) {
        ByteBuffer packed = PackedNumbers.pack(numbers, 0, numbers.length);
        assertThat(PackedNumbers.unpack(packed, numbers.length)).isEqualTo(numbers);
        List<Integer> differences = new ArrayList<>();
        for (int i = 0; i < numbers.length; i++) {
            differences.add(i == 0 ? numbers[i] : numbers[i] - numbers[i - 1]);
        }
        assertThat(Deltas.of(numbers)).isEqualTo(differences);
        assertThat(encoded(Deltas.of(numbers))).isEqualTo(encoded(differences));
    }

    private static byte[] encoded(List<Integer> chunks) {
        return CODEC.encode(WorkerAssignment.newBuilder()
                .setNetwork("net")
                .setEpoch(7L)
                .setWorker("w")
                .setStatus(AssignmentStatus.UNRELIABLE)
                .setChunks(chunks)
                .setChunkCount(chunks.size())
                .setBytes(9L)
                .setParts(2)
                .setEffectiveFrom(5L)
                .build());
    }

    /** Returns numbers that rise by at most {@code lessThan}. */
    private static int[] rising(int count, int lessThan, SplittableRandom random) {
        int[] numbers = new int[count];
        int number = random.nextInt(lessThan);
        for (int i = 0; i < count; i++) {
            numbers[i] = number;
            number += 1 + random.nextInt(lessThan);
        }
        return numbers;
    }

    @Test
    void shouldPackNumbersOfEveryLength() {
        assertPacked();
        assertPacked(0);
        assertPacked(0, Integer.MAX_VALUE);
        for (int bits = 0; bits < Integer.SIZE - 1; bits++) {
            int power = 1 << bits;
            assertPacked(power - 1, power, power + 1);
            assertPacked(0, power);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1_000, 20_000})
    void shouldPackLists(int count) {
        SplittableRandom random = new SplittableRandom(count);
        for (int lessThan : new int[] {1, 64, 500, 100_000}) {
            assertPacked(rising(count, lessThan, random));
        }
    }

    @Test
    void shouldJoinTheParts() {
        int[] numbers = rising(1_000, 500, new SplittableRandom(7));
        List<AssignmentRow> parts = new ArrayList<>();
        for (int from = 0; from < numbers.length; from += 300) {
            int to = Math.min(numbers.length, from + 300);
            parts.add(AssignmentRow.newBuilder()
                    .setWorker("w")
                    .setCount(to - from)
                    .setBytes(0L)
                    .setNumbers(PackedNumbers.pack(numbers, from, to))
                    .setDigest(ByteBuffer.allocate(0))
                    .build());
        }

        assertThat(PackedNumbers.of(parts)).isEqualTo(numbers);
        assertThat(PackedNumbers.of(List.of())).isEmpty();
        assertThat(Arrays.stream(numbers).allMatch(number -> PackedNumbers.hold(parts, number)))
                .isTrue();
        assertThat(PackedNumbers.hold(parts, numbers[0] - 1)).isFalse();
        assertThat(PackedNumbers.hold(parts, numbers[999] + 1)).isFalse();
    }
}
