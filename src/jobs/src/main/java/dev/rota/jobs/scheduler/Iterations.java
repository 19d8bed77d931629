package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Instance;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.KindQueue;
import dev.rota.jobs.farm.Order;
import dev.rota.jobs.farm.Service;
import java.util.ArrayList;
import java.util.List;

/**
 * The assigner: looks at one waiting job after another until none is left that could be placed.
 *
 * <p>A look either assigns the job or finds no bot. In the second case no other job of its kind can be assigned
 * either, so the whole kind is set aside with the reason ({@link Contender.Rest}), and a step costs one look per kind
 * rather than one per job.
 *
 * <p>Within a step, only assignments change the result of a look. Two of them can help a kind that was set aside: an
 * assignment can create a victim ({@code NO_VICTIM}), and an eviction can make room in the victim's instance ({@code
 * AT_MAX}). {@link #passing} lets such kinds contend again, with the same result as if every job had been looked at
 * in turn: jobs that precede the assigned one had their look before the assignment, so they fail now; the others get
 * theirs after it.
 *
 * <p>Example, in priority order (lower numbers first): instance A is below its minimum and waits with a1 (priority 1)
 * and a3 (priority 3); instance B waits with b2 (priority 2) and is exactly at its minimum, so none of its running
 * jobs may be evicted. The look at a1 finds neither bot nor victim, and its kind is set aside. Then b2 is assigned to
 * a bot that only B may use. That takes B above its minimum, and one of its jobs can now be evicted for A. Had every
 * job been looked at in turn, a1 would have failed before b2's assignment, and a3 would have been looked at after it.
 * So {@code passing} fails a1, which backs off, and a3 contends again and preempts. Under the cohort assigner,
 * instances below their minimum come first: all of A's jobs have had their look before b2 is looked at, so A stays
 * set aside.
 */
final class Iterations {

    /** The queue of a kind of jobs during the iterations of one step. */
    private static final class Contender {

        /** Reasons why no job of the kind is currently a candidate. */
        enum Rest {
            /** No healthy bot matches, and the instance may not preempt. That cannot change within a step. */
            NO_BOT,
            /** No healthy bot matches, and there is no victim. An assignment can create one. */
            NO_VICTIM,
            /** The instance is at its maximum. An eviction of one of its own jobs can make room. */
            AT_MAX
        }

        final KindQueue queue;
        final JobKind kind;

        @Nullable
        Rest rest;

        /** The first job that can preempt, if the jobs before it cannot. */
        @Nullable
        Job preemptor;

        Contender(KindQueue queue) {
            this.queue = queue;
            this.kind = queue.kind;
        }

        /** Returns the next job to look at, or null if none is left or none can be placed. */
        @Nullable
        Job candidate(Order order) {
            return rest != null ? null : preemptor != null ? preemptor : queue.firstWaiting(order);
        }
    }

    private final Farm farm;
    private final Leases leases;
    private final BotChooser chooser;
    private final Failures failures;
    private final List<Contender> contenders;

    private Iterations(Farm farm, Leases leases, List<Contender> contenders) {
        this.farm = farm;
        this.leases = leases;
        this.contenders = contenders;
        this.chooser = new BotChooser(farm);
        this.failures = new Failures(farm);
    }

    /**
     * Runs until no job can be placed or the step has no room; returns whether it finished. If not, no job fails that
     * was not looked at: all waiting jobs contend again in the following step.
     */
    static boolean run(Farm farm, Leases leases) {
        if (farm.shares.isOn()) {
            return ShareIterations.run(farm, leases);
        }
        List<Contender> contenders = new ArrayList<>();
        for (KindQueue queue : farm.kinds.waiting()) {
            if (farm.service.serves(queue.kind.instance)) {
                contenders.add(new Contender(queue));
            }
        }
        return contenders.isEmpty() || new Iterations(farm, leases, contenders).run();
    }

    /** Draws the order of a look, which is random if the policy mixes the two. */
    static Order draw(Farm farm) {
        int percentage = farm.priorityPercentage();
        boolean byPriority =
                percentage == 100 || (percentage > 0 && farm.step().random().nextInt(100) + 1 <= percentage);
        return byPriority ? Order.PRIORITY : Order.AGE;
    }

    private boolean run() {
        boolean left = true;
        while (left && farm.step().hasRoom()) {
            left = iterate(draw(farm));
        }
        if (left) {
            failures.unfinished();
            return false;
        }
        for (Contender contender : contenders) {
            if (farm.service.serves(contender.kind.instance)) {
                failures.all(contender.queue);
            }
        }
        failures.done();
        return true;
    }

    /** Looks at the first candidate; returns false if there is none. */
    private boolean iterate(Order order) {
        Contender first = null;
        Job job = null;
        int tier = Integer.MAX_VALUE;
        for (Contender contender : contenders) {
            Job candidate = contender.candidate(order);
            int its = farm.service.tier(contender.kind.instance);
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
        BotChooser.Chosen chosen = chooser.of(job);
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
        Job victim = farm.evictable.worst(contender.kind);
        Job preemptor = victim == null ? null : Preemption.first(farm, contender.queue.waiting(order), victim);
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

    /**
     * Lets kinds contend again whose look the assignment of a job may change; first fails their jobs that precede that
     * job in the order. Called before the assignment.
     */
    private void passing(Job job, Order order, @Nullable Job victim) {
        Instance instance = job.kind.instance;
        boolean last = farm.isCohortAssigner() && instance.isAtMaxWith(1);
        for (Contender contender : contenders) {
            Instance its = contender.kind.instance;
            boolean again = contender.preemptor != null
                    || (contender.rest == Contender.Rest.NO_VICTIM && its != instance && !farm.isCohortAssigner())
                    || (contender.rest == Contender.Rest.AT_MAX && victim != null && its == victim.kind.instance);
            if (again || (last && its == instance)) {
                failures.before(contender.queue, order, job);
            }
            if (again) {
                contender.preemptor = null;
                contender.rest = null;
            }
        }
    }

    /**
     * Lets the kinds of an evicted job's instance contend again: the job waits, and its instance may be served again.
     */
    private void returned(JobKind evicted) {
        farm.looks.wake(evicted.instance);
        for (JobKind kind : evicted.instance.kinds) {
            KindQueue queue = farm.queueOf(kind);
            if (queue.waits() && contenders.stream().noneMatch(contender -> contender.kind == kind)) {
                contenders.add(new Contender(queue));
            }
        }
    }
}
