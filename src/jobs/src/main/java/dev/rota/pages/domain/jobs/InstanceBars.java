package dev.rota.pages.domain.jobs;

import dev.rota.jobs.view.CohortState;
import dev.rota.jobs.view.CohortState.InstanceLine;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
import java.util.List;

/** Draws instances as bars of their quotas. */
final class InstanceBars {

    private final List<InstanceLine> instances;
    private final Links links;
    private final long now;
    private final long longestQueue;

    InstanceBars(CohortState state, Links links, long now) {
        this.instances = state.instances();
        this.links = links;
        this.now = now;
        this.longestQueue =
                instances.stream().mapToLong(InstanceLine::queued).max().orElse(0);
    }

    static boolean isAtMax(InstanceLine instance) {
        return instance.max() != null && instance.assigned() >= instance.max();
    }

    /** Returns whether an instance has waiting jobs and fewer assigned jobs than its guaranteed minimum. */
    static boolean isBelowMin(InstanceLine instance) {
        return instance.queued() > 0 && instance.assigned() < instance.min();
    }

    /** Returns up to {@code most} instances, the ones with the most jobs, by name. */
    List<InstanceBar> all(int most) {
        List<InstanceLine> shown = instances;
        if (instances.size() > most) {
            List<InstanceLine> largest = instances.stream()
                    .sorted((a, b) -> Long.compare(jobs(b), jobs(a)))
                    .limit(most)
                    .toList();
            shown = instances.stream().filter(largest::contains).toList();
        }
        return shown.stream().map(this::bar).toList();
    }

    /** Returns the bar of one instance, or an empty list if the state does not list it. */
    List<InstanceBar> of(String name) {
        return instances.stream()
                .filter(instance -> instance.instance().equals(name))
                .map(this::bar)
                .toList();
    }

    private static long jobs(InstanceLine instance) {
        return (long) instance.assigned() + instance.queued();
    }

    private InstanceBar bar(InstanceLine instance) {
        String name = instance.instance();
        boolean hasQuota = instance.max() != null;
        long assigned = instance.assigned();
        long min = instance.min();
        long max = instance.max() == null ? 0 : instance.max();
        long queued = instance.queued();
        long whole = Math.max(1, Math.max(assigned, max));
        return new InstanceBar(
                links.to("instance", name),
                state(instance),
                hasQuota ? Show.number(min) : "",
                Show.number(assigned),
                hasQuota ? Show.number(max) : "none",
                Show.number(queued),
                instance.oldest().isEmpty()
                        ? ""
                        : Show.lasting(instance.oldest().get(0).queuedAt(), now),
                Show.percent(assigned, whole),
                Show.percent(min, whole),
                Show.percent(queued, Math.max(1, longestQueue)),
                hasQuota,
                Show.number(assigned) + " assigned"
                        + (hasQuota ? ", at least " + Show.number(min) + ", at most " + Show.number(max) : ", no quota")
                        + "; " + Show.number(queued) + " queued");
    }

    private static String state(InstanceLine instance) {
        String used = instance.usedMs() == null
                ? ""
                : "weight " + Show.number(instance.weight()) + ", used " + Show.lasting(0, instance.usedMs());
        String quota = quotaState(instance);
        return used.isEmpty() || quota.isEmpty() ? quota + used : quota + ", " + used;
    }

    private static String quotaState(InstanceLine instance) {
        if (instance.held()) {
            return "held";
        } else if (isAtMax(instance)) {
            return "at its maximum";
        } else if (isBelowMin(instance)) {
            return "below its minimum";
        }
        return instance.served() ? "" : "not served";
    }
}
