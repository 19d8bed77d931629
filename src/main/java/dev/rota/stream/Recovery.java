package dev.rota.stream;

/**
 * What an operator asks of one start after a loss.
 *
 * @param acceptGap whether intake may resume where an input has lost records that were never read
 * @param rebuild whether the rows are deleted and rebuilt from the log
 */
public record Recovery(boolean acceptGap, boolean rebuild) {

    /** Nothing is lost. */
    public static final Recovery NONE = new Recovery(false, false);
}
