package dev.rota.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Task;
import dev.rota.chores.TaskKind;
import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.engine.SourceRow;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A step's outputs are bounded: the remaining ones follow in later steps, and none is lost or doubled. */
class StepOutputsTest {

    private static final long LIMIT = 2_000;

    private static TestLog log(String kind) {
        return kind.equals("warm") ? TestLog.warm(new ChoresDomain(), LIMIT) : TestLog.cold(new ChoresDomain(), LIMIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldContinueWhatDoesNotFit(String kind) {
        // given
        TestLog log = log(kind);

        // when
        List<Decision> first = log.feed(Chores.EVENTS, 1_000, Chores.cleaning("home", 100));

        // then the rest is due at once, and the unit's time does not advance
        assertThat(rooms(first)).hasSizeBetween(1, 99);
        assertThat(bytes(first)).isBetween(LIMIT, LIMIT + 200);
        assertThat(log.nextDue()).isEqualTo(Long.MIN_VALUE);
        List<Decision> all = new ArrayList<>(first);
        while (log.nextDue() == Long.MIN_VALUE) {
            List<Decision> slice = log.tick(5_000);
            assertThat(slice).isNotEmpty().allMatch(decision -> decision.time() == 1_000);
            assertThat(bytes(slice)).isLessThan(LIMIT + 200);
            all.addAll(slice);
        }
        assertThat(rooms(all)).isEqualTo(names(100));
        assertThat(all).extracting(Decision::seq).isEqualTo(seqs(all.size()));
        assertThat(log.nextDue()).isEqualTo(Long.MAX_VALUE);
        assertThat(log.tick(6_000)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldContinueBeforeTheNextEventByOneSlice(String kind) {
        // given
        TestLog log = log(kind);
        int said = rooms(log.feed(Chores.EVENTS, 1_000, Chores.cleaning("home", 100)))
                .size();

        // when
        List<Decision> next = log.feed(Chores.EVENTS, 1_500, Chores.added("home", "dishes"));

        // then
        assertThat(rooms(next)).isEqualTo(names(100).subList(said, said + next.size() - 1));
        assertThat(next.get(0).time()).isEqualTo(1_000);
        assertThat(next.get(next.size() - 1)).satisfies(given -> {
            assertThat(((Task) given.value()).getKind()).isEqualTo(TaskKind.GIVEN);
            assertThat(given.time()).isEqualTo(1_500);
        });
        assertThat(log.nextDue()).as("the rest is still due").isEqualTo(Long.MIN_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldContinueBeforeAllTimers(String kind) {
        // given a reminder that is due long before the rest is emitted
        TestLog log = log(kind);
        log.feed(Chores.EVENTS, 1_000, Chores.added("home", "dishes", 1));
        List<Decision> all = new ArrayList<>(log.feed(Chores.EVENTS, 1_000, Chores.cleaning("home", 100)));

        // when
        while (log.nextDue() != Long.MAX_VALUE) {
            all.addAll(log.tick(5_000));
        }

        // then
        assertThat(all).hasSize(101);
        assertThat(((Task) all.get(100).value()).getKind()).isEqualTo(TaskKind.REMINDED);
        assertThat(all.get(100).time()).isEqualTo(1_001);
    }

    @Test
    void shouldLetTimersWaitForTheNextRecordOnceTheyHaveEmittedEnough() {
        // given timers that each fire in a separate step
        TestLog log = TestLog.warm(new AlarmDomain(), LIMIT);
        for (long due = 2_000; due < 2_050; due++) {
            log.feed("alarms.set", 1_000, new SourceRow(due));
        }

        // then
        List<Decision> first = log.tick(9_000);
        assertThat(first).hasSizeBetween(2, 40);
        assertThat(bytes(first)).isBetween(LIMIT, LIMIT + 200);
        List<Decision> second = log.tick(9_000);
        assertThat(second.get(0).time()).isEqualTo(2_000 + first.size());
    }

    /** A continuation has position and time of the step before, but must not repeat its random numbers. */
    @Test
    void shouldDrawOtherRandomNumbersInAContinuation() {
        // given
        List<Long> drawn = new ArrayList<>();
        TestLog log = TestLog.warm(new StepActionDomain(step -> {
            drawn.add(step.random().nextLong());
            step.emit(StepActionDomain.ALARMS_OUT, "", new SourceRow(0L));
            if (drawn.size() < 4) {
                step.continueWith(AlarmDomain.ALARM.key(1L));
                step.continueWith(AlarmDomain.ALARM.key(1L));
            }
        }));

        // when
        log.feed("alarms.set", 1_000, new SourceRow(1L));
        log.tick(1_000);

        // then
        assertThat(drawn).hasSize(4).doesNotHaveDuplicates();
        assertThat(log.nextDue()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldFailAStepThatExceedsTheLimitWithoutAsking() {
        // given
        StepActionDomain domain = new StepActionDomain(step -> {
            for (int i = 0; i < 1_000; i++) {
                step.emit(StepActionDomain.ALARMS_OUT, "", new SourceRow(0L));
            }
        });
        TestLog log = TestLog.warm(domain, new StepLimit(LIMIT, 100_000));

        // then
        assertThatThrownBy(() -> log.feed("alarms.set", new SourceRow(1L)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at most 100000 bytes");
    }

    /** A domain may allow larger steps if it has the outputs in memory anyway, so that they need not wait in rows. */
    @Test
    void shouldAllowAStepWhatItsDomainAllows() {
        // given
        StepActionDomain domain =
                new StepActionDomain(step -> {
                    while (step.hasRoom()) {
                        step.emit(StepActionDomain.ALARMS_OUT, "", new SourceRow(0L));
                    }
                }) {
                    @Override
                    public int stepOutputBytesMax() {
                        return 3 * (int) LIMIT;
                    }
                };

        // then
        assertThat(bytes(TestLog.warm(domain).feed("alarms.set", new SourceRow(1L))))
                .isBetween(3 * LIMIT, 3 * LIMIT + 200);
    }

    @Test
    void shouldRefuseTheTimeOfAContinuationForTimers() {
        TestLog log = TestLog.warm(new AlarmDomain());

        assertThatThrownBy(() -> log.feed("alarms.set", new SourceRow(Long.MIN_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * Several cleanings run at a time among other events and Ticks. Cold and warm logs decide the same, and each room
     * of each cleaning is emitted once.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldContinueColdAsWarm(long seed) {
        // given
        SplittableRandom random = new SplittableRandom(seed);
        TestLog cold = log("cold");
        TestLog warm = log("warm");
        TestLog whole = TestLog.warm(new ChoresDomain());
        List<String> inSlices = new ArrayList<>();
        List<String> atOnce = new ArrayList<>();
        long time = 1_000;

        // when
        for (int i = 0; i < 200 || warm.nextDue() == Long.MIN_VALUE; i++) {
            time += random.nextInt(3);
            List<Decision> decided;
            if (i >= 200 || random.nextInt(3) == 0) {
                decided = warm.tick(time);
                assertThat(cold.tick(time)).extracting(Decision::value).isEqualTo(values(decided));
            } else {
                ChoreEvent event = random.nextInt(4) == 0
                        ? Chores.cleaning("home", random.nextInt(60))
                        : Chores.added("home", "c" + i);
                decided = warm.feed(Chores.EVENTS, time, event);
                assertThat(cold.feed(Chores.EVENTS, time, event))
                        .extracting(Decision::value)
                        .isEqualTo(values(decided));
                atOnce.addAll(chores(whole.feed(Chores.EVENTS, time, event)));
            }
            inSlices.addAll(chores(decided));
            assertThat(bytes(decided)).as("timers, then an event").isLessThan(2 * (LIMIT + 200));
            assertThat(cold.chain("home")).isEqualTo(warm.chain("home"));
            assertThat(cold.nextDue()).isEqualTo(warm.nextDue());
        }

        // then
        assertThat(inSlices).containsExactlyInAnyOrderElementsOf(atOnce);
        assertThat(inSlices).isNotEqualTo(atOnce);
    }

    /** Returns the size of outputs as a step counts it, without checkpoints. */
    private static long bytes(List<Decision> decided) {
        return decided.stream()
                .filter(decision -> decision.seq() > 0)
                .mapToLong(decision -> decision.avro().length + decision.key().length() + Limits.OUTPUT_FRAME_BYTES)
                .sum();
    }

    private static List<SpecificRecord> values(List<Decision> decided) {
        return decided.stream().map(Decision::value).toList();
    }

    private static List<String> chores(List<Decision> decided) {
        return decided.stream()
                .filter(decision -> decision.value() instanceof Task)
                .map(decision -> ((Task) decision.value()).getChore())
                .toList();
    }

    private static List<String> rooms(List<Decision> decided) {
        return chores(decided).stream()
                .filter(chore -> chore.startsWith("room-"))
                .toList();
    }

    private static List<String> names(int rooms) {
        return IntStream.range(0, rooms).mapToObj(room -> "room-" + room).toList();
    }

    private static List<Long> seqs(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> (long) i).toList();
    }
}
