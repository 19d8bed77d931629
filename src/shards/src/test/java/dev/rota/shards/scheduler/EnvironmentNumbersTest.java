package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.shards.BlockEnvironment;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A wrong environment number does not block a pool. */
class EnvironmentNumbersTest {

    private final TestPool pool = TestPool.warm();

    @ParameterizedTest
    @ValueSource(longs = {1_000_008, Long.MAX_VALUE})
    void shouldRefuseANumberThatIsTooFarAhead(long wrong) {
        // given
        pool.say(numbered(7, null));

        // when
        List<Decision> decided = pool.decide(numbered(wrong, null));

        // then
        Rejection rejection = (Rejection) decided.get(0).value();
        assertThat(rejection.getReason()).isEqualTo("ENVIRONMENT_TOO_FAR_AHEAD");
        assertThat(rejection.getMessage())
                .isEqualTo("expected an environment at most 1000000 above 7, but it is " + wrong
                        + "; if the number is right, send it again with force: true");
        assertThat(pool.decide(numbered(8, null))).as("the pool goes on").isEmpty();
        assertThat(batch().getNumber()).isEqualTo(8);
    }

    @Test
    void shouldTakeANumberAsFarAheadAsMayBe() {
        pool.say(numbered(7, null));

        assertThat(pool.decide(numbered(1_000_007, false))).isEmpty();
    }

    @Test
    void shouldTakeAnyNumberByForce() {
        // given
        pool.say(numbered(7, null));

        // when
        List<Decision> decided = pool.decide(numbered(Long.MAX_VALUE, true));

        // then
        assertThat(decided).isEmpty();
        assertThat(batch()).isEqualTo(numbered(Long.MAX_VALUE, null));
        assertThat(pool.decide(numbered(8, true)))
                .as("there is no way back")
                .extracting(one -> ((Rejection) one.value()).getReason())
                .containsExactly("ENVIRONMENT_OLDER");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldTakeAnyNumberFirst(long first) {
        assertThat(pool.decide(numbered(first, null))).isEmpty();
    }

    /** The difference between the lowest number and others overflows a long. */
    @Test
    void shouldNotOverflowComparingNumbers() {
        pool.say(numbered(Long.MIN_VALUE, null));

        assertThat(pool.decide(numbered(Long.MAX_VALUE, null))).hasSize(1);
        assertThat(pool.decide(numbered(Long.MIN_VALUE + 1_000_000, null))).isEmpty();
    }

    /** Returns the environment of a batch that is dispatched now. */
    private BlockEnvironment batch() {
        pool.send("s", "t1");
        pool.ready("w1", 1);
        return Objects.requireNonNull(pool.out("s").getEnvironment());
    }

    private static BlockEnvironment numbered(long number, @Nullable Boolean force) {
        return BlockEnvironment.newBuilder()
                .setPool(TestPool.POOL)
                .setNumber(number)
                .setTimestamp(1L)
                .setSequencer("")
                .setForce(force)
                .build();
    }
}
