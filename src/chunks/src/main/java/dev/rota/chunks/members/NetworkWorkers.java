package dev.rota.chunks.members;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.placement.WorkerShare;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.tables.ChunksLimits;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.chunks.tables.NetworkTimers;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The workers in the set, with their statuses and timers. A policy can change all statuses, and all workers can fall
 * silent together. Their statuses change, or they leave, at once; statuses that a step has no room to publish are
 * published by following steps, from their rows.
 */
public final class NetworkWorkers {

    /** Follows the workers. */
    public interface Listener {

        /** Adapts to a worker whose status has been redetermined. */
        void judged(NetworkWorker worker);

        /** Adapts to a worker that leaves, while it is still in the set. */
        void leaving(Step step, NetworkWorker worker);
    }

    private final TreeMap<WorkerId, NetworkWorker> set = new TreeMap<>();

    /** Workers that have left the set, which is not published yet. */
    private final TreeMap<WorkerId, NetworkWorker> gone = new TreeMap<>();

    /** Workers in the set whose status is not published yet. */
    private final TreeMap<WorkerId, NetworkWorker> unpublished = new TreeMap<>();

    private final Listener listener;

    private NetworkWorkers(Listener listener) {
        this.listener = listener;
    }

    /** Reads the workers of a network, whom a listener then follows. */
    public static NetworkWorkers read(Tables tables, Listener listener) {
        NetworkWorkers workers = new NetworkWorkers(listener);
        tables.table(ChunksTables.WORKERS).forEach(Key.EMPTY, (key, row) -> workers.restore(NetworkWorker.of(row)));
        return workers;
    }

    private void restore(NetworkWorker worker) {
        if (worker.status == WorkerState.GONE) {
            gone.put(worker.id, worker);
            return;
        }
        add(worker);
        if (worker.published != null) {
            unpublished.put(worker.id, worker);
        }
    }

    public void add(NetworkWorker worker) {
        set.put(worker.id, worker);
    }

    public int count() {
        return set.size();
    }

    /** Returns all workers in the order of ids. */
    public Collection<NetworkWorker> all() {
        return set.values();
    }

    /** Returns the worker with these id bytes, whatever the spelling. */
    @Nullable
    public NetworkWorker withBytesOf(WorkerId id) {
        return set.get(id);
    }

    /** Returns the worker with exactly this spelling of its id. */
    @Nullable
    public NetworkWorker named(String text) {
        NetworkWorker worker = set.get(WorkerId.of(text));
        return worker != null && worker.id.text().equals(text) ? worker : null;
    }

    /** Returns the number of workers that have ever confirmed an epoch. */
    public int confirming() {
        return (int) set.values().stream().filter(worker -> worker.hasConfirmed).count();
    }

    /** Records which workers take part in a published epoch; most often that has not changed. */
    public void takePart(Step step, Policy policy) {
        for (NetworkWorker worker : set.values()) {
            boolean takesPart = worker.capacity(policy) != null;
            if (worker.tookPart != takesPart) {
                worker.tookPart = takesPart;
                write(step, worker);
            }
        }
    }

    /** Forgets the timers of these workers, which have fired and cannot be moved any more. */
    public void fired(List<WorkerId> timers) {
        timers.forEach(worker -> expect(worker).alarm = Times.NEVER);
    }

    /** Returns the worker of a timer, which must exist. */
    public NetworkWorker expect(WorkerId id) {
        NetworkWorker worker = set.get(id);
        if (worker == null) {
            throw new IllegalStateException("expected worker " + id.hex() + " behind its timer, but it is gone");
        }
        return worker;
    }

    /** Records a ping: the worker is not offline, and its silence counts from now on. */
    public static void heard(Step step, NetworkWorker worker, Policy policy) {
        worker.lastPing = step.now();
        worker.offline = false;
        worker.expired = false;
        setAlarm(step, worker, judgedAt(worker, policy));
    }

    /** Removes the workers whose silence has expired, in the order of ids. */
    public void dismissExpired(Step step) {
        List<NetworkWorker> silent =
                set.values().stream().filter(worker -> worker.expired).toList();
        silent.forEach(worker -> leave(step, worker));
    }

    /** Judges a worker's silence after its timer has fired, and sets the timer for the time that is left. */
    public void silent(Step step, NetworkWorker worker, Policy policy) {
        setAlarm(step, worker, judgeSilence(step, worker, policy));
        judge(step, worker, policy, false, false);
    }

    /** Determines whether a worker is offline or expired by attended time; returns when to judge it again. */
    private static long judgeSilence(Step step, NetworkWorker worker, Policy policy) {
        long offlineAt = step.attended().over(worker.lastPing, policy.rules().getInactiveAfterMs());
        long expiredAt = step.attended().over(worker.lastPing, ChunksLimits.SILENCE_MS_MAX);
        worker.offline = offlineAt <= step.now();
        worker.expired = expiredAt <= step.now();
        return Math.min(worker.offline ? Times.NEVER : offlineAt, worker.expired ? Times.NEVER : expiredAt);
    }

    /**
     * Returns whether a worker is late by the policy's limit that was not so far, or the reverse. Only an attended Tick
     * can decide that, since part of the time may not have been attended.
     */
    public boolean areDoubtful(long now, Policy policy) {
        return set.values().stream().anyMatch(worker -> worker.offline != (offlineAt(worker, policy) <= now));
    }

    /** Redetermines all statuses, none of which is doubtful. */
    public void judgeAll(Step step, Policy policy) {
        for (NetworkWorker worker : set.values()) {
            setAlarm(step, worker, judgedAt(worker, policy));
            judge(step, worker, policy, false, false);
        }
    }

