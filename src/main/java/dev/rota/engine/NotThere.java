package dev.rota.engine;

/** What was asked for is not there, or not whole. The message is one line that says why. */
public final class NotThere extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotThere(String message) {
        super(message, null, false, false);
    }
}
