package dev.rota.local;

/** Thrown if a local server cannot start. The message is one sentence for the user. */
public final class NotStarted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotStarted(String sentence) {
        super(sentence);
    }

    public NotStarted(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
