package dev.rota.client.bot;

/** Thrown if a bot cannot start or go on. The message is one line that says why. */
public final class BotFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BotFailed(String message) {
        super(message, null, false, false);
    }
}
