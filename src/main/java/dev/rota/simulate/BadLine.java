package dev.rota.simulate;

/** A line that is no event. The message names it. */
public final class BadLine extends Exception {

    private static final long serialVersionUID = 1L;

    BadLine(long line, String sentence) {
        super("line " + (line + 1) + ": " + sentence, null, false, false);
    }
}
