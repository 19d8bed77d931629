package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.log.AttendedTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Silence counts in attended time only. */
class SilenceTest {

    private static TestPool pool(boolean cold) {
        TestPool pool = TestPool.of(cold);
        pool.policy(policy -> policy.setWorkerTimeoutMs(30_000).setBatchTimeoutMs(60_000));
        pool.at(2_000).ready("w", 1);
        assertThat(pool.at(2_000).send("s", "t")).contains("s to w 1/1: [t]");
        return pool;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAcceptALateReportThatCouldNotBeHeard(boolean cold) {
        // given
        TestPool pool = pool(cold);

        // when a day passes, of which 29 s were attended
        pool.log().attended(AttendedTime.NONE.with(0, 31_000));
        assertThat(pool.tick(86_400_000)).isEmpty();

        // then
        assertThat(pool.at(86_400_001).execute("s")).doesNotContain("STALE_TOKEN", "WORKER_UNKNOWN");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindAWorkerThatIsSilent(boolean cold) {
        // given
        TestPool pool = pool(cold);
        AttendedTime tooShort = AttendedTime.NONE.with(0, 12_000).with(80_000_000, 80_019_999);

        // when
        pool.log().attended(tooShort);
        assertThat(pool.tick(86_400_000)).isEmpty();
        pool.log().attended(tooShort.with(80_019_999, 80_020_000));

        // then
        assertThat(TestPool.said(pool.tick(86_400_001))).contains("s PENDING WORKER_LOST");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGoOnDispatchingMeanwhile(boolean cold) {
        // given a worker whose deadline has passed by the clock
        TestPool pool = pool(cold);
        pool.log().attended(AttendedTime.NONE);
        pool.tick(86_400_000);

        // when
        pool.at(86_400_001).ready("other", 1);

        // then
        assertThat(pool.at(86_400_002).send("z", "t2")).contains("z to other 2/1: [t2]");
    }
}
