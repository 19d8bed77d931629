package dev.rota.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.engine.Rejection;
import dev.rota.testing.TestLog;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A unit exists once it has rows, and is forgotten except for its head when it has no rows left. */
class UnitLifecycleTest {

    private final TestLog log = TestLog.warm(new ChoresDomain());

    @Test
    void shouldGiveRejectionsOfAnUnknownUnitToTheNamelessOne() {
        // when
        List<Decision> first = log.feed(Chores.EVENTS, Chores.done("nowhere", "dishes"));
        List<Decision> second = log.feed(Chores.EVENTS, Chores.done("elsewhere", "dishes"));

        // then
        assertThat(first).singleElement().satisfies(rejection -> {
            assertThat(rejection.unit()).isEmpty();
            assertThat(rejection.seq()).isEqualTo(1);
            assertThat(((Rejection) rejection.value()).getUnit()).isEqualTo("nowhere");
        });
        assertThat(second).singleElement().extracting(Decision::seq).isEqualTo(2L);
        assertThat(log.knows("nowhere")).isFalse();
        assertThat(log.livingUnits()).isZero();
    }

    @Test
    void shouldNotLetRejectedEventsFillAPartition() {
        for (int i = 0; i < 1_000; i++) {
            log.feed(Chores.EVENTS, Chores.done("household-" + i, "dishes"));
        }

        assertThat(log.livingUnits()).isZero();
        assertThat(log.feed(Chores.EVENTS, Chores.added("home", "dishes"))).hasSize(1);
        assertThat(log.livingUnits()).isEqualTo(1);
    }

    @Test
    void shouldRejectInItsOwnChainOnceItExists() {
        // given
        log.feed(Chores.EVENTS, Chores.added("home", "dishes"));

        // when
        List<Decision> rejected = log.feed(Chores.EVENTS, Chores.done("home", "windows"));

        // then
        assertThat(rejected).singleElement().satisfies(rejection -> {
            assertThat(rejection.unit()).isEqualTo("home");
            assertThat(rejection.seq()).isEqualTo(2);
        });
    }

    @Test
    void shouldForgetAUnitWithoutRowsButContinueItsSequenceAndChain() {
        // given
        log.feed(Chores.EVENTS, Chores.added("home", "dishes"));
        log.feed(Chores.EVENTS, Chores.done("home", "dishes"));
        assertThat(log.livingUnits()).isZero();
        String head = log.chain("home");

        // when
        List<Decision> rejected = log.feed(Chores.EVENTS, Chores.done("home", "dishes"));
        List<Decision> again = log.feed(Chores.EVENTS, Chores.added("home", "laundry"));

        // then its published sequence and chain continue
        assertThat(rejected).singleElement().satisfies(rejection -> {
            assertThat(rejection.unit()).isEqualTo("home");
            assertThat(rejection.seq()).isEqualTo(3);
        });
        assertThat(again).singleElement().extracting(Decision::seq).isEqualTo(4L);
        assertThat(log.chain("home")).isNotEqualTo(head);
        assertThat(log.livingUnits()).isEqualTo(1);
    }

    @Test
    void shouldNotLetTimeRunBackBetweenARejectionAndTheFirstRow() {
        // given
        log.feed(Chores.EVENTS, 5_000, Chores.done("home", "dishes"));

        // when the log's clock runs back
        List<Decision> first = log.feed(Chores.EVENTS, 4_000, Chores.added("home", "dishes"));

        // then
        assertThat(first).singleElement().extracting(Decision::time).isEqualTo(5_000L);
    }

    /** Each unit has its own clock, also before its first row. */
    @Test
    void shouldNotGiveTheTimeOfARejectionToAnotherUnit() {
        log.feed(Chores.EVENTS, 1_050, Chores.done("elsewhere", "dishes"));

        List<Decision> born = log.feed(Chores.EVENTS, 1_000, Chores.added("home", "dishes"));

        assertThat(born).singleElement().extracting(Decision::time).isEqualTo(1_000L);
    }

    @Test
    void shouldKeepTheTimesOfTheLatestUnbornUnits() {
        TestLog cold = TestLog.cold(new ChoresDomain());
        for (int i = 0; i <= Limits.UNBORN_UNITS_MAX; i++) {
            cold.feed(Chores.EVENTS, 1_050, Chores.done("household-" + i, "dishes"));
        }

        List<Decision> first = cold.feed(Chores.EVENTS, 1_000, Chores.added("household-0", "dishes"));
        List<Decision> second = cold.feed(Chores.EVENTS, 1_000, Chores.added("household-1", "dishes"));

        assertThat(first).singleElement().extracting(Decision::time).isEqualTo(1_000L);
        assertThat(second).singleElement().extracting(Decision::time).isEqualTo(1_050L);
    }

    @Test
    void shouldNotForgetAUnitThatHasATimer() {
        log.feed(Chores.EVENTS, Chores.rotation("home", 1_000));

        assertThat(log.livingUnits()).isEqualTo(1);
        assertThat(log.nextDue()).isLessThan(Long.MAX_VALUE);
    }

    /** Units are created, forgotten and created again, with all memory lost after each record. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldBeCreatedAndForgottenColdAsWarm(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TestLog cold = TestLog.cold(new ChoresDomain());
        for (long i = 1; i <= 400; i++) {
            String household = "h" + random.nextInt(4);
            String chore = "c" + random.nextInt(3);
            ChoreEvent event = random.nextBoolean()
                    ? Chores.added(household, chore, random.nextInt(3) * 10L)
                    : Chores.done(household, chore);
            assertThat(values(cold.feed(Chores.EVENTS, i * 5, event)))
                    .isEqualTo(values(log.feed(Chores.EVENTS, i * 5, event)));
            assertThat(cold.livingUnits()).isEqualTo(log.livingUnits());
            assertThat(cold.nextDue()).isEqualTo(log.nextDue());
            assertThat(cold.knows(household)).isEqualTo(log.knows(household));
            assertThat(cold.chain(household)).isEqualTo(log.chain(household));
        }
    }

    private static List<Object> values(List<Decision> decisions) {
        return decisions.stream().<Object>map(Decision::value).toList();
    }
}
