package dev.rota.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Records of outputs and inputs that no log partition answers for: without a cause in the log, or unreadable. */
final class Strangers {

    /** Those that are kept; the others are counted. */
    static final int KEPT_MAX = 1_000;

    private final List<Divergence> kept = new ArrayList<>();
    private long more;

    synchronized void add(Divergence stranger) {
        if (kept.size() < KEPT_MAX) {
            kept.add(stranger);
        } else {
            more++;
        }
    }

    /** Those that are kept, in the order of their places. */
    synchronized List<Divergence> kept() {
        return kept.stream().sorted(Comparator.comparing(Divergence::at)).toList();
    }

    synchronized long more() {
        return more;
    }
}
