package dev.rota.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Task;
import dev.rota.engine.SourceRow;
import dev.rota.engine.StepRandom;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepSeedTest {

    /** The numbers were drawn by the program in schemas/README.md. */
    @Test
    void shouldDrawLikeTheProgramOfTheGuide() {
        StepRandom random = new StepSeed("jobs", "linux", 7, 1_700_000_000_000L, 2).random();
        List<Integer> drawn = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            drawn.add(random.nextInt(100));
        }
        assertThat(drawn).containsExactly(34, 66, 49, 89, 43, 61, 31, 7, 83, 6);

        StepRandom words = new StepSeed("jobs", "zürich\0", 1L << 40, -5, 1).random();
        assertThat(Long.toUnsignedString(words.nextLong())).isEqualTo("16817574077568024263");
        assertThat(Long.toUnsignedString(words.nextLong())).isEqualTo("15325573805401289050");
        assertThat(words.nextInt(3 << 29)).isEqualTo(697_218_398);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldDrawTheSameWhereverTheRecordsOfAUnitLie(String kind) {
        List<Task> alone = tasks(kind, 0);

        assertThat(alone).hasSize(50);
        assertThat(alone).extracting(Task::getHelper).contains(0, 1, 2);
        assertThat(tasks(kind, 1)).isEqualTo(alone);
        assertThat(tasks(kind, 3)).isEqualTo(alone);
    }

    /** Returns the tasks of a household, each of whose records comes after a number of another household's. */
    private static List<Task> tasks(String kind, int others) {
        TestLog log = kind.equals("warm") ? TestLog.warm(new ChoresDomain()) : TestLog.cold(new ChoresDomain());
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            for (int other = 0; other < others; other++) {
                log.feed(Chores.EVENTS, 1_000 + i, Chores.added("other", "chore-" + i + "-" + other));
            }
            tasks.addAll(TestLog.of(
                    ChoresDomain.TASKS, log.feed(Chores.EVENTS, 1_000 + i, Chores.added("ours", "chore-" + i))));
        }
        return tasks;
    }

    /** Steps of one record have its number, and may have its time; records of one millisecond have the same time. */
    @Test
    void shouldNotRepeatNumbersInTheStepsOfARecordNorInRecordsOfOneTime() {
        // given a timer that is due at once after each event, until there were 20
        List<Long> drawn = new ArrayList<>();
        TestLog log = TestLog.warm(new StepActionDomain(step -> {
            drawn.add(step.random().nextLong());
            if (drawn.size() < 20) {
                step.continueWith(AlarmDomain.ALARM.key(step.now()));
            }
        }));

        // when
        for (int i = 0; i < 40; i++) {
            log.feed("alarms.set", 1_000, new SourceRow(1L));
        }

        // then
        assertThat(drawn).hasSizeGreaterThan(40);
        assertThat(new HashSet<>(drawn)).hasSameSizeAs(drawn);
    }
}
