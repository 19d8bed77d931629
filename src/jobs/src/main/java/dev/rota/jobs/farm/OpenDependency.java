package dev.rota.jobs.farm;

/** A dependency of a waiting job on another that has not ended, or whose end has not reached it yet. */
public final class OpenDependency {

    /** The id of the other job. */
    public final String on;

    public final Job waiting;

    /** Whether any end of the other job will do. */
    public final boolean anyEnd;

    final Dependants among;

    OpenDependency(String on, Job waiting, boolean anyEnd, Dependants among) {
        this.on = on;
        this.waiting = waiting;
        this.anyEnd = anyEnd;
        this.among = among;
    }
}
