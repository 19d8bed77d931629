package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.schema.Avro;
import dev.rota.trials.Seeded;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StepRandomTest {

    private static final byte[] SEED = Avro.sha256().digest("rota".getBytes(StandardCharsets.UTF_8));

    @Test
    void shouldDrawTheKnownNumbers() {
        // given
        StepRandom random = new StepRandom(SEED);

        // then these are the numbers of any xoshiro256** from that state
        assertThat(LongStream.generate(random::nextLong).limit(4))
                .containsExactly(
                        6337612570010048306L, -1982626899491763169L, -3585911973966512200L, -6376294258449289668L);
    }

    @Test
    void shouldReadTheSeedsWordsBigEndian() {
        // given
        byte[] seed = ByteBuffer.allocate(32)
                .putLong(1)
                .putLong(2)
                .putLong(3)
                .putLong(5)
                .array();
        StepRandom random = new StepRandom(seed);

        // then
        assertThat(LongStream.generate(random::nextLong).limit(5))
                .containsExactly(11520L, 0L, 1509972480L, 1418633882621740800L, 1418834503564035840L);
    }

    @Test
    void shouldDrawTheKnownNumbersBelowABound() {
        // given
        StepRandom random = new StepRandom(SEED);

        // then
        assertThat(LongStream.generate(() -> random.nextInt(10)).limit(12))
                .containsExactly(3L, 3L, 8L, 4L, 2L, 8L, 2L, 5L, 5L, 8L, 2L, 7L);
    }

    @Seeded(1_000)
    void shouldStayBelowTheBound(long seed) {
        // given
        int bound = 1 + (new Random(seed).nextInt(Integer.MAX_VALUE) >>> seed % 31);
        StepRandom random = new StepRandom(ByteBuffer.allocate(32).putLong(seed).array());

        // then
        for (int i = 0; i < 20; i++) {
            assertThat(random.nextInt(bound)).isBetween(0, bound - 1);
        }
    }

    @Test
    void shouldNotDrawBelowNothing() {
        assertThatThrownBy(() -> new StepRandom(SEED).nextInt(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("but it is 0");
    }
}
