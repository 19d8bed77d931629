package dev.rota.stream;

/**
 * Options of one start after a loss.
 *
 * @param acceptGap whether intake may resume where an input has lost records that were never read
 * @param rebuild whether the rows are deleted and rebuilt from the log
 */
public record Recovery(boolean acceptGap, boolean rebuild) {

    /** A start after which nothing was lost. */
    public static final Recovery NONE = new Recovery(false, false);
}
