package dev.rota.simulate;

/** Thrown for a line that is not a valid event. The message names the line. */
public final class BadLine extends Exception {

    private static final long serialVersionUID = 1L;

    BadLine(long line, String sentence) {
        super("line " + (line + 1) + ": " + sentence, null, false, false);
    }
}
