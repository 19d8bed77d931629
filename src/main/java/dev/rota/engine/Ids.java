package dev.rota.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/** What makes an id acceptable, the same everywhere. */
public final class Ids {

    /** The order of ids everywhere: by their UTF-8 bytes. */
    public static final Comparator<String> BY_BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private Ids() {}

    /** Refuses a unit's name that is empty or too long. */
    public static String unit(String field, String unit) throws Refused {
        return check(Refusal.UNIT_INVALID, field, unit, Limits.UNIT_BYTES_MAX);
    }

    /** Refuses any other id that is empty or too long. */
    public static String id(String field, String id) throws Refused {
        return check(Refusal.VALUE_INVALID, field, id, Limits.ID_BYTES_MAX);
    }

    private static String check(Refusal reason, String field, String id, int bytesMax) throws Refused {
        if (id.isEmpty()) {
            throw new Refused(reason, "expected " + field + " to be an id, but it is empty");
        }
        int bytes = id.length() * 3 <= bytesMax ? 0 : id.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > bytesMax) {
            throw new Refused(
                    reason, "expected " + field + " to have at most " + bytesMax + " bytes, but it has " + bytes);
        }
        return id;
    }
}
