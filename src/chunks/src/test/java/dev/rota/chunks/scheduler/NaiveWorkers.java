package dev.rota.chunks.scheduler;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerDraining;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerResumed;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Holds a network's workers, by id bytes. */
final class NaiveWorkers {

    static final long DAY_MS = 24L * 60 * 60 * 1000;

    private final String network;
    private final SortedMap<String, NaiveWorker> set = new TreeMap<>();

    NaiveWorkers(String network) {
        this.network = network;
    }

    List<NaiveWorker> all() {
        return List.copyOf(set.values());
    }

    NaiveWorker expect(String id) {
        return Objects.requireNonNull(set.get(NaiveWorkerId.hex(id)));
    }

    /** Applies a worker's event and returns the statuses of workers that leave. */
    List<WorkerStatus> take(WorkerEvent event, long now) throws NaiveRejected {
        String id = event.getWorker();
        NaiveWorker worker = set.get(NaiveWorkerId.hex(id));
        if (event.getEvent() instanceof WorkerPing ping) {
            if (worker != null && !worker.id.equals(id)) {
                throw new NaiveRejected(ChunksReason.PING_INVALID);
            }
            List<WorkerStatus> gone = silent();
            count(id, ping, now);
            return gone;
        }
        if (worker == null || !worker.id.equals(id)) {
            throw new NaiveRejected(ChunksReason.WORKER_UNKNOWN);
        }
        if (event.getEvent() instanceof WorkerFlagged flagged) {
            worker.flagged = flagged.getFlagged();
            return List.of();
        }
        if (event.getEvent() instanceof WorkerDraining || event.getEvent() instanceof WorkerResumed) {
            worker.draining = event.getEvent() instanceof WorkerDraining;
            return List.of();
        }
        return List.of(leave(worker));
    }

    /** Returns the statuses that differ from the published ones, in status or version. */
    List<WorkerStatus> changes(PlacementPolicy policy, long now) {
        List<WorkerStatus> changes = new ArrayList<>();
        for (NaiveWorker worker : set.values()) {
            WorkerState status = worker.status(policy, now);
            boolean drained = status == WorkerState.DRAINING || status == WorkerState.DRAINED;
            boolean lessLeft = drained && worker.left != worker.toldLeft;
            worker.toldLeft = worker.left;
            if (status != worker.told || !same(worker.version, worker.toldVersion) || lessLeft) {
                worker.told = status;
                worker.toldVersion = worker.version;
                changes.add(WorkerStatus.newBuilder()
                        .setNetwork(network)
                        .setWorker(worker.id)
                        .setStatus(status)
                        .setVersion(worker.version)
                        .setChunksLeft(drained ? worker.left : null)
                        .setBytesLeft(drained ? worker.bytesLeft : null)
                        .build());
            }
        }
        return changes;
    }

    /** Marks the workers that have been silent for a day. */
    void expire(long now) {
        all().stream().filter(worker -> now - worker.lastPing >= DAY_MS).forEach(worker -> worker.expired = true);
    }

    private List<WorkerStatus> silent() {
        List<WorkerStatus> gone = new ArrayList<>();
        for (NaiveWorker worker : all()) {
            if (worker.expired) {
                gone.add(leave(worker));
            }
        }
        return gone;
    }

    private WorkerStatus leave(NaiveWorker worker) {
        set.remove(worker.hex);
        return WorkerStatus.newBuilder()
                .setNetwork(network)
                .setWorker(worker.id)
                .setStatus(WorkerState.GONE)
                .setVersion(worker.version)
                .build();
    }

    private void count(String id, WorkerPing ping, long now) {
        NaiveWorker worker = set.get(NaiveWorkerId.hex(id));
        if (worker == null) {
            worker = new NaiveWorker(id);
            set.put(worker.hex, worker);
        }
        worker.lastPing = now;
        worker.expired = false;
        worker.version = ping.getVersion();
        worker.capacity = ping.getCapacityBytes();
        worker.stored = ping.getStoredBytes();
    }

    private static boolean same(@Nullable String one, @Nullable String other) {
        return one == null ? other == null : one.equals(other);
    }
}
