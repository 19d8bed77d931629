package dev.rota.whatif.report;

import dev.rota.workload.whatif.PartyModel.WaitUnit;
import java.util.Locale;

/** Formats waits for people. */
public final class Quantity {

    private static final double SECOND_MS = 1_000;
    private static final double MINUTE_MS = 60_000;
    private static final double HOUR_MS = 3_600_000;

    private Quantity() {}

    /** Formats a wait: {@code 12 ms}, {@code 1.2 s}, {@code 3.4 min}, {@code 5.6 h}, {@code 7 blocks}. */
    public static String of(double wait, WaitUnit unit) {
        if (unit == WaitUnit.BLOCKS) {
            if (wait == 1) {
                return "1 block";
            }
            return wait == Math.rint(wait)
                    ? String.format(Locale.ROOT, "%,d blocks", Math.round(wait))
                    : String.format(Locale.ROOT, "%,.1f blocks", wait);
        }
        if (wait < SECOND_MS) {
            return String.format(Locale.ROOT, wait == Math.rint(wait) ? "%.0f ms" : "%.1f ms", wait);
        } else if (wait < MINUTE_MS) {
            return String.format(Locale.ROOT, "%.1f s", wait / SECOND_MS);
        }
        return wait < HOUR_MS
                ? String.format(Locale.ROOT, "%.1f min", wait / MINUTE_MS)
                : String.format(Locale.ROOT, "%,.1f h", wait / HOUR_MS);
    }

    static String of(Summary.Amount number, WaitUnit unit) {
        return (number.atLeast() ? "at least " : "") + of(number.value(), unit);
    }
}
