package dev.rota.pages.whatif;

/** Thrown for a form that asks nothing that can be answered. The message is shown at the form. */
public final class BadQuestion extends Exception {

    private static final long serialVersionUID = 1L;

    BadQuestion(String sentence) {
        super(sentence, null, false, false);
    }
}
