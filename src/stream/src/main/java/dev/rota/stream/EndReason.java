package dev.rota.stream;

import dev.rota.engine.text.Causes;
import dev.rota.kafka.Denied;
import dev.rota.stream.kstreams.UnusableRows;
import org.apache.kafka.common.errors.FencedInstanceIdException;

/** Describes to operators why a part of a domain has ended. */
final class EndReason {

    private EndReason() {}

    /** Returns one sentence about a failure. */
    static String sentence(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FencedInstanceIdException) {
                return "another process has taken over under the same instance.id; each instance needs its own";
            }
        }
        return Denied.sentence(failure).or(() -> UnusableRows.sentence(failure)).orElseGet(() -> withCause(failure));
    }

    /** Appends the deepest cause: Streams wraps failures in a sentence that does not name it. */
    private static String withCause(Throwable failure) {
        Throwable deepest = Causes.deepest(failure);
        return deepest == failure ? failure.toString() : failure + " " + deepest.getMessage();
    }
}
