package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.OwnerRow;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The slot time that instances and their owners have used, and the order of their queued jobs by it, while the assigner
 * is SHARES. Nothing of it exists under the other assigners. {@link Share} counts the time of a party, {@link
 * WaitingParties} defines who waits, {@link PastParties} who is forgotten, and {@link ShareOrder} finds the first job.
 *
 * <p>Changes take effect between the parts of a step after each of which it may end and be continued in another: a bot is
 * removed, a lease ends that has lasted too long, a waiting job is released, a job is assigned. So a step that is
 * continued decides as one that is not.
 */
public final class Shares implements JobIndex {

    private final Cohort cohort;
    private final Service service;
    private boolean on;

    /** The beginning of the period up to which leases that run are counted. */
    private long period;

    private Peers instances = new Peers();

    /** The owners of all instances without jobs that have used something. */
    private PastParties pastOwners = new PastParties();

    private ShareOrder order = new ShareOrder();

    /** The parties whose rows may change at the end of the step. */
    private final Set<Party> changed = new LinkedHashSet<>();

    Shares(Cohort cohort, Service service) {
        this.cohort = cohort;
        this.service = service;
    }

    public boolean isOn() {
        return on;
    }

    /** Returns the queued jobs in order. */
    public ShareOrder order() {
        return order;
    }

    /** Returns whether a job precedes another. */
    public boolean precedes(Job job, Job other) {
        return Line.compare(owner(job), job, owner(other), other) < 0;
    }

    private Party of(Instance instance) {
        Party party = instances.byName.get(instance.name);
        if (party == null) {
            party = new Party(instance, instances);
            party.tier = service.tier(instance);
            party.share.weight(instance.weight(), period);
            instance.share = party.share;
            instances.byName.put(instance.name, party);
        }
        return party;
    }

    private static Party owner(Party instance, @Nullable String name) {
        Party owner = instance.owners().byName.get(Party.name(name));
        if (owner == null) {
            owner = new Party(Party.name(name), instance);
            owner.peers.byName.put(owner.name, owner);
            if (owner.name.equals(Party.NAMELESS)) {
                instance.instance.ownerless = owner.share;
            }
        }
        return owner;
    }

    /** Returns the owner of a job that was added. */
    Party owner(Job job) {
        return Objects.requireNonNull(
                of(job.kind.instance).owners().byName.get(Party.name(job.owner)), "a job that was added has an owner");
    }

    /** Reads what an instance has used, and what its jobs without an owner have, as its row says. */
    void restore(Instance instance, long usedMs, long ownerlessMs) {
        restore(of(instance), usedMs);
        if (ownerlessMs != 0) {
            restore(owner(of(instance), null), ownerlessMs);
        }
    }

    /** Reads what an owner has used, as its row says. */
    void restore(Instance instance, String name, long usedMs) {
        Party owner = owner(of(instance), name);
        owner.stored = true;
        restore(owner, usedMs);
    }

    private void restore(Party party, long usedMs) {
        party.share.restore(usedMs, period);
        if (usedMs > 0) {
            addPast(party);
        }
    }

    /** Begins to share, as of a time after which no lease has begun. All jobs are added next. */
    void on(long now) {
        on = true;
        period = Share.period(now);
    }

    /** Ceases to share, and forgets what has been used. */
    void off(Step step) {
        for (Party instance : instances.byName.values()) {
            instance.owners().byName.values().forEach(owner -> drop(step, owner));
            instance.instance.share = null;
            instance.instance.ownerless = null;
        }
        changed.forEach(party -> drop(step, party));
        instances = new Peers();
        pastOwners = new PastParties();
        order = new ShareOrder();
        changed.clear();
        on = false;
    }

    private static void drop(Step step, Party owner) {
        if (owner.stored) {
            owner.stored = false;
            step.table(JobsTables.OWNERS).drop(owner.key());
        }
    }

    /** Counts leases that run up to the period of a time, at the beginning of a step. */
    void begin(long now) {
        if (!on || Share.period(now) <= period) {
            return;
        }
        period = Share.period(now);
        for (Party instance : instances.byName.values()) {
            if (instance.share.running() > 0) {
                countAll(instance);
                for (Party owner : instance.owners().byName.values()) {
                    if (owner.share.running() > 0) {
                        countAll(owner);
                    }
                }
            }
        }
        settle();
    }

    private void countAll(Party party) {
        lift(party);
        party.share.countAll(period);
        place(party);
    }

    /** Takes a party out of all orders, since what it has used is about to change; {@link #place} puts it back. */
    private void lift(Party party) {
        instances.waiting.lift(party.ofInstance());
        instances.past.lift(party.ofInstance());
        if (party.whole != null) {
            party.peers.waiting.lift(party);
        }
        party.lift();
    }

    private void place(Party party) {
        party.ofInstance().tier = service.tier(party.instance);
        party.place();
        if (party.whole != null) {
            party.peers.waiting.place(party);
        }
        instances.waiting.place(party.ofInstance());
        instances.past.place(party.ofInstance());
        changed(party);
    }

