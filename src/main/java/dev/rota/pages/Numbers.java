package dev.rota.pages;

/** Numbers in requests. */
public final class Numbers {

    private static final int DIGITS_MAX = 18;

    private Numbers() {}

    /** The number that a text is, without sign; something else if it is none. */
    public static long of(String text, long otherwise) {
        if (text.isEmpty() || text.length() > DIGITS_MAX || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return otherwise;
        }
        return Long.parseLong(text);
    }
}
