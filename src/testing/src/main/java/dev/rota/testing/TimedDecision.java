package dev.rota.testing;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import java.util.List;

/**
 * A decision as a model predicts it: without sequence number and cause, and with only the reason of a rejection.
 *
 * @param time the unit's time when it was taken
 * @param value a record of an output, or the reason of a rejection as text
 */
public record TimedDecision(long time, String topic, String key, Object value) {

    /** Returns the decisions that a model predicts: all except for checkpoints. */
    public static List<TimedDecision> of(List<Decision> decided) {
        return decided.stream()
                .filter(decision -> !(decision.value() instanceof Checkpoint))
                .map(decision -> new TimedDecision(
                        decision.time(),
                        decision.output().topic(),
                        decision.key(),
                        decision.value() instanceof Rejection rejection ? rejection.getReason() : decision.value()))
                .toList();
    }

    @Override
    public String toString() {
        return time + " " + topic + " " + key + " " + value;
    }
}
