package dev.rota.stream.kstreams;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets a stream thread commit as soon as it has decided all that it polled, instead of waiting for the commit interval,
 * unless the log is busy: then fewer and larger commits decide more. Each thread has a state of its own.
 */
public final class PromptCommits {

    /** The largest poll of a log that is not busy. */
    public static final int RECORDS_MAX = 100;

    /**
     * The most partitions of a prompt commit. Each has a changelog and outputs that a commit writes; with more of them,
     * it costs more than it saves.
     */
    static final int PARTITIONS_MAX = 2;

    /**
     * The pause between two commits. A transaction that follows another one sooner waits at the broker, which is still
     * writing the other one's markers.
     */
    static final Duration PAUSE = Duration.ofMillis(5);

    /** How late a planned commit may be: threads read the clock in whole milliseconds. */
    private static final Duration LATE_MAX = Duration.ofMillis(2);

    private static final class Polls {
        int undecided;
        boolean few;
        long committed;
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
    void polled(int records, int partitions) {
        Polls mine = polls.get();
        mine.undecided = records;
        mine.few = records <= RECORDS_MAX && partitions <= PARTITIONS_MAX;
    }

    /**
     * Notes that a record has been decided; returns how long to wait before a commit, or empty to leave it to the
     * interval.
     */
    Optional<Duration> decided() {
        Polls mine = polls.get();
        mine.undecided--;
        if (!mine.few || mine.undecided != 0 || mine.planned) {
            return Optional.empty();
        }
        long now = nanoTime.getAsLong();
        long pause = PAUSE.toMillis() - TimeUnit.NANOSECONDS.toMillis(now - mine.committed);
        Duration wait = Duration.ofMillis(Math.max(0, pause));
        mine.planned = true;
        mine.due = now + wait.plus(LATE_MAX).toNanos();
        return Optional.of(wait);
    }

    /** Notes that the thread has committed. */
    void committed() {
        Polls mine = polls.get();
        mine.planned = false;
        mine.committed = nanoTime.getAsLong();
    }
}
