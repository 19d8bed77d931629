package dev.rota.chunks;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** The workers in the set: what is thought of them, and when to look again. */
final class Workers {

    /** [1, worker id's bytes in hex] is a timer that looks whether the worker is offline. */
    static final int OFFLINE_ALARM = 1;

    private final TreeMap<WorkerId, Worker> set = new TreeMap<>();

    /** Nobody has been silent for too long before this time. */
    private long silentFrom = Long.MIN_VALUE;

    static Workers read(Tables tables) {
        Workers workers = new Workers();
        try (Table.Cursor<WorkerRow> cursor = tables.table(ChunksTables.WORKERS).scan(Key.EMPTY)) {
            for (Table.Entry<WorkerRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                workers.add(Worker.of(entry.row()));
            }
        }
        return workers;
    }

    void add(Worker worker) {
        set.put(worker.id, worker);
    }

    void remove(WorkerId id) {
        set.remove(id);
    }

    int count() {
        return set.size();
    }

    /** In the order of ids. */
    Collection<Worker> all() {
        return set.values();
    }

    /** Who has these id's bytes, whatever text it is called by. */
    @Nullable
    Worker withBytesOf(WorkerId id) {
        return set.get(id);
    }

    /** Who is called so. */
    @Nullable
    Worker named(String text) {
        Worker worker = set.get(WorkerId.of(text));
        return worker != null && worker.id.text().equals(text) ? worker : null;
    }

    /** A worker whose timer fires: it must be there. */
    Worker behind(Key alarm) {
        Key.Reader reader = alarm.read();
        reader.kind();
        return expect(WorkerId.ofHex(reader.text()));
    }

    private Worker expect(WorkerId id) {
        Worker worker = set.get(id);
        if (worker == null) {
            throw new IllegalStateException("expected worker " + id.hex() + " behind its timer, but it is gone");
        }
        return worker;
    }

    /** Those that have been silent for too long leave, in the order of ids. */
    void dismissSilent(Step step) {
        long now = step.now();
        if (now < silentFrom) {
            return;
        }
        List<Worker> silent = set.values().stream()
                .filter(worker -> worker.lastPing <= now - ChunksLimits.SILENCE_MS_MAX)
                .toList();
        silent.forEach(worker -> leave(step, worker));
        long oldest =
                set.values().stream().mapToLong(worker -> worker.lastPing).min().orElse(now);
        silentFrom = oldest + ChunksLimits.SILENCE_MS_MAX;
    }

    /** Takes a worker's status anew, says it if it has changed, and sees to its timer; its row is written. */
    void judge(Step step, Worker worker, Policy policy, boolean isNew, boolean versionChanged) {
        WorkerState status = worker.statusAt(step.now(), policy);
        boolean tell = isNew || versionChanged || status != worker.status;
        worker.status = status;
        setAlarm(step, worker, status == WorkerState.OFFLINE ? Worker.NEVER : worker.offlineAt(policy));
        step.table(ChunksTables.WORKERS).put(worker.id.key(), worker.row(), !isNew);
        if (tell) {
            tell(step, worker);
        }
    }

    /** A timer fires when its worker is offline and never before: what fires moves the network's time on. */
    private static void setAlarm(Step step, Worker worker, long due) {
        if (worker.alarm == due) {
            return;
        }
        if (worker.alarm != Worker.NEVER) {
            step.timers().cancel(worker.alarm, alarm(worker));
        }
        if (due != Worker.NEVER) {
            step.timers().set(due, alarm(worker));
        }
        worker.alarm = due;
    }

    void leave(Step step, Worker worker) {
        setAlarm(step, worker, Worker.NEVER);
        remove(worker.id);
        step.table(ChunksTables.WORKERS).drop(worker.id.key());
        worker.status = WorkerState.GONE;
        tell(step, worker);
    }

    private static void tell(Step step, Worker worker) {
        String text = worker.id.text();
        step.emit(ChunksDomain.WORKER_STATUS, text, new WorkerStatus(step.unit(), text, worker.status, worker.version));
    }

    private static Key alarm(Worker worker) {
        return Key.of().kind(OFFLINE_ALARM).text(worker.id.hex()).end();
    }
}
