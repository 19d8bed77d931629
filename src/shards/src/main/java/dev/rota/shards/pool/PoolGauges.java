package dev.rota.shards.pool;

import dev.rota.engine.Readings;
import dev.rota.engine.UnitGauge;
import dev.rota.shards.workers.SlotTotals;
import java.util.List;

/** The gauges of a pool. */
public final class PoolGauges {

    private static final UnitGauge PENDING =
            UnitGauge.backlog("pending_transactions", "Transactions that are in no block yet");
    private static final UnitGauge QUEUE = UnitGauge.of("queue", "Shards that wait for a turn");
    private static final UnitGauge OLDEST =
            UnitGauge.waiting("queue_head", "Since when the first shard of the queue waits");
    private static final UnitGauge DELAYED = UnitGauge.of("delayed", "Shards that wait for a retry");
    private static final UnitGauge RUNNING = UnitGauge.of("running", "Shards that have a turn");
    private static final UnitGauge WORKERS = UnitGauge.of("workers", "Workers that are ready or finish their turns");
    private static final UnitGauge SICK = UnitGauge.of("sick_workers", "Workers that fail what others execute");
    private static final UnitGauge SLOTS = UnitGauge.of("slots", "Slots of the workers: free, used or stuck", "state");

    public static final List<UnitGauge> ALL = List.of(PENDING, QUEUE, OLDEST, DELAYED, RUNNING, WORKERS, SICK, SLOTS);

    private PoolGauges() {}

    public static void read(Pool pool, Readings readings) {
        readings.add(PENDING, pool.pending());
        readings.add(QUEUE, pool.queue().size());
        if (!pool.queue().isEmpty()) {
            readings.add(OLDEST, pool.queue().head().getSince());
        }
        readings.add(DELAYED, pool.delayed().size());
        readings.add(RUNNING, pool.turns().size());
        SlotTotals slots = pool.workers().totals();
        readings.add(WORKERS, slots.workers());
        readings.add(SICK, slots.sick());
        readings.add(SLOTS, slots.free(), "free");
        readings.add(SLOTS, slots.running(), "used");
        readings.add(SLOTS, slots.stuck(), "stuck");
    }
}
