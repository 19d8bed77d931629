package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The queued jobs in the order in which the assigner SHARES looks at them: by tier and share of the instance, priority,
 * share of the owner, age and id.
 *
 * <p>A platform has a line for each instance that has queued jobs for it; that line has one for each owner, and that one the
 * owner's jobs by kind. Each is a tree ordered by its first job. A change of what an instance or an owner has used moves
 * its lines, and a job that is queued moves lines only if it is the first of its kind and owner. So an assignment costs the
 * logarithm of the instances, owners and kinds, for each platform that can run the job.
 */
public final class ShareOrder {

    private final Map<Platform, Line> lines = new LinkedHashMap<>();
    private final Map<JobKind, Map<Party, OwnedJobs>> owned = new LinkedHashMap<>();

    /** The jobs that a fetch passes over. */
    private final List<OwnedJob> hidden = new ArrayList<>();

    private record OwnedJob(Job job, Party owner) {}

    /** Drops the lines of all platforms, which are about to be linked again. */
    void forgetLines(Collection<Party> instances) {
        lines.clear();
        owned.values().removeIf(Map::isEmpty);
        for (Party instance : instances) {
            instance.lines.clear();
            instance.owners().byName.values().forEach(owner -> owner.lines.clear());
        }
    }

    /** Adds a queued job. */
    void enter(Job job, Party owner) {
        Map<Party, OwnedJobs> ofKind = owned.get(job.kind);
        if (ofKind == null) {
            ofKind = new LinkedHashMap<>();
            owned.put(job.kind, ofKind);
        }
        OwnedJobs jobs = ofKind.get(owner);
        if (jobs == null) {
            jobs = new OwnedJobs(job.kind, owner);
            ofKind.put(owner, jobs);
        }
        boolean first = jobs.isFirst(job);
        if (first) {
            lift(jobs);
        }
        jobs.add(job);
        if (first) {
            place(jobs);
        }
    }

    /** Removes a queued job. */
    void exit(Job job, Party owner) {
        Map<Party, OwnedJobs> ofKind = ofKind(job.kind);
        OwnedJobs jobs = Objects.requireNonNull(ofKind.get(owner), "a queued job is one of its owner's");
        boolean first = jobs.job() == job;
        if (first) {
            lift(jobs);
        }
        jobs.remove(job);
        if (first) {
            place(jobs);
        }
        if (jobs.isEmpty()) {
            ofKind.remove(owner);
        }
    }

    private Map<Party, OwnedJobs> ofKind(JobKind kind) {
        return owned.getOrDefault(kind, Map.of());
    }

    private void lift(OwnedJobs jobs) {
        for (Platform platform : jobs.kind.platforms) {
            lift(platform, jobs);
        }
    }

    private void place(OwnedJobs jobs) {
        for (Platform platform : jobs.kind.platforms) {
            place(platform, jobs);
        }
    }

    /** Takes jobs out of a platform's lines, which {@link #place} completes. */
    private static void lift(Platform platform, OwnedJobs jobs) {
        Line instance = jobs.owner.ofInstance().lines.get(platform);
        Line owner = jobs.owner.lines.get(platform);
        if (instance != null) {
            instance.lift();
        }
        if (owner != null) {
            owner.lift();
            if (!jobs.isEmpty()) {
                owner.parts.remove(jobs);
            }
        }
    }

    /** Adds jobs to a platform's lines, unless there are none, after they were taken out. */
    private void place(Platform platform, OwnedJobs jobs) {
        Line instance = line(jobs.owner.ofInstance().lines, platform, line(lines, platform, null));
        Line owner = line(jobs.owner.lines, platform, instance);
        if (!jobs.isEmpty()) {
            owner.parts.add(jobs);
        }
        owner.place();
        instance.place();
        jobs.owner.lines.computeIfPresent(platform, ShareOrder::unlessEmpty);
        jobs.owner.ofInstance().lines.computeIfPresent(platform, ShareOrder::unlessEmpty);
    }

