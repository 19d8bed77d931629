package dev.rota.stream.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.stream.attendance.AttendedPartitions;
import dev.rota.testing.TestLog;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests the Ticks of a partition that an instance resumes, or that gets no records for a long time. */
class DueTicksTest {

    /** The time of an append, by the broker's clock. */
    private static final long APPENDED = 10_000_000;

    private static final long DUE = APPENDED + 1_800_000;
    private static final long AN_HOUR = 3_600_000;

    private final TestLog log = TestLog.warm(new ChoresDomain());
    private final FakeTicks ticks = new FakeTicks();
    private final DueTicks due = new DueTicks(
            0, log::machine, ticks, new AttendedPartitions("chores.log", 0, () -> Instant.EPOCH).assigned(0));

    DueTicksTest() {
        log.feed(Chores.EVENTS, APPENDED, Chores.added("home", "dishes", DUE - APPENDED));
    }

    @Test
    void shouldSendAtOnceWhatCameDueLongBeforeItWasResumed() {
        due.send(DUE + AN_HOUR);

        assertThat(ticks.asked()).containsExactly("0 home");
    }

    @Test
    void shouldAskForTheTimeWhereItIsResumedByAClockThatIsBehind() {
        // when
        due.send(APPENDED - AN_HOUR);
        assertThat(ticks.asked()).containsExactly("0 home");

        // then the Tick's record shows the broker's time
        due.read(APPENDED + 5, APPENDED + 5 - AN_HOUR);
        ticks.fail(0);
        due.send(DUE - AN_HOUR - 1);
        assertThat(ticks.asked()).hasSize(1);
        due.send(DUE - AN_HOUR);
        assertThat(ticks.asked()).hasSize(2);
    }

    /** No record is appended that would show that the clock was set. */
    @Test
    void shouldNotWaitForAClockThatWasBehindLongAgo() {
        // given that the broker's clock is an hour behind
        due.read(APPENDED, APPENDED + AN_HOUR);
        due.send(APPENDED + AN_HOUR);

        // when no record is appended for two minutes, in which the clock may have been set
        due.send(APPENDED + AN_HOUR + 119_999);
        assertThat(ticks.asked()).isEmpty();
        due.send(APPENDED + AN_HOUR + 120_000);

        // then
        assertThat(ticks.asked()).containsExactly("0 home");
    }

    /** No record is appended that would show that the clock is right again. The timer is due as soon as it is. */
    @Test
    void shouldAskWhetherAClockThatWasSetBackIsRightAgain() {
        // given
        long ours = APPENDED + AN_HOUR;
        due.read(APPENDED - AN_HOUR, ours);

        // when
        due.send(ours);
        due.send(ours + 9_999);
        assertThat(ticks.asked()).containsExactly("0 home");
        due.send(ours + 30_000);
        assertThat(ticks.asked()).containsExactly("0 home", "0 home");

        // then no more once a record shows the broker's time
        due.read(APPENDED + 40_000, ours + 40_000);
        due.send(ours + 70_000);
        assertThat(ticks.asked()).hasSize(2);
    }
}
