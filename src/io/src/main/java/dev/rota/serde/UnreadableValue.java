package dev.rota.serde;

/**
 * Thrown for bytes that are not one of Rota's records. It is an expected outcome: it carries a sentence and no stack
 * trace.
 */
public final class UnreadableValue extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableValue(String sentence) {
        super(sentence, null, false, false);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