    private static @Nullable Line unlessEmpty(Platform platform, Line line) {
        return line.parts.isEmpty() ? null : line;
    }

    private static Line line(Map<Platform, Line> lines, Platform platform, @Nullable Line whole) {
        Line line = lines.get(platform);
        if (line == null) {
            line = new Line(whole);
            lines.put(platform, line);
        }
        return line;
    }

    /** Adds the queued jobs of a kind to a platform that can run it. */
    void link(Platform platform, JobKind kind) {
        for (OwnedJobs jobs : ofKind(kind).values()) {
            lift(platform, jobs);
            place(platform, jobs);
        }
    }

    /** Visits the owners that have queued jobs for a platform. */
    void eachOwner(Platform platform, Consumer<Party> action) {
        Line line = lines.get(platform);
        if (line != null) {
            for (LinePart instance : line.parts) {
                Line owners = instance.first().owner.ofInstance().lines.get(platform);
                Objects.requireNonNull(owners).parts.forEach(part -> action.accept(part.first().owner));
            }
        }
    }

    /** Returns the first queued job for which a bot has room, or null if there is none. */
    public @Nullable Job first() {
        OwnedJobs first = null;
        for (Map.Entry<Platform, Line> line : lines.entrySet()) {
            OwnedJobs jobs = line.getKey().healthy.isEmpty() ? null : first(line.getValue());
            if (jobs != null && (first == null || Line.compare(jobs, first) < 0)) {
                first = jobs;
            }
        }
        return first == null ? null : first.job();
    }

    private static @Nullable OwnedJobs first(@Nullable Line line) {
        OwnedJobs jobs = line == null || line.parts.isEmpty() ? null : line.first();
        return jobs == null || jobs.owner.ofInstance().tier == Service.UNSERVED ? null : jobs;
    }

    /** Returns the first queued job that a platform can run, but for those that are passed over from now on. */
    public @Nullable Job first(Platform platform, Predicate<Job> passedOver) {
        OwnedJobs jobs = first(lines.get(platform));
        while (jobs != null && passedOver.test(jobs.job())) {
            Job job = jobs.job();
            Party owner = jobs.owner;
            owner.hidden++;
            jobs.owner.ofInstance().hidden++;
            hidden.add(new OwnedJob(job, owner));
            exit(job, owner);
            jobs = first(lines.get(platform));
        }
        return jobs == null ? null : jobs.job();
    }

    /** Ends a search: no job is passed over any more. */
    public void passOverNone() {
        for (OwnedJob each : hidden) {
            each.owner.hidden--;
            each.owner.ofInstance().hidden--;
            enter(each.job, each.owner);
        }
        hidden.clear();
    }

    /**
     * Returns the first job of a kind among the oldest of each owner with a priority, if they were queued by a time; null
     * if there is none. It costs the number of owners of the kind, since it is used for preemption only.
     */
    public @Nullable Job first(JobKind kind, long queuedBy, int priority) {
        Job first = null;
        Party firsts = null;
        for (OwnedJobs jobs : ofKind(kind).values()) {
            Job job = jobs.oldest(priority);
            if (job != null
                    && job.queuedAt <= queuedBy
                    && (first == null || firsts == null || Line.compare(jobs.owner, job, firsts, first) < 0)) {
                first = job;
                firsts = jobs.owner;
            }
        }
        return first;
    }

    /** Returns the owners that have queued jobs of an instance and a priority for which a bot is in service. */
    Set<Party> owners(Instance instance, int priority) {
        Set<Party> owners = new LinkedHashSet<>();
        for (JobKind kind : instance.kinds) {
            if (kind.isInService()) {
                for (OwnedJobs jobs : ofKind(kind).values()) {
                    if (jobs.oldest(priority) != null) {
                        owners.add(jobs.owner);
                    }
                }
            }
        }
        return owners;
    }
}
