package dev.rota.engine;

import java.util.Arrays;

/** Operations on byte arrays that the JDK lacks. */
final class Bytes {

    private Bytes() {}

    static boolean startsWith(byte[] bytes, byte[] prefix) {
        return bytes.length >= prefix.length && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** The smallest key greater than all keys with the prefix; null if there is none. */
    static @Nullable byte[] after(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xFF) {
                byte[] after = Arrays.copyOf(prefix, last + 1);
                after[last]++;
                return after;
            }
        }
        return null;
    }
}
