package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The jobs of several queues in one order. */
final class MergedJobs implements Iterator<Job> {

    private final Order order;
    private final Iterator<Job> a;
    private final Iterator<Job> b;
    private @Nullable Job nextA;
    private @Nullable Job nextB;

    MergedJobs(Order order, Iterator<Job> a, Iterator<Job> b) {
        this.order = order;
        this.a = a;
        this.b = b;
        nextA = next(a);
        nextB = next(b);
    }

    /** Merges any number of queues in pairs. */
    static Iterator<Job> of(Order order, List<Iterator<Job>> queues) {
        if (queues.size() <= 1) {
            return queues.isEmpty() ? Collections.emptyIterator() : queues.get(0);
        }
        int half = queues.size() / 2;
        return new MergedJobs(
                order, of(order, queues.subList(0, half)), of(order, queues.subList(half, queues.size())));
    }

    @Override
    public boolean hasNext() {
        return nextA != null || nextB != null;
    }

    @Override
    public Job next() {
        Job first = order.first(nextA, nextB);
        if (first == null) {
            throw new NoSuchElementException();
        }
        if (first == nextA) {
            nextA = next(a);
        } else {
            nextB = next(b);
        }
        return first;
    }

    private static @Nullable Job next(Iterator<Job> jobs) {
        return jobs.hasNext() ? jobs.next() : null;
    }
}
