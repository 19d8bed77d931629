package dev.rota.engine;

/**
 * Thrown for an input that cannot be accepted, with the reason. It is an expected outcome and carries no stack trace.
 */
public final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final IntakeReason reason;

    public RefusedException(IntakeReason reason, String message) {
        super(Limits.message(message), null, false, false);
        this.reason = reason;
    }

    public IntakeReason reason() {
        return reason;
    }

    /** Returns the message, which is never null here. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
