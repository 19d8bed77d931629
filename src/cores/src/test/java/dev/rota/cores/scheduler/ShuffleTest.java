package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShuffleTest {

    /**
     * The words of SHA-256(00, 0) are 3e7077fd2f66d689 mod 7 = 5, e0cee6a7cf5b37bf mod 6 = 3, 2dca7c979af356d0 mod 5 =
     * 3, a31cbc5c85605c7d mod 4 = 1. The words of SHA-256(00, 1) are 2ae1c19c0cbd378e mod 3 = 0, 46c927a9f3611923 mod 2
     * = 1. So from the end on 6 is swapped with 5, 5 with 3, 4 with 3, 3 with 1, 2 with 0, and 1 with itself.
     */
    @Test
    void shouldSwapByTheHashes() {
        assertThat(Shuffle.of(List.of(0, 1, 2, 3, 4, 5, 6), new byte[] {0})).containsExactly(2, 4, 0, 1, 6, 3, 5);
    }

    @Test
    void shouldShuffleAsTheGuideSays() throws IOException {
        String shuffled =
                Shuffle.of(List.of(0, 1, 2, 3, 4, 5, 6), new byte[] {0}).toString();

        assertThat(Files.readString(Path.of("schemas/cores/README.md")))
                .contains("it makes " + shuffled.substring(1, shuffled.length() - 1));
    }

    @Test
    void shouldUseAllBytesOfTheRandomness() {
        byte[] randomness = {(byte) 0xde, (byte) 0xad, (byte) 0xbe, (byte) 0xef};
        assertThat(Shuffle.of(List.of(0, 1, 2, 3, 4, 5, 6), randomness)).containsExactly(2, 5, 6, 0, 1, 4, 3);
    }

    @Seeded(50)
    void shouldKeepEachValidatorOnce(long seed) {
        // given
        Random random = new Random(seed);
        int size = random.nextInt(201);
        byte[] randomness = new byte[random.nextInt(40)];
        random.nextBytes(randomness);
        List<Integer> given = IntStream.range(0, size).boxed().toList();

        // when
        List<Integer> shuffled = Shuffle.of(given, randomness);

        // then
        assertThat(shuffled).hasSize(size);
        assertThat(shuffled.stream().sorted().toList()).isEqualTo(given);
    }
}
