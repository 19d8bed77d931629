package dev.rota.jobs;

import java.util.List;

/** The one thing that must be in the text of a reason: who an eviction made room for. */
final class PreemptorNamed {

    private PreemptorNamed() {}

    /** Whether each eviction found has a reason with the preemptor's id in it, as the wanted ones have nothing else. */
    static boolean in(List<Told> wanted, List<Told> found) {
        List<String> preemptors = reasons(wanted);
        List<String> reasons = reasons(found);
        for (int i = 0; i < preemptors.size(); i++) {
            if (!reasons.get(i).contains(preemptors.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static List<String> reasons(List<Told> decided) {
        return decided.stream()
                .filter(told -> told.value() instanceof JobStateEvent event && event.getKind() == JobStateKind.EVICTED)
                .map(told -> ((JobStateEvent) told.value()).getReason())
                .toList();
    }
}