    @Override
    public void served(Instance instance) {
        if (on) {
            Party party = of(instance);
            lift(party);
            party.share.weight(instance.weight(), period);
            place(party);
            changed.add(party);
        }
    }

    @Override
    public void added(Job job) {
        if (on) {
            Party instance = of(job.kind.instance);
            Party owner = owner(instance, job.owner);
            owner.jobs++;
            removePast(instance);
            removePast(owner);
        }
    }

    @Override
    public void removed(Job job) {
        if (!on) {
            return;
        }
        Party owner = owner(job);
        Party instance = owner.ofInstance();
        if (--owner.jobs == 0) {
            leave(owner);
            // others that wait may have reached it already
            instances.waiting.changed(instance);
        }
        if (instance.instance.jobs == 0) {
            leave(instance);
        }
    }

    /** Remembers a party without jobs, if it has used something. */
    private void leave(Party party) {
        party.peers.waiting.leave(party);
        if (party.share.used() <= 0) {
            forget(party);
            return;
        }
        addPast(party);
        Party least = (party.whole == null ? party.peers.past : pastOwners).excess();
        if (least != null) {
            forget(least);
        }
    }

    private void addPast(Party party) {
        party.peers.past.add(party);
        if (party.whole != null) {
            pastOwners.add(party);
        }
    }

    private void removePast(Party party) {
        party.peers.past.remove(party);
        if (party.whole != null) {
            pastOwners.remove(party);
        }
    }

    private void forget(Party party) {
        removePast(party);
        party.share.restore(0, period);
        changed.add(party);
        if (party.whole == null) {
            List.copyOf(party.owners().byName.values()).forEach(this::forget);
        } else {
            party.peers.byName.remove(party.name);
            party.peers.waiting.forget(party);
        }
    }

    /** Forgets an instance that has no jobs; returns false if what its owners have used is remembered. */
    boolean forgets(Instance instance) {
        Party party = instances.byName.get(instance.name);
        boolean has = party != null && !party.owners().byName.isEmpty();
        if (party != null && !has) {
            instances.byName.remove(instance.name);
            instances.waiting.forget(party);
        }
        return !has;
    }

    @Override
    public void occupied(Job job, Bot bot) {
        if (on) {
            Party owner = owner(job);
            lift(owner);
            owner.share.add(job.assignedAt, period);
            owner.ofInstance().share.add(job.assignedAt, period);
            place(owner);
        }
    }

    @Override
    public void vacated(Job job, Bot bot) {
        if (on) {
            Party owner = owner(job);
            lift(owner);
            owner.share.end(job.assignedAt, cohort.now(), period);
            owner.ofInstance().share.end(job.assignedAt, cohort.now(), period);
            place(owner);
            changed.add(owner);
            changed.add(owner.ofInstance());
        }
    }

    @Override
    public void queued(Job job) {
        if (on) {
            Party owner = owner(job);
            order.enter(job, owner);
            changed(owner);
        }
    }

    @Override
    public void dequeued(Job job) {
        if (on) {
            Party owner = owner(job);
            order.exit(job, owner);
            changed(owner);
        }
    }

    @Override
    public void linked(Platform platform, JobKind kind) {
        order.link(platform, kind);
    }

    @Override
    public void served(Platform platform) {
        order.eachOwner(platform, this::changed);
    }

    /** Takes note that a party, and its instance, may begin or cease to wait. */
    private void changed(Party party) {
        party.peers.waiting.changed(party);
        instances.waiting.changed(party.ofInstance());
    }

    /** Drops the order of all platforms, which are about to be linked again. */
    void forgetPlatforms() {
        order.forgetLines(instances.byName.values());
    }

    /** Lets instances and owners begin and cease to wait, and forgets those that say no more than others. */
    void settle() {
        if (!instances.waiting.changed().isEmpty()) {
            for (Party instance : instances.waiting.changed()) {
                settle(instance.owners());
            }
            settle(instances);
        }
    }

    private void settle(Peers peers) {
        changed.addAll(peers.waiting.settle(period));
        Party reached = peers.past.reached(peers.waiting.least());
        while (reached != null) {
            forget(reached);
            reached = peers.past.reached(peers.waiting.least());
        }
    }

    /** Ends a step: writes what has been used. */
    void write(Step step) {
        settle();
        for (Party party : changed) {
            if (party.name.equals(Party.NAMELESS)) {
                party.instance.save(step);
            } else if (party.share.used() != 0) {
                step.table(JobsTables.OWNERS).put(party.key(), new OwnerRow(party.share.used()), party.stored);
                party.stored = true;
            } else {
                drop(step, party);
            }
        }
        changed.clear();
    }

    /** Returns the instances that wait. */
    WaitingParties waiting() {
        return instances.waiting;
    }

    /** Compares used time with its advance as the next step at a time will, before it changes anything. */
    int compare(Share share, Share other, long now) {
        long next = Share.period(now);
        return next > period ? share.compareLater(other, next) : share.compare(other);
    }
}
