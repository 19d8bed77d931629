package dev.rota.stream.store;

import java.util.Optional;
import org.apache.kafka.streams.errors.ProcessorStateException;

/** Says why rows cannot be read or written, which is no matter of the cluster. */
public final class UnusableRows {

    private UnusableRows() {}

    /** The sentence about a failure that the store of rows is behind; empty if it is not. */
    public static Optional<String> sentence(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProcessorStateException) {
                return Optional.of("the rows on disk cannot be used: " + cause.getMessage() + because(cause)
                        + "; look at the disk of streams.state.dir, then start again");
            }
        }
        return Optional.empty();
    }

    private static String because(Throwable failure) {
        Throwable first = failure;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return first == failure ? "" : ": " + first.getMessage();
    }
}
