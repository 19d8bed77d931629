package dev.rota.serde;

/** Text from records, made safe to print: it can neither move a cursor nor begin a line nor reverse the direction. */
public final class Printable {

    private Printable() {}

    /** The text with control characters, line and paragraph separators, bidi controls and lone surrogates escaped. */
    public static String escape(String text) {
        int first = firstUnsafe(text);
        if (first < 0) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            if (isUnsafe(text, i)) {
                safe.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    safe.append("0123456789ABCDEF".charAt((text.charAt(i) >> shift) & 0xf));
                }
            } else {
                safe.append(text.charAt(i));
            }
        }
        return safe.toString();
    }

    private static int firstUnsafe(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isUnsafe(text, i)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isUnsafe(String text, int at) {
        char c = text.charAt(at);
        if (Character.isSurrogate(c)) {
            boolean paired = Character.isHighSurrogate(c)
                    ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                    : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
            return !paired;
        }
        return Character.isISOControl(c)
                || c == 0x2028
                || c == 0x2029
                || c == 0x200E
                || c == 0x200F
                || c == 0x061C
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }
}
