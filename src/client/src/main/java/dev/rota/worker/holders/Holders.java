package dev.rota.worker.holders;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.Batches;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.WorkerChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The shards that the workers of one pool hold according to its decisions, and when these workers were heard last. Keeps
 * a limited number of both and ignores further ones. Not thread-safe.
 */
final class Holders {

    static final int SHARDS_MAX = 100_000;
    static final int WORKERS_MAX = 10_000;

    /** A longer silence means that a heartbeat is missing: workers send one every 5 s, or three in their timeout. */
    private static final long OVERDUE_MS = 6_000;

    private static final int HEARTBEATS = 3;

    /** The causes of a turn's end that follow from a report of its worker. */
    private static final Set<ShardCause> REPORTED = EnumSet.of(
            ShardCause.DRAINED,
            ShardCause.QUANTUM,
            ShardCause.RETRY,
            ShardCause.BATCH_FAILED,
            ShardCause.REPORT_INVALID);

    /** A registered worker. */
    private static final class Party {
        private long timeoutMs;
        private long heardAt = Long.MIN_VALUE;
    }

    private final String self;
    private final Map<String, String> holders = new HashMap<>();
    private final SortedMap<String, Integer> shards = new TreeMap<>();
    private final Map<String, Party> parties = new HashMap<>();
    private boolean hasStates;

    /** @param self the worker that asks, which is none of the others */
    Holders(String self) {
        this.self = self;
    }

    void changed(ShardState state, long time) {
        hasStates = true;
        String worker = state.getState() == ShardStatus.RUNNING ? state.getWorker() : null;
        String before = hold(state.getShard(), worker);
        if (before != null && worker == null && REPORTED.contains(state.getCause())) {
            heard(before, time);
        }
    }

    /** Takes batches, which show who holds shards in a pool that does not show their states. */
    void assigned(Batch record) {
        if (!hasStates) {
            Batches.of(record).forEach(batch -> hold(batch.getShard(), batch.getWorker()));
        }
    }

    /** Takes receipts. A turn that goes on has another batch, or continues with this one. */
    void executed(ReceiptsCommitted committed, long time) {
        for (BatchReceipts batch : committed.getBatches()) {
            if (!hasStates && !batch.getContinues() && committed.getWorker().equals(holders.get(batch.getShard()))) {
                hold(batch.getShard(), null);
            }
        }
        heard(committed.getWorker(), time);
    }

    /** Notes the worker that holds a shard, or that none does; returns the one that held it before. */
    private @Nullable String hold(String shard, @Nullable String worker) {
        String before = holders.remove(shard);
        if (before != null) {
            shards.computeIfPresent(before, (holder, count) -> count == 1 ? null : count - 1);
        }
        if (worker != null && holders.size() < SHARDS_MAX) {
            holders.put(shard, worker);
            shards.merge(worker, 1, Integer::sum);
        }
        return before;
    }

    void changed(WorkerChange change, long time) {
        String worker = change.getWorker();
        switch (change.getKind()) {
            case READY, DRAINING -> {
                if (parties.size() < WORKERS_MAX || parties.containsKey(worker)) {
                    parties.computeIfAbsent(worker, none -> new Party()).timeoutMs = change.getTimeoutMs();
                    heard(worker, time);
                }
            }
            case LOST, LEFT -> parties.remove(worker);
            case SICK, RECOVERED, SUPERSEDED -> {
                // says nothing about its presence
            }
        }
    }

    /** Notes that nothing that workers sent before a time is known: it may have been their last word. */
    void unknownBefore(long time, Predicate<String> workers) {
        shards.keySet().stream().filter(workers).forEach(worker -> heard(worker, time));
    }

    /** Notes that a worker was heard. */
    void heard(String worker, long time) {
        Party party = parties.get(worker);
        if (party != null) {
            party.heardAt = Math.max(party.heardAt, time);
        }
    }

    /** Returns whether a worker has shards. */
    boolean holds(String worker) {
        return shards.containsKey(worker);
    }

    /** Returns the other workers that have shards and miss a heartbeat, those with most shards first. */
    List<SilentHolder> silent(long now) {
        List<SilentHolder> silent = new ArrayList<>();
        shards.forEach((worker, count) -> {
            Party party = parties.get(worker);
            if (party != null && !worker.equals(self)) {
                long silentMs = now - party.heardAt;
                if (silentMs > Math.min(OVERDUE_MS, party.timeoutMs / HEARTBEATS)) {
                    silent.add(new SilentHolder(worker, count, silentMs, party.timeoutMs));
                }
            }
        });
        silent.sort(Comparator.comparingInt(SilentHolder::shards).reversed().thenComparing(SilentHolder::worker));
        return silent;
    }
}
