package dev.rota.jobs;

import java.util.List;

/** The only content of a reason's text that is compared: the job that an eviction made room for. */
final class EvictionReasons {

    private EvictionReasons() {}

    /** Whether the reason of each eviction found contains the preemptor's id, which is all of a wanted reason. */
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
