package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.Step;
import dev.rota.engine.Times;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.KindDemand;
import dev.rota.jobs.Property;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Instance;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.JobsTables;
import dev.rota.jobs.farm.KindQueue;
import dev.rota.jobs.farm.Platform;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Emits the demand for slots, for autoscalers, whenever it has changed. It is looked at when something has happened, but
 * not sooner than {@code demandEveryMs} after the last time, so a cohort in which nothing happens has no timer.
 */
final class Demand {

    private static final Comparator<KindDemand> BY_NAME = Comparator.comparing(KindDemand::getInstance, Ids.BY_BYTES)
            .thenComparing(kind -> names(kind.getRequirements()), Ids.BY_BYTES);

    private static final Comparator<KindDemand> MOST_QUEUED_FIRST =
            Comparator.comparingInt(KindDemand::getQueued).reversed().thenComparing(BY_NAME);

    private final Farm farm;
    private final Map<Platform, Integer> free = new HashMap<>();
    private final Map<Instance, Integer> room = new HashMap<>();

    private Demand(Farm farm) {
        this.farm = farm;
    }

    /** Sets the timer after a step in which something may have changed, unless it is set. */
    static void watch(Farm farm, Step step) {
        Long everyMs = farm.policy().getDemandEveryMs();
        if (everyMs != null && farm.row().demandDue() == Times.NEVER) {
            set(farm, step, due(farm, step, everyMs));
        }
    }

    /** Adapts the timer, if it is set, to a policy with another interval, or cancels it. */
    static void policyChanged(Farm farm, Step step) {
        Long everyMs = farm.policy().getDemandEveryMs();
        long due = farm.row().demandDue();
        if (due == Times.NEVER) {
            return;
        }
        if (everyMs == null) {
            set(farm, step, Times.NEVER);
        } else if (due > step.now()) {
            set(farm, step, due(farm, step, everyMs));
        }
    }

    private static long due(Farm farm, Step step, long everyMs) {
        return Math.max(step.now() + 1, Times.after(farm.row().demandAt(), everyMs));
    }

    private static void set(Farm farm, Step step, long due) {
        step.timers().move(farm.row().demandDue(), due, CohortTimers.DEMAND.key());
        farm.row().demand(due, farm.row().demandAt());
    }

    /**
     * Looks at the demand, since its timer has fired, and emits it if it has changed.
     *
     * @param lateLeft whether a following step aborts late jobs that this one had no room for
     */
    static void look(Farm farm, Step step, boolean lateLeft) {
        farm.row().demand(Times.NEVER, farm.row().demandAt());
        if (farm.isUnfinished() || farm.dependencies.areEndingsLeft() || lateLeft) {
            // the jobs that a following step places or aborts at this time do not count as demand
            set(farm, step, step.now());
            return;
        }
        farm.row().demand(Times.NEVER, step.now());
        CohortDemand demand = new Demand(farm).of(step.unit());
        CohortDemand last = step.table(JobsTables.DEMAND).get(JobsTables.ONLY);
        if (last == null || !demand.equals(last)) {
            step.table(JobsTables.DEMAND).upsert(JobsTables.ONLY, demand);
            step.emit(JobsTopics.DEMAND, step.unit(), demand);
        }
    }

    private CohortDemand of(String cohort) {
        List<JobKind> kinds = farm.kinds.all().stream()
                .filter(kind -> kind.running() > 0 || farm.queueOf(kind).queued() > 0)
                .sorted(Comparator.comparing((JobKind kind) -> kind.instance.name, Ids.BY_BYTES)
                        .thenComparing(kind -> names(kind.requirements()), Ids.BY_BYTES))
                .toList();
        List<KindDemand> all = kinds.stream().map(this::of).toList();
        Set<KindDemand> listed = new LinkedHashSet<>();
        int characters = 0;
        for (KindDemand kind : all.stream().sorted(MOST_QUEUED_FIRST).toList()) {
            characters += kind.getInstance().length()
                    + 2 * names(kind.getRequirements()).length();
            if (listed.size() == JobsLimits.DEMAND_KINDS_MAX || characters > JobsLimits.DEMAND_CHARACTERS_MAX) {
                break;
            }
            listed.add(kind);
        }
        List<KindDemand> others =
                all.stream().filter(kind -> !listed.contains(kind)).toList();
        return new CohortDemand(
                cohort,
                all.stream().filter(listed::contains).toList(),
                others.size(),
                others.stream().mapToInt(KindDemand::getQueued).sum(),
                others.stream().mapToInt(KindDemand::getRunning).sum(),
                others.stream().mapToInt(KindDemand::getSlotsWanted).sum());
    }

    private KindDemand of(JobKind kind) {
        KindQueue queue = farm.queueOf(kind);
        int queued = queue.queued();
        int unplaceable = kind.hasBot() ? 0 : queued;
        long oldest = queue.oldest();
        return new KindDemand(
                kind.instance.name,
                kind.requirements(),
                queued,
                kind.running(),
                unplaceable,
                unplaceable == 0 ? List.of() : missing(kind),
                oldest == Times.NEVER ? null : oldest,
                Math.max(0, allowed(kind.instance, queued) - free(kind)));
    }

    private List<Property> missing(JobKind kind) {
        return kind.traits.stream()
                .filter(trait -> !farm.platforms.isAnywhere(trait))
                .map(trait -> new Property(trait.name(), trait.value()))
                .toList();
    }

    /** Returns how many more jobs of an instance may run; those of its kinds before this one have taken theirs. */
    private int allowed(Instance instance, int queued) {
        int left = room.computeIfAbsent(instance, key -> farm.service.roomOf(instance));
        int allowed = Math.min(queued, left);
        room.put(instance, left - allowed);
        return allowed;
    }

    /** Returns the number of free slots of bots that match. */
    private int free(JobKind kind) {
        int slots = 0;
        for (Platform platform : kind.platforms) {
            slots += free.computeIfAbsent(
                    platform,
                    key -> platform.healthy.stream().mapToInt(Bot::spare).sum());
        }
        return slots;
    }

    /** Returns requirements as a text by which kinds of an instance are ordered. */
    private static String names(List<Property> properties) {
        StringBuilder names = new StringBuilder();
        properties.forEach(each ->
                names.append(each.getName()).append('=').append(each.getValue()).append('\n'));
        return names.toString();
    }
}
