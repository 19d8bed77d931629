package dev.rota.stream.adopted;

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

    private final Map<Integer, String> failures = new HashMap<>();

    private final Backlog backlog = new Backlog(
            "shards.log",
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

                @Override
                public Map<Integer, String> failures() {
                    return failures;
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
        backlog.look(1, 1);

        assertThat(taken(INPUT, 0, 10)).isZero();
        assertThat(backlog.holds(INPUT)).isTrue();
        assertThat(backlog.holds(OTHER)).isFalse();
    }

    @Test
    void shouldFillTheLogUpToItsLeastLimit() {
        behind(0, Backlog.LAG_MIN - 5);
        behind(1, 0);
        backlog.look(1, 1);

        assertThat(taken(INPUT, 0, 10)).isEqualTo(5);
        assertThat(taken(OTHER, 1, 10)).isEqualTo(10);
        assertThat(backlog.holds(INPUT)).isTrue();
        assertThat(backlog.holds(OTHER)).isFalse();

        // Without a new answer there is no more room, but the next look lets it be tried.
        backlog.look(1, 1);
        assertThat(backlog.holds(INPUT)).isFalse();
        assertThat(taken(INPUT, 0, 10)).isZero();

        behind(0, Backlog.LAG_MIN - 3);
        backlog.look(1, 1);
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
        backlog.look(1, 1);
        return taken(INPUT, 0, 20_000);
    }

    @Test
    void shouldHoldAFullUnitUntilHalfIsLeft() {
        behind(0, 0);
        backlog.look(1, 1);

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
    void shouldNoteEachUnitThatHoldsATopicBack() {
        levels.put("pool", Backlog.LEVEL_MAX);
        levels.put("pond", 123_456L);
        behind(0, 0);
        behind(1, 0);
        backlog.look(2, 2);
        backlog.takes(INPUT, 0, "pool");
        backlog.takes(OTHER, 1, "pond");
        seconds(1);
        backlog.look(2, 2);
        assertThat(backlog.notes())
                .containsExactly(
                        "adopted records of orders wait for pond, in which 123456 wait already, until 50000 are left",
                        "adopted records of orders wait for pool, in which 100000 wait already, until 50000 are left");

        levels.put("pond", 50_000L);
        backlog.takes(INPUT, 0, "pool");
        backlog.takes(OTHER, 1, "pond");
        seconds(1);
        backlog.look(2, 2);
        assertThat(backlog.notes()).hasSize(1);
    }

    @Test
    void shouldNotAskMoreOftenThanTenTimesASecond() {
        for (int i = 0; i < 1_000; i++) {
            backlog.look(1, 1);
            nanos += 1_000_000;
        }

        assertThat(looks).isEqualTo(10);
    }

    @Test
    void shouldAskNothingWithoutAdoptedTopics() {
        backlog.look(0, 0);

        assertThat(looks).isZero();
    }

    /** Each instance fills the room that it sees; together they must not make a heartbeat wait for all of them. */
    @Test
    void shouldFillAPartOfTheRoomIfOthersFillItToo() {
        behind(0, 0);
        backlog.look(4, 4 * Backlog.FILLING_MAX);
        assertThat(taken(INPUT, 0, 1_000)).isEqualTo(500);

        behind(0, 0);
        backlog.look(2, 4 * Backlog.FILLING_MAX);
        assertThat(taken(INPUT, 0, 1_000)).isEqualTo(250);

        // An instance with a single one of very many partitions is not starved.
        behind(0, 499);
        backlog.look(1, 10_000);
        assertThat(taken(INPUT, 0, 1_000)).isEqualTo(1);
    }

    private void seconds(int seconds) {
        nanos += seconds * 1_000_000_000L;
    }

    /** A partition that is halted is behind, and stays so. */
    @Test
    void shouldNoteAPartitionInWhichNothingIsDecided() {
        behind(0, 1_000);
        behind(1, 0);
        backlog.look(1, 1);
        taken(INPUT, 0, 1);
        taken(OTHER, 1, 1_000);
        seconds(20);
        behind(0, 1_000);
        backlog.look(1, 1);
        assertThat(backlog.notes()).isEmpty();

        taken(INPUT, 0, 1);
        seconds(11);
        backlog.look(1, 1);
        assertThat(backlog.notes())
                .containsExactly("adopted records wait for shards.log/0: nothing of it was decided for 31 s");

        lag.put(0, new Backlog.Place(1, 1_000));
        taken(INPUT, 0, 1);
        seconds(1);
        backlog.look(1, 1);
        assertThat(backlog.notes()).isEmpty();
    }

    /** Nothing was decided for an hour, since there was nothing to decide. */
    @Test
    void shouldNotNoteAPartitionThatHasBeenIdle() {
        behind(0, 0);
        backlog.look(1, 1);
        seconds(3_600);
        behind(0, 0);
        backlog.look(1, 1);
        taken(INPUT, 0, 1_000);
        seconds(1);
        behind(0, 500);
        backlog.look(1, 1);

        assertThat(backlog.notes()).isEmpty();
    }

    @Test
    void shouldNoteAPartitionWhoseEndIsUnknown() {
        failures.put(0, "no broker answered in time");
        failures.put(7, "nothing waits for this one");
        behind(1, 0);
        backlog.look(1, 1);
        taken(INPUT, 0, 1);
        assertThat(taken(OTHER, 1, 1)).isEqualTo(1);
        seconds(1);
        backlog.look(1, 1);
        assertThat(backlog.notes())
                .containsExactly("adopted records wait until it is known how far shards.log/0 is decided: no broker"
                        + " answered in time");

        failures.clear();
        seconds(1);
        backlog.look(1, 1);
        assertThat(backlog.notes()).isEmpty();
    }
}
