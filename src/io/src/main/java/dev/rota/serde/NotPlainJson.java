package dev.rota.serde;

/**
 * Thrown for a text that is not the plain JSON form of its record. It is an expected outcome: it carries a sentence and
 * no stack trace.
 */
public final class NotPlainJson extends Exception {

    private static final long serialVersionUID = 1L;

    NotPlainJson(String sentence) {
        super(sentence, null, false, false);
    }

    /** Returns the sentence: what was expected, where, and what was found. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
