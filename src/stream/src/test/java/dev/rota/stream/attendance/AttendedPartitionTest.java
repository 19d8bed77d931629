package dev.rota.stream.attendance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.log.AttendedTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests one check per second. Log time is the local time plus {@link #LOG_BEGINS}. */
class AttendedPartitionTest {

    private static final long GRACE_MS = 35_000;
    private static final long LOG_BEGINS = 1_700_000_000_000L;

    private final AttendedPartition partition = new AttendedPartition(TimeUnit.MILLISECONDS.toNanos(GRACE_MS));
    private long now = 5_000;

    /** How far the broker's clock was set ahead, in ms. */
    private long ahead;

    /** Checks each second for some time, while records are appended. */
    private void look(int seconds) {
        for (int i = 0; i < seconds; i++) {
            partition.appended(LOG_BEGINS + ahead + now);
            long to = partition.appended();
            partition.looked(to, nanos(now), nanos(now + 100));
            now += 1_000;
        }
    }

    private static long nanos(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (AttendedTime.Interval interval : partition.attended().intervals()) {
            text.append(text.isEmpty() ? "" : ",")
                    .append(interval.from() - LOG_BEGINS)
                    .append('-')
                    .append(interval.to() - LOG_BEGINS);
        }
        return text.toString();
    }

    @Test
    void shouldBeginAfterTheGracePeriod() {
        // when checks succeed from 5 s to 40 s, at which the grace period is over
        look(36);
        assertThat(text()).isEmpty();

        // then
        look(3);
        assertThat(text()).isEqualTo("41000-43000");
    }

    @Test
    void shouldBeginAnewAfterAFailedLook() {
        // given
        look(40);
        assertThat(text()).isEqualTo("41000-44000");

        // when
        partition.failed("a broker is away");
        now += 120_000;
        look(36);

        // then
        assertThat(text()).isEqualTo("41000-44000");
        look(3);
        assertThat(text()).isEqualTo("41000-44000,201000-203000");
    }

    @Test
    void shouldEndWhereTheProcessWasFrozen() {
        // given
        look(40);

        // when
        now += 60_000;
        look(39);

        // then
        assertThat(text()).isEqualTo("41000-44000,141000-143000");
    }

    @Test
    void shouldNotCountAClockThatIsSet() {
        // given
        look(40);

        // when
        ahead = 3_600_000;
        look(40);

        // then
        assertThat(text()).isEqualTo("41000-44000,3682000-3684000");
    }

    /** Reports seem to have arrived before, since the time of a log never goes back. */
    @Test
    void shouldNotCountWhileAClockIsSetBack() {
        // given
        look(40);

        // when
        ahead = -3_600_000;
        look(20);
        assertThat(partition.attended().intervals()).hasSize(1);
        ahead = 0;
        look(40);

        // then
        assertThat(text()).isEqualTo("41000-44000,101000-104000");
    }

    @Test
    void shouldNotBeginWithARecordFromBefore() {
        // given an outage with no record appended
        look(40);
        partition.failed("a broker is away");
        now += 120_000;
        for (int i = 0; i < 60; i++) {
            partition.looked(partition.appended(), nanos(now), nanos(now + 100));
            now += 1_000;
        }

        // then it asks for a record
        assertThat(text()).isEqualTo("41000-44000");
        assertThat(partition.needsRecord(LOG_BEGINS)).isTrue();

        // when
        look(2);

        // then
        assertThat(text()).isEqualTo("41000-44000,225000-226000");
        assertThat(partition.needsRecord(LOG_BEGINS)).isFalse();
    }

    @Test
    void shouldNeedARecordForATimerThatIsDue() {
        // given
        look(40);
        partition.nextDue(LOG_BEGINS + 50_000);

        // then
        assertThat(partition.needsRecord(LOG_BEGINS + 49_999)).isFalse();
        assertThat(partition.needsRecord(LOG_BEGINS + 50_000)).isTrue();

        // when
        partition.appended(LOG_BEGINS + 50_001);
        assertThat(partition.needsRecord(LOG_BEGINS + 50_002)).isFalse();
    }

    /** Without it, in a partition without other records, silent parties would never be found after an outage. */
    @Test
    void shouldNeedARecordAfterTheOneThatAnIntervalBeginsWith() {
        // given a timer that was due before the interval
        partition.nextDue(LOG_BEGINS + 30_000);
        look(37);

        // then
        assertThat(text()).isEmpty();
        assertThat(partition.needsRecord(LOG_BEGINS + 42_000)).isTrue();

        // when
        partition.appended(LOG_BEGINS + 42_000);
        assertThat(partition.needsRecord(LOG_BEGINS + 42_001)).isFalse();
        look(1);

        // then
        assertThat(text()).isEqualTo("41000-42000");
    }

    @Test
    void shouldContinueFromWhatAnEarlierOwnerSaid() {
        // given
        partition.applied(AttendedTime.NONE.with(LOG_BEGINS + 1_000, LOG_BEGINS + 3_000));

        // when
        look(38);

        // then
        assertThat(text()).isEqualTo("1000-3000,41000-42000");
    }

    @Test
    void shouldSayWhySilenceDoesNotCount() {
        // given
        partition.nextDue(1);
        look(38);
        assertThat(partition.why()).isNull();

        // when
        partition.failed("a broker is away");

        // then
        assertThat(partition.why()).isEqualTo("a broker is away");
        partition.nextDue(Long.MAX_VALUE);
        assertThat(partition.why()).as("nobody's silence is measured").isNull();
    }
}
