package dev.rota.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Decision;
import dev.rota.engine.Trial;
import dev.rota.testing.TestLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A trial decides on events as the next records would be decided on, and has no effect. */
class TrialTest {

    private final TestLog log = TestLog.warm(new ChoresDomain());

    @Test
    void shouldDecideOnEventsOneAfterTheOther() {
        // given
        log.feed(Chores.EVENTS, Chores.added("home", "dishes"));
        String head = log.head("home");

        // when
        Trial trial = log.machine()
                .reports()
                .trial("home", List.of(Chores.added("home", "windows"), Chores.done("home", "windows")));

        // then
        assertThat(trial.decisions()).extracting(Decision::seq).containsExactly(2L, 3L);
        assertThat(TestLog.reasons(trial.decisions())).isEmpty();
        assertThat(trial.isChanging()).isTrue();
        assertThat(trial.isDrawn()).as("chores are dealt by lot").isTrue();
        assertThat(log.head("home")).isEqualTo(head);
        assertThat(TestLog.reasons(log.feed(Chores.EVENTS, Chores.done("home", "windows"))))
                .as("it has not been added")
                .hasSize(1);
    }

    @Test
    void shouldTellWhetherTheLastEventChangesAnything() {
        log.feed(Chores.EVENTS, Chores.added("home", "dishes"));

        Trial trial = log.machine()
                .reports()
                .trial("home", List.of(Chores.added("home", "windows"), Chores.done("home", "nothing")));

        assertThat(TestLog.reasons(trial.decisions())).hasSize(1);
        assertThat(trial.isChanging()).isFalse();
    }

    @Test
    void shouldRequireAUnit() {
        assertThatThrownBy(() -> log.machine().reports().trial("home", List.of(Chores.added("home", "dishes"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a unit of the log, but home is not one");
    }
}
