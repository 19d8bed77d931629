package dev.rota.stream.kstreams;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets a stream thread commit as soon as it has decided all that it polled, instead of waiting for the commit interval.
 * Between two commits is a pause that grows with what a commit costs: a thread that has more to decide spends most of its
 * time on that, and its commits become fewer and larger. Each thread has a state of its own.
 */
public final class PromptCommits {

    /**
     * The shortest pause between two commits. A transaction that follows another one sooner waits at the broker, which is
     * still writing the other one's markers.
     */
    static final Duration PAUSE = Duration.ofMillis(5);

    /** The pause of a thread that has not been idle since its last commit, in pauses of one that has. */
    static final int BUSY_PAUSES = 3;

    /** How late a planned commit may be: threads read the clock in whole milliseconds. */
    private static final Duration LATE_MAX = Duration.ofMillis(2);

    private static final class Polls {
        int undecided;
        /** True if a poll has returned nothing since the last commit. */
        boolean idle = true;

        long began;
        long committed;
        long pause = PAUSE.toNanos();
        /** True if a commit has been asked for, and by when it comes. */
        boolean planned;

        long due;
    }

    private final LongSupplier nanoTime;
    private final ThreadLocal<Polls> polls;

    /** @param nanoTime a clock such as {@link System#nanoTime()} */
    public PromptCommits(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        polls = ThreadLocal.withInitial(() -> {
            Polls mine = new Polls();
            mine.committed = nanoTime.getAsLong() - PAUSE.toNanos();
            return mine;
        });
    }

    /** Returns how long the thread may wait for records if it would otherwise wait for {@code otherwise}. */
    Duration patience(Duration otherwise) {
        Polls mine = polls.get();
        Duration left = Duration.ofNanos(mine.due - nanoTime.getAsLong());
        // A commit that is overdue will not come: its task is gone.
        mine.planned &= left.compareTo(Duration.ZERO) > 0;
        return mine.planned && left.compareTo(otherwise) < 0 ? left : otherwise;
    }

    /** Notes that the thread's consumer has returned records; it polls again only when all former ones are decided. */
    void polled(int records) {
        Polls mine = polls.get();
        mine.undecided = records;
        mine.idle |= records == 0;
    }

    /** Notes that a record has been decided; returns how long to wait before a commit, or empty if none is to be planned. */
    Optional<Duration> decided() {
        Polls mine = polls.get();
        mine.undecided--;
        if (mine.undecided != 0 || mine.planned) {
            return Optional.empty();
        }
        return Optional.of(plan(mine, mine.pause));
    }

    /** Returns how long a planned commit is to wait on because the thread has been busy; zero if it is due. */
    Duration due() {
        Polls mine = polls.get();
        return mine.idle ? Duration.ZERO : plan(mine, BUSY_PAUSES * mine.pause);
    }

    private Duration plan(Polls mine, long pause) {
        long now = nanoTime.getAsLong();
        Duration wait = Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(Math.max(0, pause - (now - mine.committed))));
        mine.planned = true;
        mine.due = now + wait.plus(LATE_MAX).toNanos();
        return wait;
    }

    /** Notes that the thread begins to commit. */
    void committing() {
        polls.get().began = nanoTime.getAsLong();
    }

    /** Notes that the thread has committed. */
    void committed() {
        Polls mine = polls.get();
        mine.planned = false;
        mine.idle = false;
        mine.committed = nanoTime.getAsLong();
        mine.pause = Math.max(PAUSE.toNanos(), mine.committed - mine.began);
    }
}
