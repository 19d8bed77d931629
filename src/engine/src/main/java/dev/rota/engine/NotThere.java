package dev.rota.engine;

/** Thrown if the requested data does not exist or is incomplete. The message is one line with the reason. */
public final class NotThere extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotThere(String message) {
        super(message, null, false, false);
    }
}
