package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/** A party whose thread runs only while it has the baton. */
final class SimActor {

    static final BooleanSupplier NEVER = () -> false;

    final String name;

    /** Whose process it belongs to; null if that is its own. */
    @Nullable
    private final SimActor host;

    final Semaphore baton = new Semaphore(0);

    /** Calls that it has made so far, over all its lives. */
    int calls;

    /** From when on it may run, in the world's time. */
    long until;

    /** It may run as soon as this holds, too. */
    BooleanSupplier condition = NEVER;

    /** Its process is stopped: it runs nothing, and its heartbeats have stopped. */
    boolean frozen;

    boolean killed;

    /** The next request of a kind that is tried again later gets no answer. */
    private boolean unanswered;

    private boolean commitUnanswered;

    @Nullable
    private Runnable atCommit;

    private long fencesLateMs;

    boolean ended;

    /** What ended its thread, if that was no simulated death. */
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

    /** When it may run at the latest. */
    long wakesAt() {
        return isHostFrozen() && host != null ? Math.max(until, host.until) : until;
    }

    void leaveUnanswered() {
        unanswered = true;
    }

    /** Whether this request gets no answer; the next one does. */
    boolean isUnanswered() {
        boolean now = unanswered;
        unanswered = false;
        return now;
    }

    void leaveCommitUnanswered() {
        commitUnanswered = true;
    }

    /** Whether this commit is answered too late. */
    boolean isCommitUnanswered() {
        boolean now = commitUnanswered;
        commitUnanswered = false;
        return now;
    }

    /** What happens when its next commit is under way. */
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

    /** How long its request to fence somebody is under way, beyond what is usual. */
    long fencesLate() {
        long now = fencesLateMs;
        fencesLateMs = 0;
        return now;
    }

    boolean isAlive() {
        return !killed && !ended && !frozen;
    }
}
