package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.KindDemand;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The model's demand for slots: computed from all jobs and bots, and published if it differs from the last. */
final class NaiveDemand {

    private static final Comparator<Property> BY_BYTES =
            Comparator.comparing(Property::getName, Ids.BY_BYTES).thenComparing(Property::getValue, Ids.BY_BYTES);

    private final NaiveFarm farm;
    long due = Long.MAX_VALUE;
    private long at;
    private @Nullable CohortDemand last;

    NaiveDemand(NaiveFarm farm) {
        this.farm = farm;
    }

    /** Something may have changed. */
    void watch() {
        Long every = farm.policy.getDemandEveryMs();
        if (every != null && due == Long.MAX_VALUE) {
            due = Math.max(farm.now + 1, at + every);
        }
    }

    /** A look that is expected comes as the new policy has it. */
    void policy() {
        due = Long.MAX_VALUE;
        watch();
    }

    void look() {
        due = Long.MAX_VALUE;
        at = farm.now;
        CohortDemand demand = demand();
        if (last == null || !demand.equals(last)) {
            last = demand;
            farm.tell(demand);
        }
    }

    private static List<Property> sorted(List<Property> requirements) {
        return requirements.stream().distinct().sorted(BY_BYTES).toList();
    }

    private CohortDemand demand() {
        List<NaiveJob> firsts = new ArrayList<>();
        for (NaiveJob job : farm.jobs) {
            if (!job.waiting && firsts.stream().noneMatch(first -> isLike(first, job))) {
                firsts.add(job);
            }
        }
        firsts.sort(Comparator.<NaiveJob, String>comparing(job -> job.instance, Ids.BY_BYTES)
                .thenComparing(job -> String.valueOf(sorted(job.requirements)), Ids.BY_BYTES));
        Map<String, Long> left = new HashMap<>();
        List<KindDemand> kinds = new ArrayList<>();
        for (NaiveJob first : firsts) {
            List<NaiveJob> queued =
                    farm.queued().stream().filter(job -> isLike(first, job)).toList();
            long running = farm.jobs.stream()
                    .filter(job -> job.bot != null && isLike(first, job))
                    .count();
            boolean nowhere = farm.bots.stream().noneMatch(bot -> bot.canRun(first));
            long room = left.computeIfAbsent(first.instance, this::room);
            long allowed = Math.min(room, queued.size());
            left.put(first.instance, room - allowed);
            long free = farm.bots.stream()
                    .filter(bot -> farm.healthy(bot) && bot.canRun(first))
                    .mapToLong(farm::spare)
                    .sum();
            kinds.add(new KindDemand(
                    first.instance,
                    sorted(first.requirements),
                    queued.size(),
                    (int) running,
                    nowhere ? queued.size() : 0,
                    !nowhere || queued.isEmpty()
                            ? List.of()
                            : sorted(first.requirements).stream()
                                    .filter(one -> farm.bots.stream().noneMatch(bot -> bot.properties.contains(one)))
                                    .toList(),
                    queued.stream().map(job -> job.queuedAt).min(Long::compare).orElse(null),
                    (int) Math.max(0, allowed - free)));
        }
        return new CohortDemand(farm.cohort, kinds, 0, 0, 0, 0);
    }

    private long room(String instance) {
        NaiveFarm.Quota quota = farm.quotas.get(instance);
        if (farm.holds.instanceHeld(instance)) {
            return 0;
        }
        if (quota == null) {
            return farm.policy.getAssigner() == Assigner.COHORT ? 0 : Long.MAX_VALUE;
        }
        return Math.max(0, quota.max() - farm.usage(instance));
    }

    private static boolean isLike(NaiveJob a, NaiveJob b) {
        return a.instance.equals(b.instance) && sorted(a.requirements).equals(sorted(b.requirements));
    }
}
