package dev.rota.engine;

/**
 * Thrown for an input that cannot be accepted, with the reason. It is an expected outcome: it carries no stack trace.
 */
public final class Refused extends Exception {

    private static final long serialVersionUID = 1L;

    private final Refusal reason;

    public Refused(Refusal reason, String message) {
        super(Limits.message(message), null, false, false);
        this.reason = reason;
    }

    public Refusal reason() {
        return reason;
    }

    /** The sentence; never null here. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
