package dev.rota.serde;

/** A text that is not the plain JSON form of its record. An outcome for people: it carries a sentence and no stack. */
public final class NotPlainJson extends Exception {

    private static final long serialVersionUID = 1L;

    NotPlainJson(String sentence) {
        super(sentence, null, false, false);
    }

    /** What was expected where, and what is there. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
