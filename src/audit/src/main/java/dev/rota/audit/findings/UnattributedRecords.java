package dev.rota.audit.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects records of outputs and inputs that belong to no log partition: without a cause in the log, or unreadable.
 */
public final class UnattributedRecords {

    /** The number of records that are kept; further ones are only counted. */
    static final int KEPT_MAX = 1_000;

    private final List<Divergence> kept = new ArrayList<>();
    private long more;

    public synchronized void add(Divergence record) {
        if (kept.size() < KEPT_MAX) {
            kept.add(record);
        } else {
            more++;
        }
    }

    /** Returns the kept records, in the order of their coordinates. */
    public synchronized List<Divergence> kept() {
        return kept.stream().sorted(Comparator.comparing(Divergence::at)).toList();
    }

    public synchronized long more() {
        return more;
    }
}
