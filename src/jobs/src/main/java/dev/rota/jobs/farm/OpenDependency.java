package dev.rota.jobs.farm;

import dev.rota.engine.Key;

/** A dependency of a waiting job on another that has not ended, or whose end has not reached it yet. */
public final class OpenDependency {

    /** The id of the other job. */
    public final String on;

    /** The number under which dependencies on the other job are stored. */
    final long number;

    public final Job waiting;

    /** Whether any end of the other job will do. */
    public final boolean anyEnd;

    OpenDependency(String on, long number, Job waiting, boolean anyEnd) {
        this.on = on;
        this.number = number;
        this.waiting = waiting;
        this.anyEnd = anyEnd;
    }

    Key key() {
        return Key.of().number(number).text(waiting.id).end();
    }
}
