package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.log.AttendedTime;
import dev.rota.testing.TestLog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Silence counts in attended time only. */
class SilenceTest {

    private static TestFarm farm(boolean cold) {
        TestFarm farm = TestFarm.of(cold ? TestLog.cold(new JobsDomain()) : TestLog.warm(new JobsDomain()));
        farm.policy(policy -> policy.setBotTimeoutMs(600_000).setLeaseAckMs(60_000));
        farm.at(2_000).sync(bot("b"));
        assertThat(farm.at(2_000).submit("j", "a")).contains("j ASSIGNED b");
        return farm;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepABotThatCouldNotBeHeard(boolean cold) {
        // given
        TestFarm farm = farm(cold);

        // when 11 h pass, of which 500 s were attended
        farm.log().attended(AttendedTime.NONE.with(0, 402_000).with(40_000_000, 40_100_000));
        assertThat(farm.pass(40_100_000)).isEmpty();

        // then 100 s are left, whichever events come in between
        farm.at(40_150_000).submit("k", "a");
        farm.log().attended(AttendedTime.NONE.with(0, 402_000).with(40_000_000, 40_199_999));
        assertThat(farm.pass(40_250_000)).isEmpty();
        farm.log().attended(AttendedTime.NONE.with(0, 402_000).with(40_000_000, 40_200_000));
        assertThat(farm.pass(40_250_001)).contains("j RETRIED b");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepALeaseThatCouldNotBeAcknowledged(boolean cold) {
        // given
        TestFarm farm = farm(cold);

        // when a day passes, of which 59 s were attended
        AttendedTime tooShort = AttendedTime.NONE.with(0, 32_000).with(80_000_000, 80_029_000);
        farm.log().attended(tooShort);
        farm.pass(86_400_000);

        // then the lease is not lost
        assertThat(farm.at(86_400_001).sync(bot("b"))).isEmpty();
        assertThat(farm.botOf()).hasSize(1);

        // when it is overdue
        farm.log().attended(tooShort.with(80_029_000, 80_030_000));
        assertThat(farm.pass(86_400_002)).isEmpty();

        // then the next sync that does not report the lease loses it
        assertThat(farm.at(86_400_003).sync(bot("b"))).contains("j RETRIED b");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotJudgeAtEvents(boolean cold) {
        // given a log without Ticks
        TestFarm farm = farm(cold);
        farm.log().attended(AttendedTime.NONE);

        // then
        assertThat(farm.at(999_999_999).sync(bot("c"))).isEmpty();
        assertThat(farm.at(999_999_999).submit("k", "a")).contains("k ASSIGNED c");
        assertThat(farm.at(999_999_999).sync(bot("b"))).isEmpty();
    }
}
