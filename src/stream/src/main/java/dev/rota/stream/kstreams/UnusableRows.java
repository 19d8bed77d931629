package dev.rota.stream.kstreams;

import dev.rota.engine.text.Causes;
import java.util.Optional;
import org.apache.kafka.streams.errors.ProcessorStateException;

/** Describes why rows cannot be read or written: a fault of this machine's disk, not of the cluster. */
public final class UnusableRows {

    private UnusableRows() {}

    /** Returns a sentence about a failure that the store of rows caused; empty if it did not cause it. */
    public static Optional<String> sentence(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProcessorStateException) {
                Throwable deepest = Causes.deepest(cause);
                String what = String.valueOf(cause.getMessage()).replaceAll("[: ]+$", "");
                String why =
                        deepest.getMessage() == null || deepest.getMessage().isBlank()
                                ? deepest.getClass().getSimpleName()
                                : deepest.getMessage();
                return Optional.of("the rows on disk cannot be used: " + what
                        + (deepest == cause ? "" : ": " + why)
                        + "; look at the disk of streams.state.dir, then start again");
            }
        }
        return Optional.empty();
    }
}
