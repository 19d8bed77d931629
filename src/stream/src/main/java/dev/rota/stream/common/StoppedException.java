package dev.rota.stream.common;

/** Thrown if work cannot continue without an operator's decision. The message is one line that states what to do. */
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoppedException(String message) {
        super(message, null, false, false);
    }
}
