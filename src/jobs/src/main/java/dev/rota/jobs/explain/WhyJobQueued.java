package dev.rota.jobs.explain;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.QuotaRow;
import dev.rota.jobs.farm.Evictable;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.HoldTarget;
import dev.rota.jobs.farm.Instance;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Order;
import dev.rota.jobs.scheduler.Preemption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Explains what keeps a job queued: all causes, the most specific first. */
final class WhyJobQueued {

    /** The number of jobs ahead that are counted; beyond it, the sentence states that there are more. */
    private static final int COUNTED_MAX = 10_000;

    private final Farm farm;
    private final Job job;
    private final JobKind kind;
    private final Instance instance;

    WhyJobQueued(Farm farm, Job job) {
        this.farm = farm;
        this.job = job;
        this.kind = job.kind;
        this.instance = kind.instance;
    }

    String sentence() {
        List<String> facts = new ArrayList<>();
        if (job.evicted != null) {
            facts.add(WhyAssigned.eviction(job.evicted));
        }
        held(HoldTarget.COHORT, facts);
        held(HoldTarget.instance(instance.name), facts);
        quota(facts);
        String share = ShareSentence.of(farm, job);
        if (share != null) {
            facts.add(share);
        }
        facts.add(new Matches(farm, kind).fact());
        if (needsVictim()) {
            facts.add("instance " + instance.name + " is below its minimum (" + instance.usage + " of " + instance.min()
                    + " assigned), " + preemption());
        }
        ahead(facts);
        facts.add(look());
        timeout(facts);
        return "as of " + Phrases.utc(farm.now()) + " job " + job.id + " of instance " + instance.name + " is queued "
                + Phrases.since(job.queuedAt) + ", attempt " + job.attempt + ": " + String.join("; ", facts);
    }

    private void held(HoldTarget whom, List<String> facts) {
        String sentence = HoldSentence.of(farm, whom);
        if (sentence != null) {
            facts.add(sentence);
        }
    }

    private void quota(List<String> facts) {
        QuotaRow quota = instance.quota();
        if (quota == null && farm.isCohortAssigner()) {
            facts.add("the assigner is COHORT and instance " + instance.name
                    + " has no quota, so none of its jobs is served");
        } else if (quota != null && instance.isAtMax()) {
            facts.add("instance " + instance.name + " is at its maximum (" + instance.usage + " assigned of at most "
                    + quota.getMax() + ")");
        }
    }

    /** Returns whether the job can only run now if it preempts another. */
    private boolean needsVictim() {
        boolean matched = !kind.matching(farm.platforms.version()).isEmpty();
        return instance.isBelowMin() && !farm.service.isHeld(instance) && matched && !kind.hasHealthyBot();
    }

    /** Returns the job that it would preempt, or null if there is none at present. */
    @Nullable
    Job victim() {
        Job victim = needsVictim() ? farm.evictable.worst(kind) : null;
        return victim == null || !farm.evictable.mayGoFor(victim, job.priority) ? null : victim;
    }

    /** Returns the earliest time at which it could preempt. */
    long preemptsFrom() {
        return Math.max(Preemption.from(farm, job), job.rests() ? preemptingLook() : farm.now());
    }

    private String preemption() {
        Evictable evictable = farm.evictable;
        Job victim = evictable.worst(kind);
        if (victim == null || victim.bot == null) {
            long more = evictable.moreFrom();
            if (more != Times.NEVER) {
                return "but nobody can be evicted yet: " + moderation() + ", " + Phrases.at(more) + " at the earliest";
            }
            return "but nobody can be evicted: no matching bot that is OK and not overfull has a job of an instance"
                    + " above its minimum";
        }
        if (!evictable.mayGoFor(victim, job.priority)) {
            return "but nobody can be evicted: victims must have a priority number above " + job.priority
                    + ", and the highest, of job " + victim.id + ", is " + victim.priority;
        }
        return "and the job would preempt job " + victim.id + " on bot " + victim.bot.id + " " + preemptsAt();
    }

    /** Describes the limits of the policy that keep victims back. */
    private String moderation() {
        List<String> limits = new ArrayList<>();
        if (farm.policy().getMinRunMs() != null) {
            limits.add("leases run for minRunMs (" + farm.policy().getMinRunMs() + " ms) first");
        }
        if (farm.policy().getPreemptionsPerMinute() != null) {
            limits.add("an instance loses up to preemptionsPerMinute ("
                    + farm.policy().getPreemptionsPerMinute() + ") leases in a minute");
        }
        return Phrases.row(limits, " and ");
    }

    /** Returns the first look at which the job has waited long enough to preempt. */
    private String preemptsAt() {
        long from = Preemption.from(farm, job);
        if (farm.shares.isOn() && from > farm.now()) {
            return Phrases.at(from);
        }
        if (!job.rests()) {
            return "in the first step " + (from > farm.now() ? Phrases.at(from) + " or later" : "from now on");
        }
        long look = preemptingLook();
        // without a backoff it is looked at in each step from its next look on
        return look >= from ? Phrases.at(look) : "in the first step " + Phrases.at(from) + " or later";
    }

    /** Returns the first look of a job that backs off at which it has waited long enough to preempt. */
    private long preemptingLook() {
        return farm.queueOf(kind)
                .scheduleAfter(job, Math.max(farm.looks.lookedUntil(instance), Preemption.from(farm, job) - 1));
    }

    private void ahead(List<String> facts) {
        if (farm.shares.isOn()) {
            return;
        }
        int percentage = farm.priorityPercentage();
        List<String> counts = new ArrayList<>();
        if (percentage > 0) {
            count(Order.PRIORITY, "priority", counts);
        }
        if (percentage < 100) {
            count(Order.AGE, "age", counts);
        }
        if (!counts.isEmpty()) {
            facts.add("of its kind " + String.join(" and ", counts));
        }
    }

    private void count(Order order, String name, List<String> counts) {
        int ahead = ahead(farm.queueOf(kind).queued(order), order);
        if (ahead > COUNTED_MAX) {
            counts.add("more than " + COUNTED_MAX + " jobs are ahead of it by " + name);
        } else if (ahead > 0) {
            counts.add(ahead + (ahead == 1 ? " job is" : " jobs are") + " ahead of it by " + name);
        }
    }

    /** Counts up to {@link #COUNTED_MAX} + 1 jobs, since a scheduler may be waiting for the sentence. */
    private int ahead(Iterator<Job> jobs, Order order) {
        int count = 0;
        while (count <= COUNTED_MAX && jobs.hasNext() && order.compare(jobs.next(), job) < 0) {
            count++;
        }
        return count;
    }

    /** Adds when it is aborted at the earliest, since only attended time counts. */
    private void timeout(List<String> facts) {
        long over = farm.queueDeadlines.earliest(job);
        if (over != Times.NEVER) {
            facts.add("its time in the queue, " + (over - job.queuedSince) + " ms, is over " + Phrases.at(over)
                    + " at the earliest");
        }
    }

    /** Returns when it is looked at next. */
    String look() {
        if (!farm.service.serves(instance)) {
            return "it is not looked at until that changes";
        }
        if (!job.rests()) {
            return "it is looked at in each step";
        }
        long next = farm.looks.scheduleAfter(job);
        return kind.hasHealthyBot() && !instance.isAtMax()
                ? "it waits for its backoff " + Phrases.until(next)
                : "it is looked at next " + Phrases.at(next);
    }
}
