package dev.rota.jobs.farm;

import dev.rota.engine.Readings;
import dev.rota.engine.Times;
import dev.rota.engine.UnitGauge;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.QuotaRow;
import java.util.Comparator;
import java.util.List;

/** The gauges of a build farm. */
public final class FarmGauges {

    private static final UnitGauge QUEUED = UnitGauge.backlog(
            "queued", "Jobs of an instance that wait; without a name, of all but the 50 largest", "job_instance");
    private static final UnitGauge ASSIGNED =
            UnitGauge.of("assigned", "Jobs of an instance that bots have", "job_instance");
    private static final UnitGauge OLDEST =
            UnitGauge.waiting("oldest_queued", "When the job that waits longest was submitted", "job_instance");
    private static final UnitGauge QUOTA_MIN =
            UnitGauge.of("quota_min", "An instance's minimum of slots", "job_instance");
    private static final UnitGauge QUOTA_MAX =
            UnitGauge.of("quota_max", "An instance's maximum of slots", "job_instance");
    private static final UnitGauge BOTS =
            UnitGauge.of("bots", "Bots with a session, by the status that they report", "status");
    private static final UnitGauge SLOTS =
            UnitGauge.of("slots", "Slots of bots whose status is OK: free, used, or free on a held bot", "state");
    private static final UnitGauge WITHOUT_QUOTA = UnitGauge.of(
            "queued_without_quota",
            "Jobs that wait because the assigner is COHORT and their instance has no quota",
            "job_instance");
    private static final UnitGauge HOLDS =
            UnitGauge.of("holds", "Bots, instances and cohorts that are held, draining or drained", "subject", "state");

    private static final UnitGauge WAITING =
            UnitGauge.of("waiting_for_jobs", "Jobs that wait for others to end and are not queued yet", "job_instance");

    private static final UnitGauge USED = UnitGauge.of(
            "used_slot_seconds",
            "Slot time that the assigner SHARES divides by an instance's weight: of jobs that have ended or run, and what"
                    + " was added when it began to wait",
            "job_instance");

    public static final List<UnitGauge> ALL =
            List.of(QUEUED, ASSIGNED, OLDEST, QUOTA_MIN, QUOTA_MAX, BOTS, SLOTS, WITHOUT_QUOTA, HOLDS, WAITING, USED);

    /** The number of instances that are shown, those with the most jobs. */
    private static final int INSTANCES_MAX = 50;

    /** Stands for the other instances where all queued jobs must be counted. No instance has this name. */
    private static final String OTHERS = "";

    private FarmGauges() {}

    public static void read(Farm farm, long now, Readings readings) {
        List<Instance> largest = farm.instances.all().stream()
                .sorted(Comparator.comparingInt((Instance instance) -> instance.jobs)
                        .reversed()
                        .thenComparing(instance -> instance.name))
                .limit(INSTANCES_MAX)
                .toList();
        largest.forEach(instance -> read(farm, instance, readings));
        UsedTime used = UsedTime.of(farm, now);
        if (used != null) {
            largest.forEach(instance -> readings.add(USED, used.of(instance) / 1_000, instance.name));
        }
        int others = farm.queued() - largest.stream().mapToInt(Instance::queued).sum();
        if (others > 0) {
            readings.add(QUEUED, others, OTHERS);
        }
        for (BotStatus status : BotStatus.values()) {
            long bots = farm.bots().stream().filter(bot -> bot.status == status).count();
            readings.add(BOTS, bots, status.name());
        }
        int taken = 0;
        int free = 0;
        int held = 0;
        for (Bot bot : farm.bots()) {
            if (bot.status == BotStatus.OK) {
                taken += bot.leases.size();
                int spare = Math.max(0, bot.spare());
                free += bot.held ? 0 : spare;
                held += bot.held ? spare : 0;
            }
        }
        readings.add(SLOTS, free, "free");
        readings.add(SLOTS, taken, "used");
        readings.add(SLOTS, held, "held");
        holds(farm, readings);
    }

    private static void holds(Farm farm, Readings readings) {
        for (HoldTarget.Kind kind : HoldTarget.Kind.values()) {
            for (String state : Holds.STATES) {
                long count = farm.holds.all().entrySet().stream()
                        .filter(hold -> hold.getKey().kind() == kind
                                && Holds.state(hold.getValue()).equals(state))
                        .count();
                readings.add(HOLDS, count, kind.name(), state);
            }
        }
    }

    private static void read(Farm farm, Instance instance, Readings readings) {
        boolean needsQuota = farm.isCohortAssigner() && instance.quota() == null;
        readings.add(WITHOUT_QUOTA, needsQuota ? instance.queued() : 0, instance.name);
        readings.add(QUEUED, instance.queued(), instance.name);
        if (instance.waiting() > 0) {
            readings.add(WAITING, instance.waiting(), instance.name);
        }
        readings.add(ASSIGNED, instance.usage, instance.name);
        long oldest = instance.kinds.stream()
                .mapToLong(kind -> farm.queueOf(kind).oldest())
                .min()
                .orElse(Times.NEVER);
        if (oldest != Times.NEVER) {
            readings.add(OLDEST, oldest, instance.name);
        }
        QuotaRow quota = instance.quota();
        if (quota != null) {
            readings.add(QUOTA_MIN, quota.getMin(), instance.name);
            readings.add(QUOTA_MAX, quota.getMax(), instance.name);
        }
    }
}
