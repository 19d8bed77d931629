package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.log.AttendedTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Silence counts in attended time only. */
class SilenceTest {

    private static final long DAY_MS = 24L * 3600 * 1000;

    private static ChunksLog network(boolean cold) {
        ChunksLog unit = ChunksLog.of(cold);
        unit.policy(policy -> policy.setInactiveAfterMs(600_000L));
        unit.at(2_000).ping("w1", "1.0.0", 1L);
        unit.at(2_000).ping("w2", "1.0.0", 1L);
        unit.at(2_000).flag("w2", true);
        return unit;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepWorkersThatCouldNotBeHeard(boolean cold) {
        // given
        ChunksLog unit = network(cold);

        // when two days pass, of which 599 s were attended
        unit.log().attended(AttendedTime.NONE.with(0, 601_000));
        assertThat(unit.tick(2 * DAY_MS)).isEmpty();

        // then no worker leaves, and flags stay
        assertThat(unit.at(2 * DAY_MS).ping("w1", "1.0.0", 1L)).isEmpty();
        assertThat(unit.at(2 * DAY_MS).ping("w2", "1.0.0", 1L)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindWorkersThatAreSilent(boolean cold) {
        // given
        ChunksLog unit = network(cold);
        AttendedTime dayLess = AttendedTime.NONE.with(0, 302_000).with(10 * DAY_MS, 10 * DAY_MS + 300_000);

        // then
        unit.log().attended(dayLess);
        assertThat(unit.tick(20 * DAY_MS)).containsExactly("w1 OFFLINE 1.0.0", "w2 OFFLINE 1.0.0");
        unit.log().attended(dayLess.with(10 * DAY_MS + 300_000, 11 * DAY_MS - 300_001));
        assertThat(unit.tick(20 * DAY_MS + 1)).isEmpty();
        assertThat(unit.at(20 * DAY_MS + 2).ping("w1", "1.0.0", 1L)).containsExactly("w1 ONLINE 1.0.0");
        unit.log().attended(dayLess.with(10 * DAY_MS + 300_000, 11 * DAY_MS - 300_000));
        assertThat(unit.tick(20 * DAY_MS + 3)).isEmpty();
        assertThat(unit.at(20 * DAY_MS + 4).ping("w1", "1.0.0", 1L)).containsExactly("w2 GONE 1.0.0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldJudgeByANewPolicyAtTheNextAttendedTick(boolean cold) {
        // given silence of 300 s, 100 s of which were attended
        ChunksLog unit = network(cold);
        unit.log().attended(AttendedTime.NONE.with(0, 102_000));

        // when
        assertThat(unit.at(302_000).policy(policy -> policy.setInactiveAfterMs(200_000L)))
                .isEmpty();

        // then
        assertThat(unit.tick(302_001)).isEmpty();
        unit.log().attended(AttendedTime.NONE.with(0, 102_000).with(302_000, 402_000));
        assertThat(unit.tick(402_001)).containsExactly("w1 OFFLINE 1.0.0", "w2 OFFLINE 1.0.0");

        // when
        assertThat(unit.at(402_002).policy(policy -> policy.setInactiveAfterMs(900_000L)))
                .isEmpty();

        // then
        unit.log().attended(AttendedTime.NONE.with(0, 102_000).with(302_000, 402_002));
        assertThat(unit.tick(402_003)).containsExactly("w1 ONLINE 1.0.0", "w2 FLAGGED 1.0.0");
    }
}
