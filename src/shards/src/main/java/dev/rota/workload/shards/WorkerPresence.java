package dev.rota.workload.shards;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Until when each incarnation of a worker is there: until it is heard last, or beyond the end of the record if it is
 * there at its end.
 */
final class WorkerPresence {

    /** A third of the time after which it would be lost: how often a worker is heard after the end of the record. */
    private static final int HEARTBEATS_IN_TIMEOUT = 3;

    private record Incarnation(String worker, String name) implements Comparable<Incarnation> {

        private static final Comparator<Incarnation> ORDER =
                Comparator.comparing(Incarnation::worker).thenComparing(Incarnation::name);

        @Override
        public int compareTo(Incarnation other) {
            return ORDER.compare(this, other);
        }
    }

    /** A heartbeat after the end of the record. */
    private record Heartbeat(long time, String worker) {}

    private final Map<Incarnation, Long> last = new TreeMap<>();
    private final Map<String, String> present = new TreeMap<>();
    private final PriorityQueue<Heartbeat> heartbeats =
            new PriorityQueue<>(Comparator.comparingLong(Heartbeat::time).thenComparing(Heartbeat::worker));

    private long everyMs = 1;

    /** Takes note of an event that the world will have, or had before the branch. */
    void foresee(WorkerEvent event, long time) {
        String worker = event.getWorker();
        if (event.getEvent() instanceof WorkerReady ready) {
            ready(new Incarnation(worker, ready.getIncarnation()), time);
        } else if (event.getEvent() instanceof WorkerLeft left && heard(worker, left.getIncarnation(), time)) {
            present.remove(worker);
        }
        for (BatchExecuted report : Workforce.reports(event)) {
            heard(worker, report.getIncarnation(), time);
        }
    }

    private void ready(Incarnation incarnation, long time) {
        String now = present.get(incarnation.worker());
        boolean isReplaced = now != null && !now.equals(incarnation.name()) && last.containsKey(incarnation);
        if (!isReplaced) {
            last.put(incarnation, time);
            present.put(incarnation.worker(), incarnation.name());
        }
    }

    private boolean heard(String worker, String incarnation, long time) {
        String now = present.get(worker);
        if (now == null || (!incarnation.isEmpty() && !incarnation.equals(now))) {
            return false;
        }
        last.put(new Incarnation(worker, now), time);
        return true;
    }

    /** Lets the workers stay that are there at the end of the record. */
    void end(long recordEnd, long timeoutMs) {
        everyMs = Math.max(1, timeoutMs / HEARTBEATS_IN_TIMEOUT);
        present.forEach((worker, name) -> {
            Incarnation incarnation = new Incarnation(worker, name);
            long heardLast = last.getOrDefault(incarnation, recordEnd);
            if (recordEnd - heardLast < timeoutMs) {
                last.put(incarnation, Times.NEVER);
                heartbeats.add(new Heartbeat(Times.after(Math.max(recordEnd, heardLast), everyMs), worker));
            }
        });
    }

    /** Returns until when an incarnation of a worker acts. */
    long until(String worker, String incarnation) {
        return last.getOrDefault(new Incarnation(worker, incarnation), Long.MIN_VALUE);
    }

    /** Returns the time of the next heartbeat, or {@link Times#NEVER}. */
    long next() {
        Heartbeat first = heartbeats.peek();
        return first == null ? Times.NEVER : first.time();
    }

    /** Returns the worker whose heartbeat is next, and sets the one after it. */
    @Nullable
    String heartbeat() {
        Heartbeat first = heartbeats.poll();
        if (first == null) {
            return null;
        }
        heartbeats.add(new Heartbeat(Times.after(first.time(), everyMs), first.worker()));
        return first.worker();
    }
}
