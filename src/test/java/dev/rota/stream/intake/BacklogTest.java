package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BacklogTest {

    private static final TopicPartition INPUT = new TopicPartition("orders", 0);
    private static final TopicPartition OTHER = new TopicPartition("orders", 1);

    private final Map<Integer, Backlog.Place> lag = new HashMap<>();
    private final Map<String, Long> levels = new HashMap<>();
    private long nanos;
    private int looks;

    private final Backlog backlog = new Backlog(
            new Backlog.Lag() {
                @Override
                public void look() {
                    looks++;
                }

                @Override
                public Map<Integer, Backlog.Place> answer() {
                    Map<Integer, Backlog.Place> answer = Map.copyOf(lag);
                    lag.clear();
                    return answer;
                }
            },
            unit -> levels.getOrDefault(unit, 0L),
            new Ticker() {
                @Override
                public long nanoTime() {
                    return nanos;
                }

                @Override
                public void sleep(Duration time) {
                    nanos += time.toNanos();
                }
            });

    private void behind(int partition, long records) {
        lag.put(partition, new Backlog.Place(0, records));
    }

    private int taken(TopicPartition input, int logPartition, int many) {
        int taken = 0;
        while (taken < many && backlog.takes(input, logPartition, "pool")) {
            taken++;
        }
        return taken;
    }

    @Test
    void shouldAppendNothingBeforeItKnowsTheLag() {
        backlog.look(true);

        assertThat(taken(INPUT, 0, 10)).isZero();
        assertThat(backlog.holds(INPUT)).isTrue();
        assertThat(backlog.holds(OTHER)).isFalse();
    }

    @Test
    void shouldFillTheLogUpToItsLeastLimit() {
        behind(0, Backlog.LAG_MIN - 5);
        behind(1, 0);
        backlog.look(true);

        assertThat(taken(INPUT, 0, 10)).isEqualTo(5);
        assertThat(taken(OTHER, 1, 10)).isEqualTo(10);
        assertThat(backlog.holds(INPUT)).isTrue();
        assertThat(backlog.holds(OTHER)).isFalse();

        // Without a new answer there is no more room, but the next look lets it be tried.
        backlog.look(true);
        assertThat(backlog.holds(INPUT)).isFalse();
        assertThat(taken(INPUT, 0, 10)).isZero();

        behind(0, Backlog.LAG_MIN - 3);
        backlog.look(true);
        assertThat(taken(INPUT, 0, 10)).isEqualTo(3);
    }

    /** A heartbeat waits for the records before it, however fast they are decided. */
    @Test
    void shouldAppendWhatIsDecidedInHalfASecond() {
        assertThat(roomAfter(0)).isEqualTo(500);
        assertThat(roomAfter(1_500)).isEqualTo(1_500);
        assertThat(roomAfter(1_500 + 50_000)).isEqualTo(10_000);
        assertThat(roomAfter(1_500 + 50_000)).isEqualTo(500);
    }

    /** Returns the room after half a second in which the scheduler has come so far. */
    private int roomAfter(long decided) {
        nanos += 500_000_000;
        lag.put(0, new Backlog.Place(decided, 0));
        backlog.look(true);
        return taken(INPUT, 0, 20_000);
    }

    @Test
    void shouldHoldAFullUnitUntilHalfIsLeft() {
        behind(0, 0);
        backlog.look(true);

        levels.put("pool", Backlog.LEVEL_MAX);
        assertThat(taken(INPUT, 0, 1)).isZero();
        levels.put("pool", Backlog.LEVEL_MAX / 2 + 1);
        assertThat(taken(INPUT, 0, 1)).isZero();
        levels.put("pool", Backlog.LEVEL_MAX / 2);
        assertThat(taken(INPUT, 0, 1)).isEqualTo(1);
        levels.put("pool", Backlog.LEVEL_MAX - 1);
        assertThat(taken(INPUT, 0, 1)).isEqualTo(1);
    }

    @Test
    void shouldNotAskMoreOftenThanTenTimesASecond() {
        for (int i = 0; i < 1_000; i++) {
            backlog.look(true);
            nanos += 1_000_000;
        }

        assertThat(looks).isEqualTo(10);
    }

    @Test
    void shouldAskNothingWithoutAdoptedTopics() {
        backlog.look(false);

        assertThat(looks).isZero();
    }
}
