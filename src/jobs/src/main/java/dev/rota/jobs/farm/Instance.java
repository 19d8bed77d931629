package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Times;
import dev.rota.jobs.InstanceRow;
import dev.rota.jobs.QuotaRow;
import java.util.ArrayList;
import java.util.List;

/** An owner of jobs, with its quota and usage. */
public final class Instance {

    private static final long MINUTE_MS = 60_000;

    public final String name;
    /** The known kinds of its jobs, queued or not. */
    public final List<JobKind> kinds = new ArrayList<>();

    private @Nullable QuotaRow quota;
    /** The number of waiting, queued and assigned jobs. */
    int jobs;

    /** The number of jobs that wait for others. */
    int waiting;

    /** The number of assigned jobs. */
    public int usage;
    /** The time after which its jobs have not been looked at; {@link Times#NEVER} while it is served. */
    long unservedSince = Times.NEVER;
    /** True if an operator holds it. */
    boolean held;
    /** True if its usage, its quota or the policy has changed in the current step. */
    boolean touched;

    /** True if it has been announced that its jobs wait for a quota. */
    private boolean announcedWithoutQuota;

    private long lostMinute;
    private int lost;

    /** The slot time that it has used, while the assigner is SHARES. */
    @Nullable
    Share share;

    /** The part of that time that its jobs without an owner have used. */
    @Nullable
    Share ownerless;

    @Nullable
    private InstanceRow row;

    Instance(String name, @Nullable InstanceRow row) {
        this.name = name;
        this.row = row;
        if (row != null) {
            quota = row.getQuota();
            unservedSince = row.getUnservedSince();
            announcedWithoutQuota = row.getAnnouncedWithoutQuota();
            lostMinute = row.getLostMinute();
            lost = row.getLost();
        }
    }

    @Nullable
    public QuotaRow quota() {
        return quota;
    }

    public void quota(@Nullable QuotaRow next) {
        quota = next;
    }

    /** Returns the number of waiting, queued and assigned jobs. */
    public int jobs() {
        return jobs;
    }

    /** Returns the number of queued jobs. */
    public int queued() {
        return jobs - usage - waiting;
    }

    /** Returns the number of jobs that wait for others. */
    public int waiting() {
        return waiting;
    }

    public int min() {
        return quota == null ? 0 : quota.getMin();
    }

    /** Returns its weight, by which the assigner SHARES divides what it has used. */
    public int weight() {
        return quota == null ? 1 : quota.getWeight();
    }

    /** Returns whether an operator holds it. */
    public boolean isHeld() {
        return held;
    }

    public boolean isBelowMin() {
        return quota != null && usage < quota.getMin();
    }

    boolean isBelowMax() {
        return quota != null && usage < quota.getMax();
    }

    public boolean isAtMax() {
        return isAtMaxWith(0);
    }

    /** Returns whether {@code more} further assigned jobs would reach its maximum. */
    public boolean isAtMaxWith(int more) {
        return quota != null && usage + more >= quota.getMax();
    }

    /** Returns the number of leases that it has lost to preemption in the minute of a time. */
    int lost(long now) {
        return minute(now) == lostMinute ? lost : 0;
    }

    /** Records that it loses a lease to preemption. */
    public void loses(long now) {
        lost = lost(now) + 1;
        lostMinute = minute(now);
    }

    private static long minute(long time) {
        return Math.floorDiv(time, MINUTE_MS);
    }

    /** Returns when the minute of a time is over. */
    static long nextMinute(long now) {
        return (minute(now) + 1) * MINUTE_MS;
    }

    /** Returns whether its jobs were looked at up to the end of the last step. */
    boolean wasServed() {
        return unservedSince == Times.NEVER;
    }

    boolean isIdle() {
        return kinds.isEmpty() && row == null;
    }

    /** Returns whether its jobs wait for a quota, under the cohort assigner, which is not announced yet. */
    boolean mustTell(boolean cohortAssigner) {
        announcedWithoutQuota &= cohortAssigner && quota == null && jobs > 0;
        return cohortAssigner && quota == null && queued() > 0 && !announcedWithoutQuota;
    }

    /** Records that it is announced that its jobs wait for a quota. */
    public void announced(Step step) {
        announcedWithoutQuota = true;
        save(step);
    }

    /** Writes its row if it has changed. */
    void save(Step step) {
        boolean hasLost = lost(step.now()) > 0;
        long usedMs = share == null ? 0 : share.used();
        long ownerlessMs = ownerless == null ? 0 : ownerless.used();
        boolean hasUsed = usedMs != 0 || ownerlessMs != 0;
        boolean worth = quota != null || !wasServed() || announcedWithoutQuota || hasLost || hasUsed;
        InstanceRow next = worth
                ? new InstanceRow(
                        quota,
                        unservedSince,
                        announcedWithoutQuota,
                        hasLost ? lostMinute : 0L,
                        hasLost ? lost : 0,
                        usedMs,
                        ownerlessMs)
                : null;
        if (row == null && next != null) {
            step.table(JobsTables.INSTANCES).insert(Key.of(name), next);
        } else if (row != null && next == null) {
            step.table(JobsTables.INSTANCES).delete(Key.of(name));
        } else if (row != null && next != null && !row.equals(next)) {
            step.table(JobsTables.INSTANCES).update(Key.of(name), next);
        }
        row = next;
    }
}
