package dev.rota.client.process;

/** Thrown if a bot or worker cannot start or end commands. The message is one line that states why. */
public class CommandsFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CommandsFailed(String message) {
        super(message, null, false, false);
    }
}
