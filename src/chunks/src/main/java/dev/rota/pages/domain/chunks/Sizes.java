package dev.rota.pages.domain.chunks;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/** Formats numbers of bytes. */
final class Sizes {
    private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB", "EB");
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    private Sizes() {}

    /** Returns a number of bytes with three significant digits. */
    static String bytes(long number) {
        return bytes(BigInteger.valueOf(number));
    }

    static String bytes(BigInteger number) {
        BigDecimal size = new BigDecimal(number);
        int unit = 0;
        while (size.abs().compareTo(THOUSAND) >= 0 && unit < UNITS.size() - 1) {
            size = size.divide(THOUSAND);
            unit++;
        }
        int digits = unit == 0 ? 0 : Math.max(0, 3 - (size.precision() - size.scale()));
        return size.setScale(digits, RoundingMode.HALF_UP).toPlainString() + " " + UNITS.get(unit);
    }
}
