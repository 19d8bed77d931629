package dev.rota.sim;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing plan smaller: fewer faults, then fewer acts, then fewer intakes and partitions. */
public final class Shrink {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Shrink() {}

    /** Returns the smallest plan found that still fails. */
    static Plan of(Plan failing) {
        Plan smallest = failing;
        Plan before;
        do {
            before = smallest;
            Plan now = smallest;
            List<Fault> faults = fewer(now.faults(), some -> fails(now.with(now.acts(), some)));
            List<Plan.Act> acts = fewer(now.acts(), some -> fails(now.with(some, faults)));
            smallest = sizes(now.with(acts, faults));
        } while (!smallest.equals(before));
        return smallest;
    }

    private static Plan sizes(Plan plan) {
        Plan smallest = plan;
        for (Plan smaller : List.of(
                plan.sized(plan.intakes() - 1, plan.schedulers(), plan.inputPartitions(), plan.logPartitions()),
                plan.sized(plan.intakes(), plan.schedulers() - 1, plan.inputPartitions(), plan.logPartitions()),
                plan.sized(plan.intakes(), plan.schedulers(), plan.inputPartitions() - 1, plan.logPartitions()),
                plan.sized(plan.intakes(), plan.schedulers(), plan.inputPartitions(), plan.logPartitions() - 1))) {
            boolean possible = smaller.intakes() > 0
                    && smaller.schedulers() >= Math.min(1, plan.schedulers())
                    && smaller.inputPartitions() > 0
                    && smaller.logPartitions() > 0;
            if (possible && fails(smaller)) {
                smallest = smaller;
            }
        }
        return smallest;
    }

    /** Removes elements while the plan still fails: first halves, then smaller parts, then one by one. */
    private static <T> List<T> fewer(List<T> all, Predicate<List<T>> fails) {
        List<T> left = all;
        for (int part = Math.max(1, all.size() / 2); part > 0; part /= 2) {
            for (int from = 0; from < left.size(); ) {
                List<T> without = new ArrayList<>(left.subList(0, from));
                without.addAll(left.subList(Math.min(from + part, left.size()), left.size()));
                if (fails.test(without)) {
                    left = without;
                } else {
                    from += part;
                }
            }
        }
        return left;
    }

    private static boolean fails(Plan plan) {
        return !SimRun.of(plan).isRight();
    }

    static String json(Plan plan) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(plan);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static Plan plan(String json) {
        try {
            return JSON.readValue(json, Plan.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * Returns the shrunk plan of the first seed that fails, as JSON, or an empty text if none does.
     *
     * @param whole whether schedulers run, too
     */
    public static String first(boolean whole, long from, int most) {
        for (int i = 0; i < most; i++) {
            Plan plan = whole ? Plan.whole(from + i) : Plan.of(from + i);
            if (fails(plan)) {
                return json(of(plan));
            }
        }
        return "";
    }

    /** Returns the plan, or the first plan {@link Plan#nearby} that fails, as JSON. Empty if none does. */
    public static String nearby(String json) {
        return plan(json)
                .nearby()
                .filter(Shrink::fails)
                .findFirst()
                .map(Shrink::json)
                .orElse("");
    }
}
