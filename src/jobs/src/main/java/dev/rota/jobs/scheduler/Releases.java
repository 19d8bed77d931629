package dev.rota.jobs.scheduler;

import dev.rota.jobs.farm.Dependencies;
import dev.rota.jobs.farm.Ending;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.OpenDependency;

/**
 * Queues jobs whose last dependency is met, and aborts those with one that has failed. The jobs that have ended are
 * handled in the order in which they ended, the jobs that wait for each by id. An aborted job has ended too, and comes
 * last in that order.
 */
final class Releases {

    /** Begins the reason of a job that is aborted because another has failed. */
    static final String DEPENDENCY_FAILED = "DEPENDENCY_FAILED";

    private final Farm farm;
    private final Leases leases;

    private Releases(Farm farm, Leases leases) {
        this.farm = farm;
        this.leases = leases;
    }

    /** Handles all jobs that have ended; returns false if the step has no room for all, and a following one continues. */
    static boolean run(Farm farm, Leases leases) {
        return !farm.dependencies.isPending() || new Releases(farm, leases).run();
    }

    private boolean run() {
        Dependencies dependencies = farm.dependencies;
        int met = 0;
        for (Ending ending = dependencies.ending(); ending != null; ending = dependencies.ending()) {
            for (OpenDependency next = ending.first(); next != null; next = ending.first()) {
                if (!farm.hasRoom() || met == JobsLimits.DEPENDENCIES_MET_AT_ONCE) {
                    return false;
                }
                met++;
                handle(ending, next);
            }
            dependencies.done();
        }
        return true;
    }

    private void handle(Ending ending, OpenDependency dependency) {
        if (!ending.success && !dependency.anyEnd) {
            leases.dependencyFailed(dependency.waiting, ending.job());
        } else if (farm.dependencies.met(dependency)) {
            leases.release(dependency.waiting);
        }
    }
}
