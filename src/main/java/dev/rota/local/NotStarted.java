package dev.rota.local;

/** Why a local server cannot run here: its message is one sentence for whoever started it. */
public final class NotStarted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotStarted(String sentence) {
        super(sentence);
    }

    NotStarted(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
