package dev.rota.engine;

/** A text that is no Avro schema. An outcome, not a failure: it carries a sentence and no stack. */
public final class BadSchema extends Exception {

    private static final long serialVersionUID = 1L;

    BadSchema(String sentence) {
        super(Limits.message(sentence), null, false, false);
    }

    /** What is wrong with the text, to be continued from "but". */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
