package dev.rota.engine;

import dev.rota.engine.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/** Validates ids, by the same rules in every domain. */
public final class Ids {

    /** Orders ids by their UTF-8 bytes, as all schedulers do. */
    public static final Comparator<String> BY_BYTES = Ids::compare;

    private Ids() {}

    /**
     * Compares by UTF-8 bytes without encoding. That order is the order of code points; the order of chars differs from
     * it only between surrogates and chars above them.
     */
    private static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean supplementary = Character.isSurrogate(x);
                return supplementary == Character.isSurrogate(y) ? x - y : supplementary ? 1 : -1;
            }
        }
        return a.length() - b.length();
    }

    /** Refuses a unit's name that is empty, too long, or not {@linkplain Printable safe to print}. */
    public static String unit(String field, String unit) throws RefusedException {
        return check(IntakeReason.UNIT_INVALID, field, unit, Limits.UNIT_BYTES_MAX);
    }

    /** Refuses any other id that is empty, too long, or not {@linkplain Printable safe to print}. */
    public static String id(String field, String id) throws RefusedException {
        return check(IntakeReason.VALUE_INVALID, field, id, Limits.ID_BYTES_MAX);
    }

    /** Refuses text that is not safe to print. For ids that may be empty or whose form is checked elsewhere. */
    public static String text(String field, String text) throws RefusedException {
        int at = Printable.firstUnsafe(text);
        if (at >= 0) {
            throw new RefusedException(
                    IntakeReason.VALUE_INVALID,
                    "expected " + field
                            + " without control characters, line separators and bidirectional controls, but it is '"
                            + Printable.of(text) + "'");
        }
        return text;
    }

    private static String check(IntakeReason reason, String field, String id, int bytesMax) throws RefusedException {
        if (id.isEmpty()) {
            throw new RefusedException(reason, "expected " + field + " to be an id, but it is empty");
        }
        int bytes = id.length() * 3 <= bytesMax ? 0 : id.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > bytesMax) {
            throw new RefusedException(
                    reason, "expected " + field + " to have at most " + bytesMax + " bytes, but it has " + bytes);
        }
        return text(field, id);
    }
}
