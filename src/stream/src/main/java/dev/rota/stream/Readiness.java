package dev.rota.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * Judges what the parts of a domain observe. What this process can end is a reason not to be ready; everything else is
 * a note: if brokers or a registry that are away made an instance unready, all instances would be unready at once, and
 * a roll-out would stop that has nothing to do with them. Until a domain has been ready for the first time, nothing has
 * shown that its settings name the right cluster, so everything that it waits for is a reason.
 */
final class Readiness {

    private volatile boolean begun;

    /** Notes a health; from the first one that is ready on, waits for others are notes. */
    void note(Health health) {
        begun |= health.ready();
    }

    /**
     * Returns the health of a domain.
     *
     * @param own why the scheduler cannot decide now
     * @param stalls what has made no progress for long; while the cluster does not answer, that is the cause
     * @param silence that the cluster does not answer; empty if it does
     * @param waits what waits for others
     */
    Health judge(
            boolean live,
            List<String> own,
            List<String> stalls,
            String silence,
            List<String> waits,
            List<String> notes) {
        List<String> reasons = new ArrayList<>(own);
        List<String> outside = new ArrayList<>(waits);
        (silence.isEmpty() ? reasons : outside).addAll(stalls);
        if (!silence.isEmpty()) {
            outside.add(silence);
        }
        List<String> others = new ArrayList<>(notes);
        (begun ? others : reasons).addAll(outside);
        return new Health(live, reasons, others);
    }
}
