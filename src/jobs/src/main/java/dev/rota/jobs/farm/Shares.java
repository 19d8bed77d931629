package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.OwnerRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The order in which the assigner SHARES looks at queued jobs, and what instances and their owners have used. Nothing of
 * it exists under the other assigners.
 *
 * <h2>Who waits</h2>
 *
 * An instance waits while it is served and has a queued job for which a bot is in service, full or not. When it begins to
 * wait, its used time for its weight is raised to the least of the instances that wait already: time in which it had no
 * jobs, was held, was at its maximum, or had no bot earns no credit. If it has used more than that, it keeps that. Several
 * that begin with the same change, such as a bot that comes, are raised to the least of those that waited before it; if
 * none did, they keep what they have. The same holds for the owners of an instance, among themselves.
 *
 * <p>Changes take effect between the parts of a step after each of which it may end and be continued in another: a bot is
 * removed, a lease ends that has lasted too long, a waiting job is released, a job is assigned. So a step that is
 * continued decides as one that is not.
 *
 * <p>An instance or an owner without jobs is forgotten as soon as the least of those that wait has reached it, since it
 * would then begin there. Beyond {@link #GONE_MAX}, that with the least is forgotten.
 *
 * <h2>Search</h2>
 *
 * A platform has a line for each instance that has queued jobs for it; that line has one for each owner, and that one the
 * owner's jobs by kind. Each is a tree ordered by its first job. A change of what an instance or an owner has used moves
 * its lines, and a job that is queued moves lines only if it is the first of its kind and owner. So an assignment costs the
 * logarithm of the instances, owners and kinds, for each platform that can run the job.
 */
public final class Shares {

    /** The maximum number of instances, and of owners in a cohort, that have no jobs and are remembered. */
    static final int GONE_MAX = 10_000;

    /** The order of looks: by tier, share of the instance, priority, share of the owner, age and id. */
    static final Comparator<Job> ORDER = Shares::compare;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final Farm farm;
    private boolean on;

    /** The beginning of the period up to which leases that run are counted; unknown until the first step. */
    private long period = UNKNOWN;

    private final NavigableSet<SharingInstance> waiting = new TreeSet<>(Shares::byUsed);
    private final NavigableSet<SharingInstance> gone = new TreeSet<>(Shares::byUsed);

    /** The owners of all instances without jobs that have used something, by used time. */
    private final NavigableSet<Owner> goneOwners = new TreeSet<>(Shares::byUsedOfAll);

    /** The instances that may begin or cease to wait, with those whose owners may. */
    private final Set<SharingInstance> changed = new LinkedHashSet<>();

    private final Set<Instance> changedInstances = new LinkedHashSet<>();
    private final Set<Owner> changedOwners = new LinkedHashSet<>();
    private final List<Job> hidden = new ArrayList<>();

    Shares(Farm farm) {
        this.farm = farm;
    }

    private static int compare(Job a, Job b) {
        Owner own = owner(a);
        Owner other = owner(b);
        SharingInstance instance = own.among;
        SharingInstance another = other.among;
        if (instance != another) {
            int tier = Integer.compare(instance.tier, another.tier);
            int share = tier != 0 ? tier : instance.share.compare(another.share);
            if (share != 0) {
                return share;
            }
        }
        if (a.priority != b.priority) {
            return Integer.compare(a.priority, b.priority);
        }
        int share = own == other ? 0 : own.share.compare(other.share);
        return share != 0 ? share : Order.AGE.compare(a, b);
    }

    private static int byUsed(SharingInstance a, SharingInstance b) {
        int used = a.share.compareUsed(b.share);
        return used != 0 ? used : Ids.BY_BYTES.compare(a.instance.name, b.instance.name);
    }

    private static int byUsedOfAll(Owner a, Owner b) {
        int used = a.share.compareUsed(b.share);
        int instance = used != 0 ? used : Ids.BY_BYTES.compare(a.among.instance.name, b.among.instance.name);
        return instance != 0 ? instance : Ids.BY_BYTES.compare(a.name, b.name);
    }

    private static SharingInstance sharing(Instance instance) {
        return Objects.requireNonNull(instance.sharing, "an instance shares while the assigner is SHARES");
    }

    private static Owner owner(Job job) {
        return Objects.requireNonNull(job.sharer, "a job has a sharer while the assigner is SHARES");
    }

    public boolean isOn() {
        return on;
    }

    // ---- beginning and end

    /** Reads what an owner has used, as its row says; null is the row of the instance. */
    void restore(Instance instance, String name, long usedMs) {
        Owner owner = sharing(add(instance)).owner(name);
        owner.share.restore(usedMs);
        owner.stored = !name.equals(Owner.NAMELESS);
    }

    void restore(Instance instance, long usedMs, long ownerlessMs) {
        sharing(add(instance)).share.restore(usedMs);
        if (ownerlessMs != 0) {
            restore(instance, Owner.NAMELESS, ownerlessMs);
            sharing(instance).owner(null).stored = false;
        }
    }

    /** Begins to share, or continues as the rows say, with the next step. */
    void on() {
        on = true;
        period = UNKNOWN;
    }

    /** Ceases to share, and forgets what has been used. */
    void off(Step step) {
        for (Instance instance : farm.instances().all()) {
            if (instance.sharing != null) {
                instance.sharing.owners.values().forEach(owner -> drop(step, owner));
                instance.sharing = null;
            }
        }
        changedOwners.forEach(owner -> drop(step, owner));
        farm.eachJob(job -> job.sharer = null);
        clear();
        on = false;
    }

    private static void drop(Step step, Owner owner) {
        if (owner.stored) {
            owner.stored = false;
            step.table(JobsTables.OWNERS).drop(owner.key());
        }
    }

    private void clear() {
        waiting.clear();
        gone.clear();
        goneOwners.clear();
        changed.clear();
        changedInstances.clear();
        changedOwners.clear();
        forgetLines();
    }

    /** Drops the lines of all platforms, which are about to be found again. */
    void forgetLines() {
        farm.kinds().all().forEach(kind -> kind.owned.clear());
        farm.platforms().all().forEach(platform -> platform.lines.clear());
        for (Instance instance : farm.instances().all()) {
            if (instance.sharing != null) {
                instance.sharing.lines.clear();
                instance.sharing.owners.values().forEach(owner -> owner.lines.clear());
            }
        }
    }

    /** Finds the lines of all queued jobs. */
    void findLines() {
        farm.kinds()
                .all()
                .forEach(kind -> kind.eachQueued(job -> {
                    Owner owner = owner(job);
                    kind.owned
                            .computeIfAbsent(owner, key -> new OwnedJobs(kind, owner))
                            .add(job);
                }));
        for (JobKind kind : farm.kinds().all()) {
            for (OwnedJobs owned : kind.owned.values()) {
                kind.platforms.forEach(platform -> link(platform, owned));
            }
        }
        farm.instances().all().forEach(instance -> {
            if (instance.sharing != null) {
                changed(instance.sharing);
                instance.sharing.changed.addAll(instance.sharing.owners.values());
            }
        });
    }

    /** Counts leases that run up to the period of a time, at the beginning of a step. */
    void begin(long now) {
        if (!on || Share.period(now) <= period) {
            return;
        }
        if (period == UNKNOWN) {
            period = Share.period(now);
            build();
        } else {
            period = Share.period(now);
            farm.instances().all().forEach(instance -> {
                if (instance.usage > 0) {
                    countAll(sharing(instance));
                }
            });
        }
        settle();
    }

    /** Builds all of it from the farm. Whoever could run waits already. */
    private void build() {
        farm.instances().all().forEach(this::add);
        farm.eachJob(job -> {
            Owner owner = sharing(job.kind.instance).owner(job.owner);
            owner.jobs++;
            job.sharer = owner;
            if (job.bot != null) {
                owner.share.add(job.assignedAt, period);
                owner.among.share.add(job.assignedAt, period);
            }
        });
        for (Instance instance : farm.instances().all()) {
            SharingInstance sharing = sharing(instance);
            sharing.share.begin(instance.weight(), period);
            sharing.owners.values().forEach(owner -> owner.share.begin(1, period));
            sharing.tier = farm.service().tier(instance);
        }
        findLines();
        for (Instance instance : farm.instances().all()) {
            SharingInstance sharing = sharing(instance);
            sharing.waits = couldRun(sharing);
            if (sharing.waits) {
                waiting.add(sharing);
            } else if (instance.jobs == 0 && sharing.share.used() > 0) {
                gone.add(sharing);
            }
            for (Owner owner : sharing.owners.values()) {
                owner.waits = owner.couldRun();
                if (owner.waits) {
                    sharing.waiting.add(owner);
                } else if (owner.jobs == 0 && owner.share.used() > 0) {
                    addGone(owner);
                }
            }
        }
    }

    private Instance add(Instance instance) {
        if (instance.sharing == null) {
            instance.sharing = new SharingInstance(instance, farm.service().tier(instance));
            instance.sharing.share.begin(instance.weight(), period);
        }
        return instance;
    }

    private void countAll(SharingInstance sharing) {
        List<Owner> running = sharing.owners.values().stream()
                .filter(owner -> owner.share.running() > 0)
                .toList();
        change(sharing, running, () -> {
            sharing.share.countAll(period);
            running.forEach(owner -> owner.share.countAll(period));
        });
    }

    // ---- changes

    /** Changes what an instance or its owners have used, which may move them and their lines. */
    private void change(SharingInstance sharing, List<Owner> owners, Runnable change) {
        boolean waits = waiting.remove(sharing);
        boolean isGone = gone.remove(sharing);
        List<Owner> goneBefore = new ArrayList<>();
        sharing.lines.values().forEach(line -> line.platform.lines.remove(line));
        for (Owner owner : owners) {
            owner.lines
                    .values()
                    .forEach(line -> sharing.line(line.platform).owners.remove(line));
            sharing.waiting.remove(owner);
            if (removeGone(owner)) {
                goneBefore.add(owner);
            }
        }
        change.run();
        sharing.tier = farm.service().tier(sharing.instance);
        for (Owner owner : owners) {
            owner.lines
                    .values()
                    .forEach(line -> sharing.line(line.platform).owners.add(line));
            if (owner.waits) {
                sharing.waiting.add(owner);
            }
        }
        goneBefore.forEach(this::addGone);
        sharing.lines.values().forEach(line -> line.platform.lines.add(line));
        if (waits) {
            waiting.add(sharing);
        }
        if (isGone) {
            gone.add(sharing);
        }
        sharing.changed.addAll(owners);
        changed(sharing);
    }

    private void changed(SharingInstance sharing) {
        changed.add(sharing);
    }

    /** Takes note that an instance may be served or not, or has another weight. */
    public void touched(Instance instance) {
        if (on && period != UNKNOWN) {
            SharingInstance sharing = sharing(add(instance));
            change(sharing, List.of(), () -> sharing.share.weight(instance.weight(), period));
            changedInstances.add(instance);
        }
    }

    /** Adds a new job. */
    void added(Job job) {
        if (!on) {
            return;
        }
        SharingInstance sharing = sharing(add(job.kind.instance));
        Owner owner = sharing.owner(job.owner);
        owner.jobs++;
        job.sharer = owner;
        gone.remove(sharing);
        removeGone(owner);
    }

    /** Removes a job that has ended. */
    void removed(Job job) {
        if (!on) {
            return;
        }
        Owner owner = owner(job);
        SharingInstance sharing = owner.among;
        if (--owner.jobs == 0) {
            leave(sharing, owner);
            // others that wait may have reached it already
            changed(sharing);
        }
        if (sharing.instance.jobs == 0) {
            waiting.remove(sharing);
            sharing.waits = false;
        }
        if (sharing.instance.jobs == 0 && sharing.share.used() > 0) {
            gone.add(sharing);
            if (gone.size() > GONE_MAX) {
                forget(gone.first());
            }
        }
    }

    private void leave(SharingInstance sharing, Owner owner) {
        sharing.waiting.remove(owner);
        owner.waits = false;
        if (owner.share.used() <= 0) {
            forget(sharing, owner);
            return;
        }
        addGone(owner);
        if (goneOwners.size() > GONE_MAX) {
            Owner least = goneOwners.first();
            forget(least.among, least);
        }
    }

    private void addGone(Owner owner) {
        owner.among.gone.add(owner);
        goneOwners.add(owner);
    }

    private boolean removeGone(Owner owner) {
        goneOwners.remove(owner);
        return owner.among.gone.remove(owner);
    }

    private void forget(SharingInstance sharing, Owner owner) {
        removeGone(owner);
        sharing.owners.remove(owner.name);
        sharing.changed.remove(owner);
        owner.share.restore(0);
        changed(owner);
    }

    private void forget(SharingInstance sharing) {
        gone.remove(sharing);
        List.copyOf(sharing.owners.values()).forEach(owner -> forget(sharing, owner));
        sharing.share.restore(0);
        sharing.share.countAll(period);
        changedInstances.add(sharing.instance);
    }

    private void changed(Owner owner) {
        if (owner.name.equals(Owner.NAMELESS)) {
            changedInstances.add(owner.among.instance);
        } else {
            changedOwners.add(owner);
        }
    }

    void occupied(Job job) {
        if (on) {
            Owner owner = owner(job);
            change(owner.among, List.of(owner), () -> {
                owner.share.add(job.assignedAt, period);
                owner.among.share.add(job.assignedAt, period);
            });
        }
    }

    void vacated(Job job) {
        if (on) {
            Owner owner = owner(job);
            change(owner.among, List.of(owner), () -> {
                owner.share.end(job.assignedAt, farm.now(), period);
                owner.among.share.end(job.assignedAt, farm.now(), period);
            });
            changed(owner);
            changedInstances.add(job.kind.instance);
        }
    }

    // ---- queued jobs

    void queued(Job job) {
        if (on) {
            Owner owner = owner(job);
            enter(job, owner);
            owner.among.changed.add(owner);
            changed(owner.among);
        }
    }

    void dequeued(Job job) {
        if (on) {
            Owner owner = owner(job);
            exit(job, owner);
            owner.among.changed.add(owner);
            changed(owner.among);
        }
    }

    /** Changes the priority of a queued job. */
    void reordered(Job job, Runnable change) {
        if (on) {
            exit(job, owner(job));
            change.run();
            enter(job, owner(job));
        } else {
            change.run();
        }
    }

    private static void enter(Job job, Owner owner) {
        JobKind kind = job.kind;
        OwnedJobs owned = kind.owned.computeIfAbsent(owner, key -> new OwnedJobs(kind, owner));
        boolean first = owned.isFirst(job);
        if (first) {
            kind.platforms.forEach(platform -> lift(platform, owned));
        }
        owned.add(job);
        if (first) {
            kind.platforms.forEach(platform -> place(platform, owned));
        }
    }

    private static void exit(Job job, Owner owner) {
        JobKind kind = job.kind;
        OwnedJobs owned = Objects.requireNonNull(kind.owned.get(owner), "a queued job is one of its owner's");
        boolean first = owned.first() == job;
        if (first) {
            kind.platforms.forEach(platform -> lift(platform, owned));
        }
        owned.remove(job);
        if (first) {
            kind.platforms.forEach(platform -> place(platform, owned));
        }
        if (owned.isEmpty()) {
            kind.owned.remove(owner);
        }
    }

    /** Takes jobs out of a platform's lines, which {@link #place} completes. */
    private static void lift(Platform platform, OwnedJobs owned) {
        SharingInstance.Line line = owned.owner.among.lines.get(platform);
        Owner.Line own = owned.owner.lines.get(platform);
        if (line != null) {
            platform.lines.remove(line);
            if (own != null) {
                line.owners.remove(own);
                if (!owned.isEmpty()) {
                    own.jobs.remove(owned);
                }
            }
        }
    }

    /** Adds jobs to a platform's lines, unless there are none, after they were taken out. */
    private static void place(Platform platform, OwnedJobs owned) {
        Owner owner = owned.owner;
        SharingInstance sharing = owner.among;
        SharingInstance.Line line =
                sharing.lines.computeIfAbsent(platform, key -> new SharingInstance.Line(platform, sharing));
        Owner.Line own = owner.lines.computeIfAbsent(platform, key -> new Owner.Line(platform, owner));
        if (!owned.isEmpty()) {
            own.jobs.add(owned);
        }
        if (own.jobs.isEmpty()) {
            owner.lines.remove(platform);
        } else {
            line.owners.add(own);
        }
        if (line.owners.isEmpty()) {
            sharing.lines.remove(platform);
        } else {
            platform.lines.add(line);
        }
    }

    private static void link(Platform platform, OwnedJobs owned) {
        lift(platform, owned);
        place(platform, owned);
    }

    /** Adds the queued jobs of a kind to a platform that can run it. */
    void linked(Platform platform, JobKind kind) {
        if (on && period != UNKNOWN) {
            kind.owned.values().forEach(owned -> link(platform, owned));
        }
    }

    /** Takes note that a platform has its first bot in service, or has lost its last. */
    void flipped(Platform platform) {
        if (on && period != UNKNOWN) {
            for (SharingInstance.Line line : platform.lines) {
                line.owners.forEach(own -> line.sharing.changed.add(own.owner));
                changed(line.sharing);
            }
        }
    }

    // ---- who waits

    /** Lets instances and owners begin and cease to wait, and forgets those that say no more than others. */
    void settle() {
        if (changed.isEmpty() || period == UNKNOWN) {
            return;
        }
        List<SharingInstance> begin = new ArrayList<>();
        for (SharingInstance sharing : changed) {
            settleOwners(sharing);
            boolean could = couldRun(sharing);
            if (sharing.waits && !could) {
                sharing.waits = false;
                waiting.remove(sharing);
            } else if (!sharing.waits && could) {
                begin.add(sharing);
            }
        }
        if (!begin.isEmpty()) {
            Share least = waiting.isEmpty() ? null : waiting.first().share;
            for (SharingInstance sharing : begin) {
                if (least != null && sharing.share.compareUsed(least) < 0) {
                    change(sharing, List.of(), () -> sharing.share.raise(least, period));
                    changedInstances.add(sharing.instance);
                }
                sharing.waits = true;
            }
            waiting.addAll(begin);
        }
        while (!gone.isEmpty() && !waiting.isEmpty() && gone.first().share.compareUsed(waiting.first().share) <= 0) {
            forget(gone.first());
        }
        changed.clear();
    }

    private boolean couldRun(SharingInstance sharing) {
        return farm.service().serves(sharing.instance) && sharing.couldRun();
    }

    private void settleOwners(SharingInstance sharing) {
        List<Owner> begin = new ArrayList<>();
        for (Owner owner : sharing.changed) {
            boolean could = owner.couldRun();
            if (owner.waits && !could) {
                owner.waits = false;
                sharing.waiting.remove(owner);
            } else if (!owner.waits && could) {
                begin.add(owner);
            }
        }
        sharing.changed.clear();
        if (!begin.isEmpty()) {
            Share least = sharing.waiting.isEmpty() ? null : sharing.waiting.first().share;
            List<Owner> low = begin.stream()
                    .filter(owner -> least != null && owner.share.compareUsed(least) < 0)
                    .toList();
            if (least != null && !low.isEmpty()) {
                change(sharing, low, () -> low.forEach(owner -> owner.share.raise(least, period)));
                low.forEach(this::changed);
                sharing.changed.clear();
            }
            begin.forEach(owner -> owner.waits = true);
            sharing.waiting.addAll(begin);
        }
        while (!sharing.gone.isEmpty()
                && !sharing.waiting.isEmpty()
                && sharing.gone.first().share.compareUsed(sharing.waiting.first().share) <= 0) {
            forget(sharing, sharing.gone.first());
        }
    }

    /** Ends a step: writes what has been used. */
    void write(Step step) {
        settle();
        changedInstances.forEach(instance -> instance.save(step));
        changedInstances.clear();
        for (Owner owner : changedOwners) {
            if (owner.share.used() != 0) {
                step.table(JobsTables.OWNERS).put(owner.key(), new OwnerRow(owner.share.used()), owner.stored);
                owner.stored = true;
            } else {
                drop(step, owner);
            }
        }
        changedOwners.clear();
    }

    // ---- search

    /** Returns the first queued job for which a bot has room, or null if there is none. */
    public @Nullable Job first() {
        Job first = null;
        for (Platform platform : farm.platforms().all()) {
            Job job = platform.healthy.isEmpty() ? null : first(platform);
            if (job != null && (first == null || ORDER.compare(job, first) < 0)) {
                first = job;
            }
        }
        return first;
    }

    private static @Nullable Job first(Platform platform) {
        Job job = platform.lines.isEmpty() ? null : platform.lines.first().first();
        return job == null || owner(job).among.tier == Service.UNSERVED ? null : job;
    }

    /** Returns the first queued job that a platform can run, but for those that are passed over from now on. */
    public @Nullable Job first(Platform platform, Predicate<Job> passedOver) {
        Job job = first(platform);
        while (job != null && passedOver.test(job)) {
            Owner owner = owner(job);
            owner.hidden++;
            owner.among.hidden++;
            hidden.add(job);
            exit(job, owner);
            job = first(platform);
        }
        return job;
    }

    /** Ends a search: no job is passed over any more. */
    public void passOverNone() {
        for (Job job : hidden) {
            Owner owner = owner(job);
            owner.hidden--;
            owner.among.hidden--;
            enter(job, owner);
        }
        hidden.clear();
    }

    /**
     * Returns the first queued job of a kind that was queued by a time and whose priority number is less than {@code
     * below}, or null if there is none. It costs the number of owners of the kind, since it is used for preemption only.
     */
    public @Nullable Job first(JobKind kind, long queuedBy, long below) {
        Job any = kind.firstQueuedBy(queuedBy, below);
        if (any == null) {
            return null;
        }
        Job first = null;
        for (OwnedJobs owned : kind.owned.values()) {
            Job job = owned.oldest(any.priority);
            if (job != null && job.queuedAt <= queuedBy && (first == null || ORDER.compare(job, first) < 0)) {
                first = job;
            }
        }
        return first;
    }

    /** Returns whether a job precedes another. */
    public boolean precedes(Job job, Job other) {
        return ORDER.compare(job, other) < 0;
    }
}
