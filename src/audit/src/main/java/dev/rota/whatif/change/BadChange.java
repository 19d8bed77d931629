package dev.rota.whatif.change;

/** Thrown for a change that cannot be made. The message is for people. */
public final class BadChange extends Exception {

    private static final long serialVersionUID = 1L;

    public BadChange(String sentence) {
        super(sentence, null, false, false);
    }
}
