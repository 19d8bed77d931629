package dev.rota.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Limits;
import dev.rota.engine.Times;
import dev.rota.trials.Seeded;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AttendedTimeTest {

    @Test
    void shouldCountAttendedTimeOnly() {
        // given
        AttendedTime time = AttendedTime.NONE.with(0, 100).with(400, 500);

        // then
        assertThat(time.over(70, 20)).isEqualTo(90);
        assertThat(time.over(70, 30)).isEqualTo(100);
        assertThat(time.over(70, 60)).isEqualTo(430);
        assertThat(time.over(200, 60)).isEqualTo(460);
        assertThat(time.over(70, 200)).as("70 ms are missing").isEqualTo(570);
        assertThat(time.over(600, 20)).isEqualTo(620);
        assertThat(AttendedTime.NONE.over(600, 20)).isEqualTo(620);
        assertThat(AttendedTime.always(700).over(600, 20)).isEqualTo(620);
        assertThat(time.over(0, Long.MAX_VALUE)).isEqualTo(Times.NEVER);
    }

    /** The model counts millisecond by millisecond. */
    @Seeded(1_000)
    void shouldCountLikeAModel(long seed) {
        // given intervals and gaps in turn
        Random random = new Random(seed);
        List<Integer> steps = random.ints(6, 1, 21).boxed().toList();
        long since = random.nextInt(61);
        long limit = 1L + random.nextInt(60);
        AttendedTime time = AttendedTime.NONE;
        boolean[] counts = new boolean[1_000];
        int at = 0;
        for (int i = 0; i < steps.size(); i += 2) {
            int from = at + steps.get(i);
            at = from + steps.get(i + 1);
            time = time.with(from, at);
            for (int ms = from + 1; ms <= at; ms++) {
                counts[ms] = true;
            }
        }

        // when
        long missing = limit;
        long over = -1;
        for (int ms = (int) since + 1; over < 0 && ms <= at; ms++) {
            missing -= counts[ms] ? 1 : 0;
            over = missing == 0 ? ms : over;
        }

        // then
        assertThat(time.over(since, limit)).isEqualTo(over >= 0 ? over : Math.max(since, at) + missing);
    }

    @Test
    void shouldReadWhatItWrites() {
        // given
        AttendedTime time = AttendedTime.NONE.with(0, 100).with(400, 500);

        // then
        assertThat(time.text()).isEqualTo("0-100,400-500");
        assertThat(AttendedTime.parse(time.text())).isEqualTo(time);
        assertThat(AttendedTime.of(time.numbers())).isEqualTo(time);
        assertThat(AttendedTime.parse(AttendedTime.always(5).text())).isEqualTo(AttendedTime.always(5));
    }

    @Test
    void shouldNotReadInvalidTexts() {
        for (String text : new String[] {"", "1", "1-", "-1", "5-5", "9-5", "1-2,", "1-5,5-6", "7-9,1-2", "a-b"}) {
            assertThatThrownBy(() -> AttendedTime.parse(text))
                    .as(text)
                    .isInstanceOfAny(IllegalArgumentException.class, IndexOutOfBoundsException.class);
        }
    }

    @Test
    void shouldKeepTheLatestIntervals() {
        // when
        AttendedTime time = AttendedTime.NONE;
        for (int i = 0; i < 2 * Limits.ATTENDED_INTERVALS_MAX; i++) {
            time = time.with(10L * i, 10L * i + 5);
        }

        // then
        assertThat(time.intervals()).hasSize(Limits.ATTENDED_INTERVALS_MAX);
        assertThat(time.to()).isEqualTo(20L * Limits.ATTENDED_INTERVALS_MAX - 5);
    }

    @Test
    void shouldJoinIntervalsThatTouch() {
        assertThat(AttendedTime.NONE.with(0, 10).with(10, 20).text()).isEqualTo("0-20");
        assertThat(AttendedTime.NONE.with(0, 10).with(20, 30).with(5, 25).text())
                .isEqualTo("0-30");
        assertThat(AttendedTime.NONE.with(0, 30).with(5, 25).text()).isEqualTo("0-30");
    }

    @Test
    void shouldEndAtATime() {
        // given
        AttendedTime time = AttendedTime.NONE.with(0, 100).with(400, 500);

        // then
        assertThat(LongStream.of(500, 450, 400, 100, 50, 0).mapToObj(time::upTo).map(AttendedTime::text))
                .containsExactly("0-100,400-500", "0-100,400-450", "0-100", "0-100", "0-50", "");
    }
}
