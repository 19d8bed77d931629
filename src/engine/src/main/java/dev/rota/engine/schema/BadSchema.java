package dev.rota.engine.schema;

import dev.rota.engine.Limits;

/**
 * Thrown for a text that is not an Avro schema. It is an expected outcome: it carries a sentence and no stack trace.
 */
public final class BadSchema extends Exception {

    private static final long serialVersionUID = 1L;

    BadSchema(String sentence) {
        super(Limits.message(sentence), null, false, false);
    }

    /** Returns the defect of the text as a clause that follows "but" in a message. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
