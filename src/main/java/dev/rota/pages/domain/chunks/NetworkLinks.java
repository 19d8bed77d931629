package dev.rota.pages.domain.chunks;

import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.view.Link;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/** Links to what a network has, and how its numbers look. */
final class NetworkLinks {
    static final String DOMAIN = "chunks";
    static final Link NONE = new Link("", "");
    private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB", "EB");
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    private NetworkLinks() {}

    static Link worker(String network, String worker) {
        return new Link(Show.text(worker), Url.subject(DOMAIN, network, "worker", worker));
    }

    static Link dataset(String network, String dataset) {
        return new Link(Show.text(dataset), Url.subject(DOMAIN, network, "dataset", dataset));
    }

    /** A chunk under a text that is shorter than its address. */
    static Link chunk(String network, String chunk, String text) {
        return new Link(Show.text(text), Url.subject(DOMAIN, network, "chunk", chunk));
    }

    static Link epoch(String network, long epoch) {
        return new Link(String.valueOf(epoch), Url.subject(DOMAIN, network, "epoch", String.valueOf(epoch)));
    }

    /** A number of bytes, to three digits. */
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
