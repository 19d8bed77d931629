package dev.rota.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Seeded;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class KeyTest {

    @Seeded(1_000)
    void shouldOrderNumbersAsNumbers(long seed) {
        Random random = new Random(seed);
        long one = anyLong(random);
        long other = anyLong(random);

        assertThat(sign(Key.of(one).compareTo(Key.of(other)))).isEqualTo(Long.compare(one, other));
    }

    @Seeded(1_000)
    void shouldOrderSmallNumbersAsNumbers(long seed) {
        Random random = new Random(seed);
        int one = anyInt(random);
        int other = anyInt(random);

        assertThat(sign(Key.of(one).compareTo(Key.of(other)))).isEqualTo(Integer.compare(one, other));
    }

    @Seeded(1_000)
    void shouldOrderTextsByTheirBytes(long seed) {
        Random random = new Random(seed);
        String one = text(random);
        String other = text(random);

        assertThat(sign(Key.of(one).compareTo(Key.of(other))))
                .isEqualTo(sign(Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8))));
    }

    @Seeded(1_000)
    void shouldOrderByTheFirstPartThatDiffers(long seed) {
        // given
        Random random = new Random(seed);
        String one = text(random);
        String other = text(random);
        int a = anyInt(random);
        int b = anyInt(random);
        int expected = Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8));

        // when
        int order = Key.of()
                .text(one)
                .number(a)
                .end()
                .compareTo(Key.of().text(other).number(b).end());

        // then
        assertThat(sign(order)).isEqualTo(expected == 0 ? Integer.compare(a, b) : sign(expected));
    }

    @Seeded(1_000)
    void shouldReadBackItsParts(long seed) {
        // given
        Random random = new Random(seed);
        String text = text(random);
        int small = anyInt(random);
        long large = anyLong(random);
        Key key = Key.of()
                .kind(200)
                .text(text)
                .number(small)
                .number(large)
                .text("rest")
                .end();

        // when
        Key.Reader reader = key.read();

        // then
        assertThat(reader.kind()).isEqualTo(200);
        assertThat(reader.text()).isEqualTo(text);
        assertThat(reader.number32()).isEqualTo(small);
        assertThat(reader.number64()).isEqualTo(large);
        assertThat(reader.rest()).isEqualTo(Key.of("rest"));
    }

    @Test
    void shouldLetNoTextBeThePrefixOfAnother() {
        for (String longer : new String[] {"ab", "a\0", "a\0\0", "aÿ"}) {
            assertThat(Bytes.startsWith(Key.of(longer).bytes(), Key.of("a").bytes()))
                    .as(longer)
                    .isFalse();
        }
    }

    /** Returns a text of many zeros and few letters, so that texts often have a common prefix. */
    private static String text(Random random) {
        return random.ints(random.nextInt(6), 0, 5)
                .mapToObj(i -> String.valueOf("\0\1aÿ☃".charAt(i)))
                .collect(Collectors.joining());
    }

    private static long anyLong(Random random) {
        long[] edges = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE, anyInt(random)};
        return random.nextBoolean() ? random.nextLong() : edges[random.nextInt(edges.length)];
    }

    private static int anyInt(Random random) {
        int[] edges = {Integer.MIN_VALUE, -256, -1, 0, 1, 255, Integer.MAX_VALUE};
        return random.nextBoolean() ? random.nextInt() : edges[random.nextInt(edges.length)];
    }

    private static int sign(int order) {
        return Integer.compare(order, 0);
    }
}
