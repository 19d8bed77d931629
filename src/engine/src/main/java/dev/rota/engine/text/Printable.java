package dev.rota.engine.text;

import java.util.HexFormat;

/**
 * Escapes text that is not safe to print. Control characters, C1 included, can control a terminal; line and paragraph
 * separators break lines; bidirectional controls reorder the displayed text, so that two ids look alike. U+200E, U+200F
 * and U+061C are among them: they are invisible and move adjacent text.
 */
public final class Printable {

    private static final HexFormat HEX = HexFormat.of();

    private Printable() {}

    /** Returns the text with every unsafe character written as an escape, an ESC as {@code \}{@code u001b}. */
    public static String of(String text) {
        if (firstUnsafe(text) < 0) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isUnsafe(text, i)) {
                escaped.append("\\u").append(HEX.toHexDigits(c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** Returns the index of the first unsafe character, or -1 if there is none. */
    public static int firstUnsafe(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' || c > '~') && isUnsafe(text, i)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether a character is unsafe in any position. */
    public static boolean isUnsafe(int c) {
        return c < ' '
                || (c >= 0x7F && c <= 0x9F)
                || c == 0x061C
                || c == 0x200E
                || c == 0x200F
                || (c >= 0x2028 && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }

    /** Returns whether a char is unsafe. So is a lone surrogate, which cannot be encoded in UTF-8. */
    private static boolean isUnsafe(String text, int i) {
        char c = text.charAt(i);
        if (!Character.isSurrogate(c)) {
            return isUnsafe(c);
        }
        return Character.isHighSurrogate(c)
                ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
                : i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
    }
}
