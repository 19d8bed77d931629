package dev.rota.engine;

/** Thrown if what was asked for does not exist or is incomplete. The message is one line that says why. */
public final class NotThere extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotThere(String message) {
        super(message, null, false, false);
    }
}
