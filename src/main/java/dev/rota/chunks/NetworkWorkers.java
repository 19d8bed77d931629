package dev.rota.chunks;

import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The workers in the set, with their statuses and timers. A policy can change all statuses, and all workers can fall
 * silent together: their statuses change, or they leave, at once, but statuses that a step has no room to publish are
 * published in following ones, from their rows.
 */
public final class NetworkWorkers {

    /** [3] continues to publish statuses. */
    static final int STATUSES_UNTOLD = 3;

    private static final Key TELL_ON = Key.of().kind(STATUSES_UNTOLD).end();

    /** [1, worker id's bytes in hex] is the offline timer of a worker. */
    static final int OFFLINE_ALARM = 1;

    private final TreeMap<WorkerId, NetworkWorker> set = new TreeMap<>();

    /** Workers that have left the set, which is not published yet. */
    private final TreeMap<WorkerId, NetworkWorker> gone = new TreeMap<>();

    /** Workers in the set whose status is not published yet. */
    private final TreeMap<WorkerId, NetworkWorker> untold = new TreeMap<>();

    /** A time before which no worker exceeds the maximum silence. */
    private long silentFrom = Long.MIN_VALUE;

    static NetworkWorkers read(Tables tables) {
        NetworkWorkers workers = new NetworkWorkers();
        try (Table.Cursor<WorkerRow> cursor = tables.table(ChunksTables.WORKERS).scan(Key.EMPTY)) {
            for (Table.Entry<WorkerRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                workers.restore(NetworkWorker.of(entry.row()));
            }
        }
        return workers;
    }

    private void restore(NetworkWorker worker) {
        if (worker.status == WorkerState.GONE) {
            gone.put(worker.id, worker);
            return;
        }
        add(worker);
        if (worker.told != null) {
            untold.put(worker.id, worker);
        }
    }

    public void add(NetworkWorker worker) {
        set.put(worker.id, worker);
    }

    public void remove(WorkerId id) {
        set.remove(id);
    }

    int count() {
        return set.size();
    }

    /** In the order of ids. */
    public Collection<NetworkWorker> all() {
        return set.values();
    }

    /** The worker with these id bytes, whatever its spelling. */
    @Nullable
    public NetworkWorker withBytesOf(WorkerId id) {
        return set.get(id);
    }

    /** The worker with exactly this spelling of its id. */
    @Nullable
    public NetworkWorker named(String text) {
        NetworkWorker worker = set.get(WorkerId.of(text));
        return worker != null && worker.id.text().equals(text) ? worker : null;
    }

    /** The worker of a timer; it must exist. */
    NetworkWorker behind(Key alarm) {
        Key.Reader reader = alarm.read();
        reader.kind();
        return expect(WorkerId.ofHex(reader.text()));
    }

    private NetworkWorker expect(WorkerId id) {
        NetworkWorker worker = set.get(id);
        if (worker == null) {
            throw new IllegalStateException("expected worker " + id.hex() + " behind its timer, but it is gone");
        }
        return worker;
    }

    /** Removes the workers that have been silent for too long, in the order of ids. */
    void dismissSilent(Step step) {
        long now = step.now();
        if (now < silentFrom) {
            return;
        }
        List<NetworkWorker> silent = set.values().stream()
                .filter(worker -> worker.lastPing <= now - ChunksLimits.SILENCE_MS_MAX)
                .toList();
        silent.forEach(worker -> leave(step, worker));
        long oldest =
                set.values().stream().mapToLong(worker -> worker.lastPing).min().orElse(now);
        silentFrom = oldest + ChunksLimits.SILENCE_MS_MAX;
    }

    /** Redetermines a worker's status, publishes it if it has changed, and updates its timer and row. */
    void judge(Step step, NetworkWorker worker, Policy policy, boolean isNew, boolean versionChanged) {
        WorkerState told = worker.told == null ? worker.status : worker.told;
        worker.status = worker.statusAt(step.now(), policy);
        worker.told = isNew || versionChanged ? WorkerState.GONE : told == worker.status ? null : told;
        setAlarm(step, worker, worker.status == WorkerState.OFFLINE ? NetworkWorker.NEVER : worker.offlineAt(policy));
        if (worker.told != null && step.hasRoom()) {
            worker.told = null;
            tell(step, worker);
        }
        if (worker.told == null) {
            untold.remove(worker.id);
        } else {
            untold.put(worker.id, worker);
            step.continueWith(TELL_ON);
        }
        step.table(ChunksTables.WORKERS).put(worker.id.key(), worker.row(), !isNew);
    }

    /** Publishes what earlier steps had no room for: departures, then statuses, by id. */
    void tellOn(Step step) {
        while (!gone.isEmpty() || !untold.isEmpty()) {
            if (!step.hasRoom()) {
                step.continueWith(TELL_ON);
                return;
            }
            if (gone.isEmpty()) {
                NetworkWorker worker = untold.pollFirstEntry().getValue();
                worker.told = null;
                tell(step, worker);
                step.table(ChunksTables.WORKERS).put(worker.id.key(), worker.row(), true);
            } else {
                tellGone(step, gone.firstEntry().getValue());
            }
        }
    }

    private void tellGone(Step step, NetworkWorker worker) {
        gone.remove(worker.id);
        step.table(ChunksTables.WORKERS).drop(worker.id.key());
        tell(step, worker);
    }

    /** Publishes a worker's departure before its id returns. */
    void tellBeforeItReturns(Step step, WorkerId id) {
        NetworkWorker worker = gone.get(id);
        if (worker != null) {
            tellGone(step, worker);
        }
    }

    /** Moves a worker's offline timer. It never fires early, since firing advances the network's time. */
    private static void setAlarm(Step step, NetworkWorker worker, long due) {
        if (worker.alarm == due) {
            return;
        }
        if (worker.alarm != NetworkWorker.NEVER) {
            step.timers().cancel(worker.alarm, alarm(worker));
        }
        if (due != NetworkWorker.NEVER) {
            step.timers().set(due, alarm(worker));
        }
        worker.alarm = due;
    }

    void leave(Step step, NetworkWorker worker) {
        if (worker.told != null && step.hasRoom()) {
            tell(step, worker);
        }
        setAlarm(step, worker, NetworkWorker.NEVER);
        remove(worker.id);
        untold.remove(worker.id);
        worker.status = WorkerState.GONE;
        worker.told = null;
        gone.put(worker.id, worker);
        if (step.hasRoom()) {
            tellGone(step, worker);
        } else {
            step.table(ChunksTables.WORKERS).put(worker.id.key(), worker.row(), true);
            step.continueWith(TELL_ON);
        }
    }

    private static void tell(Step step, NetworkWorker worker) {
        String text = worker.id.text();
        step.emit(ChunksDomain.WORKER_STATUS, text, new WorkerStatus(step.unit(), text, worker.status, worker.version));
    }

    private static Key alarm(NetworkWorker worker) {
        return Key.of().kind(OFFLINE_ALARM).text(worker.id.hex()).end();
    }
}
