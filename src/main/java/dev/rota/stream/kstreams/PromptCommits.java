package dev.rota.stream.kstreams;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets a stream thread commit as soon as it has decided all that it polled, instead of waiting for the commit interval,
 * unless the log is busy: then fewer and larger commits decide more. Each thread sees its own.
 */
public final class PromptCommits {

    /** A larger poll says that the log is busy. */
    public static final int RECORDS_MAX = 100;

    /** A commit writes to each partition's changelog and outputs: with more of them, it costs more than it spares. */
    static final int PARTITIONS_MAX = 2;

    /**
     * Between two commits. A transaction that follows another one sooner waits at the broker, which is still writing
     * the other one's markers.
     */
    static final Duration PAUSE = Duration.ofMillis(5);

    /** Threads look at the clock in whole milliseconds. */
    private static final Duration LATE_MAX = Duration.ofMillis(2);

    private static final class Polls {
        int undecided;
        boolean few;
        long committed;
        /** Whether a commit has been asked for, and by when it comes. */
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

    /** How long the thread may wait for records if it would otherwise wait that long. */
    Duration patience(Duration otherwise) {
        Polls mine = polls.get();
        Duration left = Duration.ofNanos(mine.due - nanoTime.getAsLong());
        // A commit that is overdue will not come: its task is gone.
        mine.planned &= left.compareTo(Duration.ZERO) > 0;
        return mine.planned && left.compareTo(otherwise) < 0 ? left : otherwise;
    }

    /** The thread's consumer has returned that many records; it polls again only when all former ones are decided. */
    void polled(int records, int partitions) {
        Polls mine = polls.get();
        mine.undecided = records;
        mine.few = records <= RECORDS_MAX && partitions <= PARTITIONS_MAX;
    }

    /** A record has been decided; returns how long to wait before a commit, or empty to leave it to the interval. */
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

    /** The thread has committed. */
    void committed() {
        Polls mine = polls.get();
        mine.planned = false;
        mine.committed = nanoTime.getAsLong();
    }
}
