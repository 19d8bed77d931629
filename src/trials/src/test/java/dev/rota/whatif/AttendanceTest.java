package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.AttendedTime.Interval;
import dev.rota.trials.Full;
import dev.rota.whatif.report.Gap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The gaps of a record are kept, and all other time is attended. */
@Full
class AttendanceTest {

    private final Attendance attendance = new Attendance();

    @Test
    void shouldAttendAllTimeIfNothingIsKnown() {
        assertThat(attendance.upTo(500)).isEqualTo(AttendedTime.always(500));
        assertThat(attendance.listening(7)).isEqualTo(7);
        assertThat(attendance.hearing(7)).isEqualTo(7);
    }

    @Test
    void shouldKeepTheGaps() {
        attendance.take(AttendedTime.NONE);
        attendance.take(AttendedTime.NONE.with(100, 200));
        attendance.take(AttendedTime.NONE.with(100, 300).with(400, 500));
        attendance.take(AttendedTime.NONE.with(400, 600));

        assertThat(attendance.upTo(550).intervals()).isEqualTo(List.of(new Interval(100, 300), new Interval(400, 550)));
        assertThat(attendance.upTo(350).intervals()).isEqualTo(List.of(new Interval(100, 300)));
        assertThat(attendance.upTo(900).intervals()).isEqualTo(List.of(new Interval(100, 300), new Interval(400, 900)));
        assertThat(List.of(50L, 100L, 101L, 300L, 301L, 400L, 401L, 900L).stream()
                        .map(attendance::listening))
                .containsExactly(101L, 101L, 101L, 300L, 401L, 401L, 401L, 900L);
    }

    /** Each Tick carries the latest intervals, also those that were known before. */
    @Test
    void shouldKeepTheGapsThatSeveralTicksCarry() {
        attendance.take(AttendedTime.NONE.with(100, 300));
        attendance.take(AttendedTime.NONE.with(100, 300).with(400, 500));
        attendance.take(AttendedTime.NONE.with(100, 300).with(400, 600));
        attendance.take(AttendedTime.NONE.with(100, 300).with(400, 600).with(700, 800));
        attendance.take(AttendedTime.NONE.with(100, 300).with(400, 600).with(700, 900));

        assertThat(attendance.upTo(950).intervals())
                .isEqualTo(List.of(new Interval(100, 300), new Interval(400, 600), new Interval(700, 950)));
        assertThat(attendance.gaps(0, 950)).containsExactly(new Gap(300, 400), new Gap(600, 700));
    }

    @Test
    void shouldNameTheGapsInATime() {
        attendance.take(AttendedTime.NONE.with(100, 200).with(300, 400));
        attendance.take(AttendedTime.NONE.with(300, 500).with(600, 700));

        assertThat(attendance.gaps(0, 900)).containsExactly(new Gap(200, 300), new Gap(500, 600));
        assertThat(attendance.gaps(250, 550)).containsExactly(new Gap(200, 300), new Gap(500, 600));
        assertThat(attendance.gaps(300, 500)).isEmpty();
        assertThat(new Attendance().gaps(0, 900)).isEmpty();
    }

    /** In a gap somebody is heard when the log was written, and at the end of the gap at the latest. */
    @Test
    void shouldHearInAGapWhenARecordWasWritten() {
        attendance.take(AttendedTime.NONE.with(0, 300).with(400, 500));
        List.of(100L, 250L, 340L, 360L, 420L).forEach(attendance::recorded);

        assertThat(List.of(120L, 300L, 301L, 340L, 341L, 361L, 400L, 401L).stream()
                        .map(attendance::hearing))
                .containsExactly(120L, 300L, 340L, 340L, 360L, 400L, 400L, 401L);
    }
}
