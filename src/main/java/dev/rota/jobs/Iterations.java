package dev.rota.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Instance;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Order;
import dev.rota.jobs.farm.Service;
import java.util.ArrayList;
import java.util.List;

/**
 * The assigner: looks at one waiting job after the other, until none is left that could be placed.
 *
 * <p>Jobs of a kind fail together. What a look depends on changes within a step by assignments only, so whoever failed
 * need not be looked at again but for two cases: an assignment can make a victim for those who may preempt (not where
 * they come first, by cohort), and an eviction can make room for an instance at its maximum. Then those that stand
 * before the assigned job have had their look, and the others get one.
 */
final class Iterations {

    private final Farm farm;
    private final Leases leases;
    private final BotChoice choice;
    private final Failures failures;
    private final List<Contender> contenders = new ArrayList<>();

    Iterations(Farm farm, Leases leases) {
        this.farm = farm;
        this.leases = leases;
        this.choice = new BotChoice(farm);
        this.failures = new Failures(farm);
    }

    /**
     * Runs to the end, or until there is no room; whether it came to the end. Until it has, no contender fails that was
     * not looked at: all that still wait contend again in the step that continues this one.
     */
    boolean run() {
        for (JobKind kind : farm.kinds().waiting()) {
            if (farm.service().serves(kind.instance)) {
                contenders.add(new Contender(kind));
            }
        }
        if (contenders.isEmpty()) {
            return true;
        }
        boolean left = true;
        while (left && farm.step().hasRoom()) {
            left = iterate(farm.drawOrder());
        }
        if (left) {
            failures.done();
            return false;
        }
        for (Contender contender : contenders) {
            if (farm.service().serves(contender.kind.instance)) {
                failures.all(contender.kind);
            }
        }
        failures.done();
        return true;
    }

    /** One look at the first candidate; false where there is none. */
    private boolean iterate(Order order) {
        Contender first = null;
        Job job = null;
        int tier = Integer.MAX_VALUE;
        for (Contender contender : contenders) {
            Job candidate = contender.candidate(order);
            int its = farm.service().tier(contender.kind.instance);
            if (candidate != null
                    && its < Service.UNSERVED
                    && (job == null || its < tier || (its == tier && order.compare(candidate, job) < 0))) {
                first = contender;
                job = candidate;
                tier = its;
            }
        }
        if (first == null || job == null) {
            return false;
        }
        look(first, job, order);
        return true;
    }

    private void look(Contender contender, Job job, Order order) {
        Instance instance = contender.kind.instance;
        if (instance.isAtMax()) {
            contender.rest = Contender.Rest.AT_MAX;
            return;
        }
        BotChoice.Chosen chosen = choice.of(job);
        if (chosen != null) {
            passing(job, order, null);
            leases.assign(job, chosen.bot(), chosen.strategy());
        } else if (instance.isBelowMin()) {
            preempt(contender, job, order);
        } else {
            contender.rest = Contender.Rest.NO_BOT;
        }
    }

    private void preempt(Contender contender, Job job, Order order) {
        Job victim = farm.evictable().worst(contender.kind);
        Job preemptor = victim == null ? null : Preemption.first(farm, contender.kind.waiting(order), victim);
        if (victim == null || preemptor == null) {
            contender.rest = Contender.Rest.NO_VICTIM;
        } else if (preemptor != job) {
            contender.preemptor = preemptor;
        } else {
            passing(job, order, victim);
            Bot bot = leases.evict(victim, job);
            leases.assign(job, bot, Strategy.PREEMPTION);
            returned(victim.kind);
        }
    }

    /** A job is about to be assigned: whose look this changes has had it before, or gets it after. */
    private void passing(Job job, Order order, @Nullable Job victim) {
        Instance instance = job.kind.instance;
        boolean last = farm.isCohortAssigner() && instance.isAtMaxWith(1);
        for (Contender contender : contenders) {
            Instance its = contender.kind.instance;
            boolean again = contender.preemptor != null
                    || (contender.rest == Contender.Rest.NO_VICTIM && its != instance && !farm.isCohortAssigner())
                    || (contender.rest == Contender.Rest.AT_MAX && victim != null && its == victim.kind.instance);
            if (again || (last && its == instance)) {
                failures.before(contender.kind, order, job);
            }
            if (again) {
                contender.preemptor = null;
                contender.rest = null;
            }
        }
    }

    /** An evicted job waits again, and its instance may be served again. */
    private void returned(JobKind evicted) {
        farm.service().wake(evicted.instance);
        for (JobKind kind : evicted.instance.kinds) {
            if (kind.waits() && contenders.stream().noneMatch(contender -> contender.kind == kind)) {
                contenders.add(new Contender(kind));
            }
        }
    }
}