    /** Redetermines all statuses at an attended Tick. */
    public void judgeAllSilence(Step step, Policy policy) {
        for (NetworkWorker worker : set.values()) {
            setAlarm(step, worker, judgeSilence(step, worker, policy));
            judge(step, worker, policy, false, false);
        }
    }

    private static long offlineAt(NetworkWorker worker, Policy policy) {
        return Times.after(worker.lastPing, policy.rules().getInactiveAfterMs());
    }

    /** Returns when a worker's silence is judged next, if all time is attended. */
    private static long judgedAt(NetworkWorker worker, Policy policy) {
        return Math.min(
                worker.offline ? Times.NEVER : offlineAt(worker, policy),
                worker.expired ? Times.NEVER : Times.after(worker.lastPing, ChunksLimits.SILENCE_MS_MAX));
    }

    /** Redetermines a worker's status, publishes it if it has changed, and updates its row. */
    public void judge(Step step, NetworkWorker worker, Policy policy, boolean isNew, boolean versionChanged) {
        WorkerState published = worker.published == null ? worker.status : worker.published;
        worker.status = worker.statusUnder(policy);
        worker.published = isNew || versionChanged ? WorkerState.GONE : published == worker.status ? null : published;
        if (worker.published != null && step.hasRoom()) {
            worker.published = null;
            publish(step, worker);
        }
        if (worker.published == null) {
            unpublished.remove(worker.id);
        } else {
            unpublished.put(worker.id, worker);
            step.continueWith(NetworkTimers.STATUSES.key());
        }
        step.table(ChunksTables.WORKERS).put(worker.id.key(), worker.row(), !isNew);
        listener.judged(worker);
    }

    /**
     * Updates which chunks drained workers are still assigned, and publishes where that has changed.
     *
     * @param shares returns the rows of a worker's share in force
     */
    public void noteWhatIsLeft(Step step, Policy policy, Function<WorkerId, List<AssignmentRow>> shares) {
        for (NetworkWorker worker : set.values()) {
            if (worker.draining) {
                long before = worker.chunksLeft;
                countWhatIsLeft(worker, shares.apply(worker.id));
                if (worker.chunksLeft != before) {
                    boolean isOffline = worker.statusUnder(policy) == WorkerState.OFFLINE;
                    judge(step, worker, policy, false, !isOffline);
                }
            }
        }
    }

    /** Counts the chunks that a worker is still assigned. */
    public static void countWhatIsLeft(NetworkWorker worker, List<AssignmentRow> share) {
        worker.chunksLeft = share.stream().mapToLong(AssignmentRow::getCount).sum();
        worker.bytesLeft = share.stream().mapToLong(AssignmentRow::getBytes).reduce(0, WorkerShare::saturated);
    }

    /** Writes the row of a worker in the set. */
    public void write(Step step, NetworkWorker worker) {
        step.table(ChunksTables.WORKERS).put(worker.id.key(), worker.row(), true);
    }

    /** Publishes what earlier steps had no room for: departures, then statuses, by id. */
    public void publishRest(Step step) {
        while (!gone.isEmpty() || !unpublished.isEmpty()) {
            if (!step.hasRoom()) {
                step.continueWith(NetworkTimers.STATUSES.key());
                return;
            }
            if (gone.isEmpty()) {
                NetworkWorker worker = unpublished.pollFirstEntry().getValue();
                worker.published = null;
                publish(step, worker);
                step.table(ChunksTables.WORKERS).put(worker.id.key(), worker.row(), true);
            } else {
                publishDeparture(step, gone.firstEntry().getValue());
            }
        }
    }

    private void publishDeparture(Step step, NetworkWorker worker) {
        gone.remove(worker.id);
        step.table(ChunksTables.WORKERS).drop(worker.id.key());
        publish(step, worker);
    }

    /** Publishes a worker's departure before its id returns. */
    public void publishBeforeItReturns(Step step, WorkerId id) {
        NetworkWorker worker = gone.get(id);
        if (worker != null) {
            publishDeparture(step, worker);
        }
    }

    private static void setAlarm(Step step, NetworkWorker worker, long due) {
        if (worker.alarm != due) {
            step.attended().move(worker.alarm, due, NetworkTimers.SILENCE.key(worker.id));
            worker.alarm = due;
        }
    }

    public void leave(Step step, NetworkWorker worker) {
        if (worker.published != null && step.hasRoom()) {
            publish(step, worker);
        }
        setAlarm(step, worker, Times.NEVER);
        listener.leaving(step, worker);
        set.remove(worker.id);
        unpublished.remove(worker.id);
        worker.status = WorkerState.GONE;
        worker.published = null;
        gone.put(worker.id, worker);
        if (step.hasRoom()) {
            publishDeparture(step, worker);
        } else {
            step.table(ChunksTables.WORKERS).put(worker.id.key(), worker.row(), true);
            step.continueWith(NetworkTimers.STATUSES.key());
        }
    }

    private static void publish(Step step, NetworkWorker worker) {
        String text = worker.id.text();
        boolean isDrained = worker.status == WorkerState.DRAINING || worker.status == WorkerState.DRAINED;
        step.emit(
                ChunksTopics.WORKER_STATUS,
                text,
                new WorkerStatus(
                        step.unit(),
                        text,
                        worker.status,
                        worker.version,
                        isDrained ? worker.chunksLeft : null,
                        isDrained ? worker.bytesLeft : null));
    }
}
