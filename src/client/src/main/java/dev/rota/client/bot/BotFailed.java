package dev.rota.client.bot;

import dev.rota.client.process.CommandsFailed;

/** Thrown if a bot cannot start or continue. The message is one line that states why. */
public final class BotFailed extends CommandsFailed {

    private static final long serialVersionUID = 1L;

    public BotFailed(String message) {
        super(message);
    }
}
