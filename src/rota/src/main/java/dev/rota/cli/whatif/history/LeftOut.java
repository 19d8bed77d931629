package dev.rota.cli.whatif.history;

import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts rows that have no work of their own, by the reason. */
final class LeftOut {

    private final SortedMap<String, Long> reasons = new TreeMap<>();

    void add(String reason) {
        reasons.merge(reason, 1L, Long::sum);
    }

    List<String> remarks() {
        return reasons.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "left out: %s: %,d", each.getKey(), each.getValue()))
                .toList();
    }
}
