package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import java.util.Arrays;

/** Reads a {@code rota-cause}: {@code LOG/PARTITION/OFFSET}, in the one way in which Rota writes it. */
final class CauseHeader {

    private static final int DIGITS_MAX = 18;

    private final byte[] prefix;

    private int partition;
    private long offset;

    CauseHeader(String log) {
        this.prefix = (log + "/").getBytes(UTF_8);
    }

    /** Whether it is one of this log; then {@link #partition()} and {@link #offset()} are its own. */
    boolean read(@Nullable byte[] cause) {
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

    int partition() {
        return partition;
    }

    long offset() {
        return offset;
    }

    /** Digits without sign and without leading zero, as a number; -1 where they are not. */
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
