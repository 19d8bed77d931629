package dev.rota.engine.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import java.util.Arrays;

/**
 * Parses a {@code rota-cause} header, {@code LOG/PARTITION/OFFSET}, and accepts only the exact form that Rota writes.
 */
public final class CauseHeader {

    private static final int DIGITS_MAX = 18;

    private final byte[] prefix;

    private int partition;
    private long offset;

    public CauseHeader(String log) {
        this.prefix = (log + "/").getBytes(UTF_8);
    }

    /**
     * Parses a header. Returns whether it names a record of this log, which {@link #partition()} and {@link #offset()}
     * then return.
     */
    public boolean read(@Nullable byte[] cause) {
        if (cause == null
                || cause.length <= prefix.length
                || !Arrays.equals(cause, 0, prefix.length, prefix, 0, prefix.length)) {
            return false;
        }
        int slash = prefix.length;
        while (slash < cause.length && cause[slash] != '/') {
            slash++;
        }
        long its = number(cause, prefix.length, slash);
        offset = number(cause, slash + 1, cause.length);
        partition = (int) its;
        return its >= 0 && its <= Integer.MAX_VALUE && offset >= 0;
    }

    public int partition() {
        return partition;
    }

    public long offset() {
        return offset;
    }

    /** Parses digits without sign or leading zero. Returns -1 if they are malformed. */
    private static long number(byte[] text, int from, int to) {
        if (from >= to || to - from > DIGITS_MAX || (text[from] == '0' && to - from > 1)) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
