package dev.rota.shards.view;

import dev.rota.engine.PageSnapshot;
import dev.rota.engine.text.JsonText;
import dev.rota.shards.Pool;
import dev.rota.shards.view.PoolSnapshot.TurnLine;
import dev.rota.shards.view.PoolSnapshot.WorkerLine;

/** The page {@code state.json}: a pool's queue, turns and workers. */
public final class PoolState {

    public static final String NAME = "state.json";

    private PoolState() {}

    /** Takes a snapshot of a pool between two records. */
    public static PageSnapshot of(Pool pool, String name, long now) {
        return PoolSnapshot.of(pool, name, now);
    }

    static String json(PoolSnapshot pool) {
        return JsonText.object(json -> json.field("pool", pool.pool())
                .field("asOf", pool.asOf())
                .object(
                        "policy",
                        policy -> policy.field("quantumMs", pool.policy().getQuantumMs())
                                .field("batchTimeoutMs", pool.policy().getBatchTimeoutMs())
                                .field("attemptsMax", pool.policy().getAttemptsMax()))
                .field("pending", pool.pending())
                .field("queued", pool.queued())
                .list(
                        "queue",
                        pool.queue(),
                        (shard, line) -> line.field("shard", shard.shard())
                                .field("position", shard.position())
                                .field("since", shard.since())
                                .field("pending", shard.pending())
                                .field("losses", shard.losses())
                                .field("suspects", shard.suspects())
                                .field("notOn", shard.notOn()))
                .field("running", pool.running())
                .list("turns", pool.turns(), PoolState::turn)
                .object(
                        "slots",
                        slots -> slots.field("workers", pool.slots().workers())
                                .field("slots", pool.slots().slots())
                                .field("free", pool.slots().free())
                                .field("running", pool.slots().running())
                                .field("stuck", pool.slots().stuck())
                                .field("sick", pool.slots().sick())
                                .field("draining", pool.slots().draining()))
                .list("workers", pool.workers(), PoolState::worker)
                .field("troubledCount", pool.troubledCount())
                .list("troubled", pool.troubled(), PoolState::worker));
    }

    private static void turn(TurnLine turn, JsonText json) {
        json.field("shard", turn.shard())
                .field("worker", turn.worker())
                .field("token", turn.token())
                .field("batch", turn.batch())
                .field("size", turn.size())
                .field("sentAt", turn.sentAt())
                .field("deadline", turn.deadline())
                .field("pending", turn.pending());
    }

    private static void worker(WorkerLine worker, JsonText json) {
        json.field("worker", worker.worker())
                .field("incarnation", worker.incarnation())
                .field("slots", worker.slots())
                .field("taken", worker.taken())
                .field("stuck", worker.stuck())
                .field("restUntil", (Number) worker.restUntil())
                .field("silent", worker.silent())
                .field("heardAt", worker.heardAt())
                .field("deadline", worker.deadline())
                .field("failures", worker.failures())
                .list("turns", worker.turns(), PoolState::turn);
    }
}
