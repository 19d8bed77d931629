package dev.rota.stream;

/** Thrown if work cannot continue without an operator's decision. The message is one line that says what to do. */
public final class Stopped extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Stopped(String message) {
        super(message, null, false, false);
    }
}
