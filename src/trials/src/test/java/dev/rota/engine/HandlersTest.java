package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreAdded;
import dev.rota.chores.ChoreDone;
import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandlersTest {

    private static final TimerType<String> BOT = TimerType.ofId('B');
    private static final TimerType<Void> LOOK = TimerType.ofUnit('L');
    private static final TimerType<String> SESSION = TimerType.ofId('S');

    /** A step that throws from every method. */
    private static final Step STEP = (Step)
            Proxy.newProxyInstance(Step.class.getClassLoader(), new Class<?>[] {Step.class}, (step, method, args) -> {
                throw new IllegalStateException("unexpected: " + method);
            });

    private final List<String> calls = new ArrayList<>();

    @Test
    void shouldGiveAnEventToTheHandlerOfItsKind() {
        Handlers handlers = Handlers.of()
                .on(
                        ChoreEvent.class,
                        ChoreAdded.class,
                        (step, event, added) -> calls.add(event.getHousehold() + " adds " + added.getChore()))
                .on(
                        ChoreEvent.class,
                        ChoreDone.class,
                        (step, event, done) -> calls.add(event.getHousehold() + " did " + done.getChore()))
                .before(step -> calls.add("before"))
                .after(step -> calls.add("after"));

        handlers.event(STEP, Chores.added("home", "dishes"));
        handlers.event(STEP, Chores.done("home", "dishes"));

        assertThat(calls).containsExactly("before", "home adds dishes", "after", "before", "home did dishes", "after");
    }

    @Test
    void shouldRefuseAnEventWithoutAHandler() {
        Handlers handlers = Handlers.of().on(ChoreEvent.class, ChoreDone.class, (step, event, done) -> {});

        assertThatThrownBy(() -> handlers.event(STEP, Chores.added("home", "dishes")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("dev.rota.chores.ChoreEvent");
        assertThat(handlers.missing(ChoreEvent.class, ChoreEvent.getClassSchema()))
                .contains(ChoreAdded.class.getName())
                .doesNotContain(ChoreDone.class.getName());
    }

    @Test
    void shouldMissNothingIfTheWholeRecordHasAHandler() {
        Handlers handlers = Handlers.of().on(ChoreEvent.class, (step, event) -> {});

        assertThat(handlers.missing(ChoreEvent.class, ChoreEvent.getClassSchema()))
                .isEmpty();
        assertThat(handlers.missing(SourceRow.class, SourceRow.getClassSchema()))
                .containsExactly("SourceRow");
    }

    @Test
    void shouldFireTimersInTheOrderOfTheirKeys() {
        Handlers handlers = Handlers.of()
                .timer(LOOK, step -> calls.add("look"))
                .timer(BOT, (step, bot) -> calls.add("bot " + bot))
                .before(step -> calls.add("before"))
                .after(step -> calls.add("after"));

        handlers.timers(STEP, List.of(BOT.key("a"), BOT.key("b"), LOOK.key()));

        assertThat(calls).containsExactly("before", "bot a", "bot b", "look", "after");
    }

    @Test
    void shouldGiveTimersThatAreHandledTogetherInOneCall() {
        Handlers handlers = Handlers.of()
                .timers(
                        (step, due) -> calls.add(due.of(BOT) + " " + due.of(SESSION) + " " + due.has(LOOK)),
                        BOT,
                        SESSION)
                .timer(LOOK, step -> calls.add("look"));

        handlers.timers(STEP, List.of(BOT.key("a"), BOT.key("b"), LOOK.key(), SESSION.key("c")));

        assertThat(calls).containsExactly("[a, b] [c] false", "look");
    }

    @Test
    void shouldRefuseATimerWithoutAHandler() {
        Handlers handlers = Handlers.of().timer(LOOK, step -> {});

        assertThatThrownBy(() -> handlers.timers(STEP, List.of(BOT.key("a"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(BOT.key("a").toString());
        assertThatThrownBy(() -> handlers.timers(STEP, List.of(Key.EMPTY))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseATimerThatIsNotOfTheUnitWhereOneIsExpected() {
        assertThatThrownBy(BOT::key).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Handlers.of().timer(LOOK, (step, none) -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseTwoHandlersOfOneKind() {
        assertThatThrownBy(() -> Handlers.of()
                        .on(ChoreEvent.class, (step, event) -> {})
                        .on(ChoreEvent.class, ChoreDone.class, (step, event, done) -> {}))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Handlers.of().timer(LOOK, step -> {}).timer(TimerType.ofId('L'), (step, id) -> {}))
                .isInstanceOf(IllegalStateException.class);
    }
}
