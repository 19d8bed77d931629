package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Times;
import dev.rota.jobs.DependantRow;
import dev.rota.jobs.EndedRow;
import dev.rota.jobs.EndingRow;
import dev.rota.jobs.JobEnd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The dependencies between the jobs of a cohort. A dependency has a row from the submission of the waiting job until it
 * is met or the job ends. There are no cycles, since a job names only jobs that exist.
 */
public final class Dependencies {

    private static final int TIMED_OUT = 1;

    private final Endings endings = new Endings(0);

    /** Jobs whose time in the queue was over, until all others have ended of which that is true. */
    private final Endings timedOut = new Endings(TIMED_OUT);

    /** The dependencies on jobs, open or not yet, by number. */
    private final Map<Long, Dependants> dependants = new HashMap<>();

    /** The jobs that wait for others, and for what. */
    private final Map<Job, List<OpenDependency>> waiting = new LinkedHashMap<>();

    private final Cohort cohort;
    private final ChangedJobs changed;
    private final EndedJobs endedJobs = new EndedJobs();
    private int open;

    Dependencies(Cohort cohort, ChangedJobs changed) {
        this.cohort = cohort;
        this.changed = changed;
    }

    /** Returns the number of open dependencies. */
    public int open() {
        return open;
    }

    /** Returns the number of jobs that wait for others. */
    public int waiting() {
        return waiting.size();
    }

    /** Visits the jobs that wait for others. */
    void eachWaiting(Consumer<Job> action) {
        waiting.keySet().forEach(action);
    }

    /** Returns the dependencies for which a job waits, by the other job. */
    public List<OpenDependency> of(Job job) {
        return waiting.getOrDefault(job, List.of()).stream()
                .sorted(Comparator.comparing(dependency -> dependency.on, Ids.BY_BYTES))
                .toList();
    }

    /** Lets a new job wait; its dependencies are added next. */
    void wait(Job job) {
        job.waiting = true;
        waiting.put(job, new ArrayList<>());
        job.kind.instance.waiting++;
    }

    /** Adds a dependency of a waiting job. */
    void add(Job job, Job on, boolean anyEnd) {
        if (on.dependants == 0) {
            on.dependants = cohort.row().nextDependants();
            dependants.put(on.dependants, new Dependants(on.id, on.dependants));
            changed.add(on);
        }
        OpenDependency dependency = link(job, on.dependants, anyEnd);
        cohort.step().table(JobsTables.DEPENDANTS).insert(dependency.key(), new DependantRow(anyEnd));
    }

    private OpenDependency link(Job job, long number, boolean anyEnd) {
        Dependants among = Objects.requireNonNull(dependants.get(number), "dependants depend on a job");
        OpenDependency dependency = new OpenDependency(among.on, number, job, anyEnd);
        among.byJob.put(job.id, dependency);
        openOf(job).add(dependency);
        open++;
        return dependency;
    }

    /** Removes a dependency that is met; returns whether it was the last of the waiting job. */
    public boolean met(OpenDependency dependency) {
        openOf(dependency.waiting).remove(dependency);
        unlink(dependency);
        return openOf(dependency.waiting).isEmpty();
    }

    private void unlink(OpenDependency dependency) {
        Dependants among = Objects.requireNonNull(dependants.get(dependency.number), "an open dependency is on a job");
        among.byJob.remove(dependency.waiting.id);
        open--;
        cohort.step().table(JobsTables.DEPENDANTS).drop(dependency.key());
    }

    /** Ends a job's wait: it is queued next, or has ended. */
    void waitsNoLonger(Job job) {
        openOf(job).forEach(this::unlink);
        job.waiting = false;
        waiting.remove(job);
        job.kind.instance.waiting--;
    }

    /**
     * Records that a job has ended. If others wait for it, they are released or aborted next.
     *
     * @param late whether its time in the queue was over: then only after all other jobs of which that is true
     */
    void ended(Job job, boolean success, boolean late) {
        Long keptMs = cohort.policy().getEndedKeptMs();
        if (keptMs != null) {
            endedJobs.add(cohort.step(), new JobEnd(job.id, Times.after(cohort.now(), keptMs), success));
        }
        Dependants of = dependants.get(job.dependants);
        if (of != null && !of.byJob.isEmpty()) {
            (late ? timedOut : endings).add(new Ending(success, of));
        } else if (of != null) {
            dependants.remove(job.dependants);
        }
    }

    /** Returns how a job that had this id last has ended, or null if that is not remembered. */
    public @Nullable JobEnd ended(String id) {
        return endedJobs.of(id, cohort.now());
    }

    /** Returns whether jobs are to be released or aborted now. */
    public boolean isPending() {
        return !endings.isEmpty();
    }

    /** Returns whether a following step releases or aborts jobs that wait for others. */
    public boolean areEndingsLeft() {
        return isPending() || hasTimedOut();
    }

    /** Returns whether jobs wait for others whose time in the queue was over. */
    public boolean hasTimedOut() {
        return !timedOut.isEmpty();
    }

    /** Releases or aborts next what waits for jobs whose time in the queue was over. */
    public void admitTimedOut() {
        while (!timedOut.isEmpty()) {
            endings.add(timedOut.remove(cohort.step()));
        }
    }

    /** Returns the first of the jobs that have ended while others waited for them, or null if there is none. */
    public @Nullable Ending ending() {
        return endings.first();
    }

    /** Removes the first ending, whose dependants have all been released or aborted. */
    public void done() {
        dependants.remove(endings.remove(cohort.step()).dependants.number);
    }

    /** Ends a step: stores the endings that are left to a following step, and what is remembered. */
    void write(Step step) {
        endings.write(step);
        timedOut.write(step);
        endedJobs.write(step, step.now());
    }

    /** Adds a job read from its row, if others may wait for it. */
    void restore(Job job, long number) {
        job.dependants = number;
        if (number > 0) {
            dependants.put(number, new Dependants(job.id, number));
        }
    }

    /** Adds an ending read from its row. */
    void restore(Key key, EndingRow row) {
        Key.Reader parts = key.read();
        boolean late = parts.number32() == TIMED_OUT;
        Dependants of = new Dependants(row.getJob(), row.getDependants());
        Ending ending = new Ending(row.getSuccess(), of);
        ending.place = parts.number64();
        (late ? timedOut : endings).add(ending);
        dependants.put(of.number, of);
    }

    /** Adds ends read from their row. */
    void restore(long number, EndedRow row) {
        endedJobs.restore(number, row);
    }

    /** Adds a dependency read from its row, after all jobs and endings. */
    void restore(Job job, long number, boolean anyEnd) {
        link(job, number, anyEnd);
    }

    private List<OpenDependency> openOf(Job job) {
        return Objects.requireNonNull(waiting.get(job), "the job waits");
    }
}
