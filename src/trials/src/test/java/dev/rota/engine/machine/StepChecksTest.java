package dev.rota.engine.machine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.EngineReason;
import dev.rota.engine.Key;
import dev.rota.engine.SourceRow;
import dev.rota.engine.Step;
import dev.rota.engine.TimerType;
import dev.rota.testing.TestLog;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests mistakes of a scheduler that fail its step. */
class StepChecksTest {

    private static final Key UNHANDLED = TimerType.ofUnit('x').key();

    @Test
    void shouldRefuseATimerWithoutAHandlerWhenItIsSet() {
        refused("a timer of a kind that has a handler", step -> step.timers().set(5_000, UNHANDLED));
        refused("a timer of a kind that has a handler", step -> step.timers().setPeriodic(5_000, UNHANDLED, 1_000));
        refused("a timer of a kind that has a handler", step -> step.attended().set(5_000, UNHANDLED));
        refused("a timer of a kind that has a handler", step -> step.continueWith(UNHANDLED));
    }

    @Test
    void shouldRefuseAReasonThatTheDomainDoesNotDeclare() {
        refused("a reason that alarms declares", step -> step.reject(EngineReason.VOIDED, "expected more"));
    }

    private static void refused(String words, Consumer<Step> act) {
        TestLog log = TestLog.warm(new StepActionDomain(act));
        assertThatThrownBy(() -> log.feed("alarms.set", 1_000, new SourceRow(1L)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(words);
    }
}
