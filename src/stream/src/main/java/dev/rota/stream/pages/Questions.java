package dev.rota.stream.pages;

import dev.rota.engine.Subject;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Questions about subjects of units, which a unit's stream thread answers from live state between two records. The same
 * question of several callers is answered once.
 */
public final class Questions {

    /** How long a question waits to be answered. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The most questions that wait. */
    static final int WAITING_MAX = 200;

    /** A question that waits for its partition's stream thread. */
    record Waiting(int partition, String unit, Subject subject, long asked, CompletableFuture<PageAnswer> answer) {

        boolean asks(String named, Subject about) {
            return unit.equals(named) && subject.equals(about);
        }
    }

    private final LongSupplier nanoTime;
    private final IntPredicate here;
    private final IntPredicate decidedElsewhere;
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    /** True if any question may wait; read without a lock. */
    private volatile boolean waits;

    /**
     * @param nanoTime a clock such as {@link System#nanoTime()}
     * @param here returns whether a processor of this instance decides a partition
     * @param decidedElsewhere returns whether another instance does
     */
    public Questions(LongSupplier nanoTime, IntPredicate here, IntPredicate decidedElsewhere) {
        this.nanoTime = nanoTime;
        this.here = here;
        this.decidedElsewhere = decidedElsewhere;
    }

    /** Returns the answer about a subject of a unit whose key maps to this log partition, as JSON. */
    public CompletableFuture<PageAnswer> ask(int partition, String unit, Subject subject) {
        expire();
        if (!here.test(partition)) {
            return CompletableFuture.completedFuture(
                    decidedElsewhere.test(partition)
                            ? PageAnswer.notHere(unit, partition)
                            : PageAnswer.moving(unit, partition));
        }
        synchronized (this) {
            for (Waiting each : waiting) {
                if (each.asks(unit, subject)) {
                    return each.answer().copy();
                }
            }
            if (waiting.size() >= WAITING_MAX) {
                return CompletableFuture.completedFuture(PageAnswer.tooManyRequests(WAITING_MAX));
            }
            Waiting asked = new Waiting(partition, unit, subject, nanoTime.getAsLong(), new CompletableFuture<>());
            waiting.add(asked);
            waits = true;
            return asked.answer().copy();
        }
    }

    /** Takes the questions about units of a partition, longest waiting first; the caller answers them. */
    List<Waiting> take(int partition, int max) {
        // This method is called after each record.
        return waits ? taken(partition, max) : List.of();
    }

    private synchronized List<Waiting> taken(int partition, int max) {
        List<Waiting> taken = new ArrayList<>();
        Iterator<Waiting> all = waiting.iterator();
        while (all.hasNext() && taken.size() < max) {
            Waiting next = all.next();
            if (next.partition() == partition) {
                all.remove();
                taken.add(next);
            }
        }
        waits = !waiting.isEmpty();
        return taken;
    }

    /** Answers the questions of a partition whose processor was closed. */
    void close(int partition) {
        remove(each -> each.partition() == partition)
                .forEach(each -> each.answer().complete(PageAnswer.moving(each.unit(), partition)));
    }

    private void expire() {
        long now = nanoTime.getAsLong();
        remove(each -> now - each.asked() >= PATIENCE.toNanos())
                .forEach(each -> each.answer().complete(PageAnswer.late(each.unit(), PATIENCE)));
    }

    private synchronized List<Waiting> remove(Predicate<Waiting> which) {
        List<Waiting> removed = new ArrayList<>();
        waiting.removeIf(each -> which.test(each) && removed.add(each));
        return removed;
    }
}
