package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.AssignmentChange;
import dev.rota.chunks.AssignmentRow;
import java.nio.ByteBuffer;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ShareChangesTest {

    private static final int NUMBERS = 60;

    private static ByteBuffer packed(int[] numbers) {
        return PackedNumbers.pack(numbers, 0, numbers.length);
    }

    private static int[] ints(SortedSet<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private static AssignmentRow row(SortedSet<Integer> numbers, long bytes, ByteBuffer digest) {
        return AssignmentRow.newBuilder()
                .setWorker("w")
                .setCount(numbers.size())
                .setBytes(bytes)
                .setNumbers(packed(ints(numbers)))
                .setDigest(digest)
                .build();
    }

    /** Covers numbers that are added, removed, and added again. */
    @Test
    void shouldComeToWhatTheEpochsMade() {
        for (long seed = 0; seed < 200; seed++) {
            // given
            SplittableRandom random = new SplittableRandom(seed);
            TreeSet<Integer> numbers = new TreeSet<>();
            for (int i = 0; i < NUMBERS / 2; i++) {
                numbers.add(random.nextInt(NUMBERS));
            }
            AssignmentRow stored = row(numbers, 7L, ByteBuffer.wrap(new byte[] {1}));
            ShareChanges changes = new ShareChanges();
            assertThat(changes.isEmpty()).isTrue();
            assertThat(changes.applied(stored)).isEqualTo(stored);

            for (int epoch = 1; epoch <= 20; epoch++) {
                // when
                TreeSet<Integer> gone = new TreeSet<>();
                TreeSet<Integer> fresh = new TreeSet<>();
                for (int i = random.nextInt(10); i > 0; i--) {
                    int number = random.nextInt(NUMBERS);
                    (numbers.contains(number) ? gone : fresh).add(number);
                }
                numbers.removeAll(gone);
                numbers.addAll(fresh);
                ByteBuffer digest = ByteBuffer.wrap(new byte[] {(byte) (epoch + 1)});
                changes.add(new AssignmentChange(
                        gone.size(), packed(ints(gone)), fresh.size(), packed(ints(fresh)), 7L + epoch, digest));

                // then
                assertThat(changes.applied(stored))
                        .as("seed %s, epoch %s", seed, epoch)
                        .isEqualTo(row(numbers, 7L + epoch, digest));
            }
        }
    }
}
