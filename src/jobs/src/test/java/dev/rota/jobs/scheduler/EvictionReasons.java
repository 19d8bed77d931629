package dev.rota.jobs.scheduler;

import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import java.util.List;

/** Compares the only part of a reason's text that must be equal: the job that an eviction made room for. */
final class EvictionReasons {

    private EvictionReasons() {}

    /**
     * Returns whether the reason of each found eviction contains the preemptor's id. An expected reason is that id
     * alone.
     */
    static boolean namePreemptors(List<TimedDecision> wanted, List<TimedDecision> found) {
        List<String> preemptors = reasons(wanted);
        List<String> reasons = reasons(found);
        for (int i = 0; i < preemptors.size(); i++) {
            if (!reasons.get(i).contains(preemptors.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static List<String> reasons(List<TimedDecision> decided) {
        return decided.stream()
                .filter(told -> told.value() instanceof JobStateEvent event && event.getKind() == JobStateKind.EVICTED)
                .map(told -> ((JobStateEvent) told.value()).getReason())
                .toList();
    }
}
