package dev.rota.client.command;

/** Thrown if a command has failed to handle a record. The message states how. */
final class AttemptFailed extends Exception {

    private static final long serialVersionUID = 1L;

    AttemptFailed(String message) {
        super(message, null, false, false);
    }

    /** Returns the message alone, since it is for receipts. */
    @Override
    @SuppressWarnings(
            "OverrideThrowableToString") // a handler's failure is told as its text, the name of its class first
    public String toString() {
        return String.valueOf(getMessage());
    }
}
