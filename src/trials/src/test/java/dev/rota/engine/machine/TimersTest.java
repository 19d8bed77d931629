package dev.rota.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.engine.SourceRow;
import dev.rota.engine.TimerRow;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimersTest {

    private static TestLog log(String kind) {
        return kind.equals("warm") ? TestLog.warm(new AlarmDomain()) : TestLog.cold(new AlarmDomain());
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldFireAtTheirTimeBeforeTheNextRecord(String kind) {
        // given
        TestLog log = log(kind);
        set(log, 1_000, 1_500);
        set(log, 1_010, 1_200);

        // then
        assertThat(rings(set(log, 1_199, 9_000))).isEmpty();
        assertThat(rings(set(log, 1_200, 9_100))).containsExactly(1_200L);
        assertThat(rings(set(log, 8_000, 9_200))).containsExactly(1_500L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldFireOverdueOnesInOrderEachAtItsTime(String kind) {
        // given
        TestLog log = log(kind);
        set(log, 1_000, 1_300);
        set(log, 1_000, 1_100);
        set(log, 1_000, 1_200);

        // then
        assertThat(rings(log.tick(5_000))).containsExactly(1_100L, 1_200L, 1_300L);
        assertThat(rings(log.tick(6_000))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldNotLetTimeRunBackForATimerOfThePast(String kind) {
        // given
        TestLog log = log(kind);
        set(log, 5_000, 4_000);

        // then
        assertThat(rings(log.tick(6_000))).containsExactly(5_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldSkipMissedPeriods(String kind) {
        // given a period that is due at 2,000, 3,000, ...
        TestLog log = log(kind);
        log.feed("alarms.periods", 1_000, new TimerRow(1_000L));

        // then
        assertThat(rings(log.tick(2_000))).containsExactly(2_000L);
        assertThat(rings(log.tick(7_500))).containsExactly(3_000L);
        assertThat(rings(log.tick(7_999))).isEmpty();
        assertThat(rings(log.tick(8_000))).containsExactly(8_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldReturnWhenAPeriodFiresNext(String kind) {
        // given a period that is due at 2,000, 3,000, ...
        TestLog log = log(kind);
        List<Decision> began = log.feed("alarms.periods", 1_000, new TimerRow(1_000L));

        // then
        assertThat(nextPeriods(began)).containsExactly(3_000L);
        assertThat(nextPeriods(log.tick(2_000))).containsExactly(3_000L);
        assertThat(nextPeriods(log.tick(7_500))).containsExactly(8_000L);
        assertThat(log.nextDue()).isEqualTo(8_000L);
        assertThat(nextPeriods(log.tick(9_000))).containsExactly(10_000L);
        assertThat(log.nextDue()).isEqualTo(10_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldLetAPeriodBeCanceledWhenItFires(String kind) {
        // given a period that is due at 2,000, 3,000, ...
        TestLog log = log(kind);
        log.feed("alarms.periods", 1_000, new TimerRow(1_000L));
        set(log, 1_010, 3_000);

        // then
        assertThat(rings(log.tick(2_000))).containsExactly(2_000L);
        assertThat(rings(log.tick(4_700))).containsExactly(3_000L, 3_000L);
        assertThat(log.nextDue()).isEqualTo(Long.MAX_VALUE);
        assertThat(rings(log.tick(90_000))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldBoundTheStepsOfARecord(String kind) {
        // given a timer that always sets itself again
        TestLog log = log(kind);
        set(log, 1_000, -1);

        // then
        assertThat(rings(log.tick(1_001))).hasSize(Limits.TIMER_STEPS_PER_RECORD_MAX);
        assertThat(rings(log.tick(1_002))).hasSize(Limits.TIMER_STEPS_PER_RECORD_MAX);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldNotChainATickThatFindsNothingDue(String kind) {
        // given
        TestLog log = log(kind);
        set(log, 1_000, 2_000);
        String before = log.chain("unit");

        // then
        assertThat(log.tick(1_999)).isEmpty();
        assertThat(log.chain("unit")).isEqualTo(before);
        log.tick(2_000);
        assertThat(log.chain("unit")).isNotEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldLimitHowOftenAPeriodFires(String kind) {
        // given
        TestLog log = log(kind);

        // then
        assertThatThrownBy(() -> log.feed("alarms.periods", 1_000, new TimerRow(Limits.TIMER_PERIOD_MS_MIN - 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least " + Limits.TIMER_PERIOD_MS_MIN);
    }

    private static List<Decision> set(TestLog log, long at, long due) {
        return log.feed("alarms.set", at, new SourceRow(due));
    }

    private static List<Long> nextPeriods(List<Decision> decided) {
        List<Long> nextPeriods = new ArrayList<>();
        for (Decision decision : decided) {
            if (decision.output().equals(AlarmDomain.NEXT_PERIODS)) {
                nextPeriods.add(((TimerRow) decision.value()).getPeriodMs());
            }
        }
        return nextPeriods;
    }

    private static List<Long> rings(List<Decision> decided) {
        List<Long> rings = new ArrayList<>();
        for (Decision decision : decided) {
            if (decision.value() instanceof SourceRow ring) {
                rings.add(ring.getOffset());
            }
        }
        return rings;
    }
}
