package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/** A party whose thread runs only while it holds the baton. */
final class SimActor {

    static final BooleanSupplier NEVER = () -> false;

    final String name;

    /** The actor to whose process this thread belongs, or null if it has a process of its own. */
    @Nullable
    private final SimActor host;

    final Semaphore baton = new Semaphore(0);

    /** The number of calls so far, across all restarts. */
    int calls;

    /** The simulated time from which the actor may run. */
    long until;

    /** The actor may also run before {@link #until} once this holds. */
    BooleanSupplier condition = NEVER;

    /** True while the process is stopped: it runs nothing and sends no heartbeats. */
    boolean frozen;

    boolean killed;

    /** True if the next retriable request gets no response. */
    private boolean unanswered;

    private boolean commitUnanswered;

    @Nullable
    private Runnable atCommit;

    private long fencesLateMs;

    boolean ended;

    /** The failure that ended the thread, unless it was a simulated death. */
    @Nullable
    Throwable failure;

    SimActor(String name, @Nullable SimActor host) {
        this.name = name;
        this.host = host;
    }

    private boolean isHostFrozen() {
        return host != null && host.frozen;
    }

    boolean mayRun(long now) {
        boolean wakes = until <= now || killed || (!frozen && condition.getAsBoolean());
        return wakes && !isHostFrozen();
    }

    /** Returns the latest time at which the actor may run. */
    long wakesAt() {
        return isHostFrozen() && host != null ? Math.max(until, host.until) : until;
    }

    void leaveUnanswered() {
        unanswered = true;
    }

    /** Returns whether this request gets no response. The next one does. */
    boolean isUnanswered() {
        boolean now = unanswered;
        unanswered = false;
        return now;
    }

    void leaveCommitUnanswered() {
        commitUnanswered = true;
    }

    /** Returns whether the response to this commit is too late. */
    boolean isCommitUnanswered() {
        boolean now = commitUnanswered;
        commitUnanswered = false;
        return now;
    }

    /** Sets an action for the time when the actor's next commit has been sent. */
    void atCommit(Runnable happens) {
        atCommit = happens;
    }

    void commits() {
        Runnable now = atCommit;
        atCommit = null;
        if (now != null) {
            now.run();
        }
    }

    void fenceLate(long ms) {
        fencesLateMs = ms;
    }

    /** Returns the additional delay of this request to fence a producer, in ms. The next one has none. */
    long fencesLate() {
        long now = fencesLateMs;
        fencesLateMs = 0;
        return now;
    }

    boolean isAlive() {
        return !killed && !ended && !frozen;
    }
}
