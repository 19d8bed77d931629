package dev.rota.serde;

/** Bytes of a topic that are no record of ours. An outcome, not a failure: it carries a sentence and no stack. */
public final class Unreadable extends Exception {

    private static final long serialVersionUID = 1L;

    Unreadable(String sentence) {
        super(sentence, null, false, false);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
