package dev.rota.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreDone;
import dev.rota.chores.ChoreEvent;
import dev.rota.chores.ChoreRow;
import dev.rota.chores.Task;
import dev.rota.chores.TaskKind;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.Key;
import dev.rota.engine.Output;
import dev.rota.engine.Parallel;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Subject;
import dev.rota.engine.TimerType;
import dev.rota.engine.plugin.InvalidDomain;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.Simulation;
import java.util.List;
import office.DesksDomain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes of an author, and the messages about them. */
class TestLogTest {

    private static final ChoreEvent EVENT = new ChoreEvent("house", new ChoreDone("dishes"));

    private static final String LINE =
            "{\"topic\": \"desks.requests\", \"time\": 1, \"value\": {\"household\": \"house\","
                    + " \"event\": {\"ChoreDone\": {\"chore\": \"dishes\"}}}}";

    private final TestLog log = TestLog.warm(new DesksDomain());

    /** A domain whose scheduler does this at each event. */
    private static DesksDomain doing(Scheduler scheduler) {
        return new DesksDomain() {
            @Override
            public Scheduler scheduler(int rules) {
                return scheduler;
            }
        };
    }

    @Test
    void shouldNameTheInputsIfATopicIsNone() {
        assertThatThrownBy(() -> log.feed("desks.other", 1, EVENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected an input of desks ([desks.requests]), but it is desks.other");
    }

    @Test
    void shouldNameTheTypeOfARecordThatIsNotTheTopics() {
        ChoreDone other = new ChoreDone("dishes");

        assertThatThrownBy(() -> log.feed("desks.requests", 1, other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a dev.rota.chores.ChoreEvent for desks.requests, but it is dev.rota");
        assertThatThrownBy(() -> log.take(new Moment(1, other)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected one input of desks for dev.rota.chores.ChoreDone, but there are 0");
    }

    @Test
    void shouldAskForTheTopicIfInputsShareAType() {
        TestLog two = TestLog.warm(new DesksDomain() {
            @Override
            public List<Input<?>> inputs() {
                return List.of(REQUESTS, new Input<>("desks.more", ChoreEvent.class, ChoreEvent::getHousehold));
            }
        });

        assertThatThrownBy(() -> two.take(new Moment(1, EVENT))).hasMessageEndingWith("there are 2: name the topic");
        assertThat(two.take(new Moment(1, "desks.more", EVENT))).isEmpty();
    }

    @Test
    void shouldNotWaitForAUnitThatIsUnknown() {
        assertThatThrownBy(() -> log.snapshot("nowhere")).hasMessageContaining("but it is nowhere");
        assertThatThrownBy(() -> log.ask("nowhere", new Subject("desk", "1")))
                .hasMessageContaining("but it is nowhere");
    }

    @Test
    void shouldRestartBufferedLogsOnly() {
        assertThatThrownBy(log::restart).hasMessageContaining("expected a buffered log");
        assertThatThrownBy(() -> TestLog.cold(new DesksDomain()).flush())
                .hasMessageContaining("expected a buffered log");
    }

    @Test
    void shouldRefuseAnOutputThatIsNotDeclared() {
        Output<ChoreRow> hidden = Output.of("desks.hidden", ChoreRow.class);
        TestLog hiding = TestLog.warm(doing(
                () -> Handlers.of().on(ChoreEvent.class, (step, event) -> step.emit(hidden, "", new ChoreRow()))));

        assertThatThrownBy(() -> hiding.take(new Moment(1, EVENT)))
                .hasStackTraceContaining("expected an output that desks declares")
                .hasStackTraceContaining("but it is desks.hidden");
    }

    @Test
    void shouldNameTheTableOfARowThatIsMissing() {
        TestLog expecting = TestLog.warm(doing(() -> Handlers.of()
                .on(
                        ChoreEvent.class,
                        (step, event) -> step.table(DesksDomain.DESKS).expect(Key.of("a")))));

        assertThatThrownBy(() -> expecting.take(new Moment(1, EVENT)))
                .hasStackTraceContaining("expected a row of desks at ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"throws", "", "null"})
    @SuppressWarnings("NullAway") // an author's admission may return anything
    void shouldRefuseAnInputWhoseAdmissionFails(String unit) {
        TestLog failing = TestLog.warm(new DesksDomain() {
            @Override
            public List<Input<?>> inputs() {
                return List.of(new Input<>("desks.requests", ChoreEvent.class, event -> {
                    if (unit.equals("throws")) {
                        throw new IllegalStateException("no such office");
                    }
                    return unit.equals("null") ? null : unit;
                }));
            }
        });

        assertThat(TestLog.reasons(failing.take(new Moment(1, EVENT))))
                .containsExactly(unit.equals("throws") ? "VALUE_INVALID" : "UNIT_INVALID");
    }

    @Test
    void shouldCheckWhatIsCheckedAtStart() {
        assertThatCode(() -> StartChecks.pass(new DesksDomain())).doesNotThrowAnyException();
        assertThatThrownBy(() -> StartChecks.pass(doing(Handlers::of)))
                .isInstanceOf(InvalidDomain.class)
                .hasMessageContaining("a handler for all that desks.requests carries");
    }

    @Test
    void shouldNameTheLineAtWhichASimulatedSchedulerThrows() {
        Simulation simulation = simulation(doing(() -> Handlers.of().on(ChoreEvent.class, (step, event) -> {
            throw new IllegalStateException("boom");
        })));

        assertThatThrownBy(() -> simulation.line(LINE))
                .isInstanceOf(BadLine.class)
                .hasMessageContaining("line 1: expected the scheduler to decide, but it threw")
                .hasMessageContaining("boom");
    }

    @Test
    void shouldEndASimulationWhoseTimersNeverEnd() throws Exception {
        TimerType<Void> again = TimerType.ofUnit(1);
        Simulation simulation = simulation(doing(() -> Handlers.of()
                .on(ChoreEvent.class, (step, event) -> step.timers().set(step.now() + 1, again.key()))
                .timer(again, step -> step.timers().set(step.now(), again.key()))));
        simulation.line(LINE);

        assertThatThrownBy(() -> simulation.until(2)).hasMessageContaining("those of [house] set themselves again");
    }

    @Test
    void shouldShowTheSeedAndTheHistoryIfTheModelThrows() {
        ShortestDifference<TimedDecision> difference = new ShortestDifference<>(
                new DesksDomain(),
                () -> moment -> {
                    throw new IllegalStateException("half a model");
                },
                () -> Decider.scheduler(TestLog.warm(new DesksDomain()), TimedDecision::of));

        assertThatThrownBy(() -> difference.check(1, seed -> List.of(new Moment(7, EVENT))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("with seed 0")
                .hasMessageContaining("\"time\": 7")
                .hasMessageContaining("expected: java.lang.IllegalStateException: half a model");
        assertThatThrownBy(() -> difference.check(3, seed -> List.of())).hasMessageContaining("3 seeds gave none");
    }

    private static Simulation simulation(DesksDomain domain) {
        return new Simulation(domain, Parallel.SEQUENTIAL, (decision, chain) -> {});
    }

    @Test
    void shouldReadDecisionsAsRecords() {
        Task task = Task.newBuilder()
                .setHousehold("house")
                .setChore("dishes")
                .setKind(TaskKind.GIVEN)
                .setHelper(1)
                .setAt(1)
                .build();
        TestLog emitting = TestLog.warm(doing(() ->
                Handlers.of().on(ChoreEvent.class, (step, event) -> step.emit(DesksDomain.EVENTS, "k", task))));

        assertThat(TestLog.of(DesksDomain.EVENTS, emitting.take(new Moment(1, EVENT))))
                .containsExactly(task);
    }
}
