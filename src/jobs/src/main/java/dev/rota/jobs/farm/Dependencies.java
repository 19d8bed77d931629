package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.DependantRow;
import dev.rota.jobs.EndingRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The dependencies between the jobs of a cohort. A dependency has a row from the submission of the waiting job until it
 * is met or the job ends. There are no cycles, since a job names only jobs that exist.
 */
public final class Dependencies {

    /** The dependants of each number, while rows are read. */
    private final Map<Long, Restored> restored = new HashMap<>();

    /** Dependants, and the id of the job on which they depend. */
    private record Restored(String on, Dependants dependants) {}

    private static final int TIMED_OUT = 1;

    private final Endings endings = new Endings(0);

    /** Jobs whose time in the queue was over, until all others have ended of which that is true. */
    private final Endings timedOut = new Endings(TIMED_OUT);

    private int open;
    private final Set<Job> waiting = new LinkedHashSet<>();

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
        waiting.forEach(action);
    }

    /** Lets a new job wait; its dependencies are added next. */
    void wait(Job job) {
        job.open = new ArrayList<>();
        waiting.add(job);
        job.kind.instance.waiting++;
    }

    /** Adds a dependency of a waiting job. */
    void add(Farm farm, Job job, Job on, boolean anyEnd) {
        Dependants dependants = on.dependants;
        if (dependants == null) {
            dependants = new Dependants(farm.cohortRow().nextDependants());
            on.dependants = dependants;
            farm.save(on);
        }
        link(new OpenDependency(on.id, job, anyEnd, dependants));
        farm.step().table(JobsTables.DEPENDANTS).insert(key(dependants, job), new DependantRow(anyEnd));
    }

    private void link(OpenDependency dependency) {
        dependency.among.byJob.put(dependency.waiting.id, dependency);
        openOf(dependency.waiting).add(dependency);
        open++;
    }

    /** Removes a dependency that is met; returns whether it was the last of the waiting job. */
    public boolean met(Step step, OpenDependency dependency) {
        openOf(dependency.waiting).remove(dependency);
        unlink(step, dependency);
        return openOf(dependency.waiting).isEmpty();
    }

    private void unlink(Step step, OpenDependency dependency) {
        dependency.among.byJob.remove(dependency.waiting.id);
        open--;
        step.table(JobsTables.DEPENDANTS).drop(key(dependency.among, dependency.waiting));
    }

    /** Ends a job's wait: it is queued next, or has ended. */
    void waitsNoLonger(Step step, Job job) {
        openOf(job).forEach(dependency -> unlink(step, dependency));
        job.open = null;
        waiting.remove(job);
        job.kind.instance.waiting--;
    }

    /**
     * Records that a job has ended. If others wait for it, they are released or aborted next.
     *
     * @param late whether its time in the queue was over: then only after all other jobs of which that is true
     */
    void ended(Job job, boolean success, boolean late) {
        if (job.dependants != null && !job.dependants.byJob.isEmpty()) {
            (late ? timedOut : endings).add(new Ending(job.id, success, job.dependants));
        }
    }

    /** Returns whether jobs are to be released or aborted now. */
    public boolean isPending() {
        return !endings.isEmpty();
    }

    /** Returns whether jobs wait for others whose time in the queue was over. */
    public boolean hasTimedOut() {
        return !timedOut.isEmpty();
    }

    /** Releases or aborts next what waits for jobs whose time in the queue was over. */
    public void admitTimedOut(Step step) {
        while (!timedOut.isEmpty()) {
            endings.add(timedOut.remove(step));
        }
    }

    /** Returns the first of the jobs that have ended while others waited for them, or null if there is none. */
    public @Nullable Ending ending() {
        return endings.first();
    }

    /** Removes the first ending, whose dependants have all been released or aborted. */
    public void done(Step step) {
        endings.remove(step);
    }

    /** Ends a step: stores the endings that are left to a following step. */
    void write(Step step) {
        endings.write(step);
        timedOut.write(step);
    }

    /** Adds a job read from its row, if others may wait for it. */
    void restore(Job job, long number) {
        if (number > 0) {
            job.dependants = new Dependants(number);
            restored.put(number, new Restored(job.id, job.dependants));
        }
    }

    /** Adds an ending read from its row. */
    void restore(Key key, EndingRow row) {
        Key.Reader parts = key.read();
        boolean late = parts.number32() == TIMED_OUT;
        Ending ending = new Ending(row.getJob(), row.getSuccess(), new Dependants(row.getDependants()));
        ending.place = parts.number64();
        (late ? timedOut : endings).add(ending);
        restored.put(row.getDependants(), new Restored(row.getJob(), ending.dependants));
    }

    /** Adds a dependency read from its row, after all jobs and endings. */
    void restore(Job job, long number, boolean anyEnd) {
        Restored of = Objects.requireNonNull(restored.get(number), "dependants depend on a job");
        link(new OpenDependency(of.on(), job, anyEnd, of.dependants()));
    }

    /** Forgets what was needed to read rows. */
    void restored() {
        restored.clear();
    }

    private static List<OpenDependency> openOf(Job job) {
        return Objects.requireNonNull(job.open, "the job waits");
    }

    private static Key key(Dependants dependants, Job job) {
        return Key.of().number(dependants.number).text(job.id).end();
    }
}
