package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.log.AttendedTime;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Silence is judged only at Ticks, which follow the events of their time. Looks at jobs are taken before those events.
 */
class LateTicksTest {

    private static final int SEEDS = Seeds.of(15);

    /** Seeds in which a bot times out in the millisecond of a look that was caused by an event before the Tick. */
    private static final List<Long> TOGETHER = List.of(218L, 435L);

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideColdAsWarm(Profile profile) {
        List<Long> seeds = new ArrayList<>(TOGETHER);
        for (long seed = 0; seed < SEEDS; seed++) {
            seeds.add(seed);
        }
        for (long seed : seeds) {
            TestLog warm = TestLog.warm(new JobsDomain());
            TestLog cold = TestLog.cold(new JobsDomain());
            long time = 0;
            int at = 0;
            for (Moment moment : RandomHistory.of(seed, profile)) {
                time = Math.max(time, moment.time());
                for (TestLog log : List.of(warm, cold)) {
                    if (moment.event() != null) {
                        log.attended(AttendedTime.NONE);
                        log.take(moment);
                    }
                    if (moment.event() == null || at % 2 == 0) {
                        log.attended(time == 0 ? AttendedTime.NONE : AttendedTime.NONE.with(0, time));
                        log.tick(time);
                    }
                }
                at++;
                assertThat(cold.chain("default"))
                        .as("profile %s, seed %s, moment %s, %s", profile, seed, at, moment)
                        .isEqualTo(warm.chain("default"));
                assertThat(cold.nextDue()).isEqualTo(warm.nextDue());
            }
        }
    }
}
