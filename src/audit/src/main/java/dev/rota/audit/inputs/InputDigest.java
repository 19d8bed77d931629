package dev.rota.audit.inputs;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The digests of an input that are kept until its log record is read: one of its content, and one of the beginning of
 * its value, which a refused record keeps.
 */
final class InputDigest {

    /** The length of a digest: half of a SHA-256. */
    static final int BYTES = 16;

    private static final ThreadLocal<MessageDigest> SHA = ThreadLocal.withInitial(() -> {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    });

    private InputDigest() {}

    /**
     * Returns both digests of an input, one after the other.
     *
     * @param content what a log record of the input contains of it
     */
    static byte[] of(@Nullable byte[] content, @Nullable byte[] value) {
        byte[] whole = digest(content, Integer.MAX_VALUE);
        byte[] both = Arrays.copyOf(whole, 2 * BYTES);
        byte[] beginning = value == content && (value == null || value.length <= Limits.REFUSED_VALUE_BYTES_MAX)
                ? whole
                : digest(value, Limits.REFUSED_VALUE_BYTES_MAX);
        System.arraycopy(beginning, 0, both, BYTES, BYTES);
        return both;
    }

    /** Returns whether a log record's value is the input's value, or its beginning, which a refused record keeps. */
    static boolean matches(byte[] both, @Nullable byte[] logged, boolean beginning) {
        int from = beginning ? BYTES : 0;
        return Arrays.equals(digest(logged, Integer.MAX_VALUE), 0, BYTES, both, from, from + BYTES);
    }

    private static byte[] digest(@Nullable byte[] value, int max) {
        MessageDigest sha = SHA.get();
        sha.update((byte) (value == null ? 0 : 1));
        if (value != null) {
            sha.update(ByteBuffer.wrap(value, 0, Math.min(value.length, max)));
        }
        return sha.digest();
    }
}
