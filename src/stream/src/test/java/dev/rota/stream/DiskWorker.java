package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.WorkerAssignment;
import dev.rota.engine.Nullable;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A worker of a network with routes: it deletes at once what its assignment does not have, fetches what is new after a
 * delay, and then confirms the epoch.
 */
final class DiskWorker {

    final String id;
    final long delayMs;
    final SortedSet<Integer> disk = new TreeSet<>();
    private SortedSet<Integer> wanted = new TreeSet<>();
    private long epoch;

    /** The epoch whose chunks are being fetched, these chunks, and when they are there. */
    private long fetching;

    private SortedSet<Integer> fetched = new TreeSet<>();
    private long fetchedAt = Long.MAX_VALUE;

    /** The last confirmed epoch; null before the first. */
    @Nullable
    Long confirmed;

    /** Readers at this view or a later one know that the worker has lost its disk. */
    long lossKnownFrom;

    DiskWorker(String id, long delayMs) {
        this.id = id;
        this.delayMs = delayMs;
    }

    void take(WorkerAssignment assignment, long now) {
        assertThat(assignment.getParts()).isEqualTo(1);
        wanted = new TreeSet<>();
        int number = 0;
        for (int delta : assignment.getChunks()) {
            number += delta;
            wanted.add(number);
        }
        disk.retainAll(wanted);
        epoch = assignment.getEpoch();
        if (fetchedAt == Long.MAX_VALUE) {
            begin(now);
        }
    }

    private void begin(long now) {
        fetching = epoch;
        fetched = wanted;
        fetchedAt = now + delayMs;
    }

    /** Fetches what is due; returns whether there is something to confirm. */
    boolean fetch(long now) {
        if (now < fetchedAt) {
            return false;
        }
        fetched.stream().filter(number -> wanted.contains(number)).forEach(number -> disk.add(number));
        confirmed = fetching;
        fetchedAt = Long.MAX_VALUE;
        if (fetching < epoch) {
            begin(now);
        }
        return true;
    }

    /** Loses all data; all of it is fetched again after the delay. */
    void loseDisk(long now) {
        disk.clear();
        confirmed = 0L;
        begin(now);
        lossKnownFrom = Long.MAX_VALUE;
    }

    /** Returns whether its disk has what is assigned, and readers may use all of it. */
    boolean isServedWhole(SortedSet<Integer> routes) {
        return disk.equals(wanted) && disk.equals(routes);
    }
}
