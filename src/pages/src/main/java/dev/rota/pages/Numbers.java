package dev.rota.pages;

/** Parses numbers in requests. */
public final class Numbers {

    private static final int DIGITS_MAX = 18;

    private Numbers() {}

    /** Returns the unsigned number in a text, or {@code otherwise} if the text is not one. */
    public static long of(String text, long otherwise) {
        if (text.isEmpty() || text.length() > DIGITS_MAX || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return otherwise;
        }
        return Long.parseLong(text);
    }
}
