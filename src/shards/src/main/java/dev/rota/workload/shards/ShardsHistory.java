package dev.rota.workload.shards;

import dev.rota.engine.Nullable;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.workload.history.HistoryWriter;
import dev.rota.workload.history.Machines;
import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Happening;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes the records of a queue transactions of the pool {@code default}, a shard for each key. Its workers take one
 * record at a time, as the threads of a consumer by key do.
 */
final class ShardsHistory implements HistoryWriter {

    private static final String POOL = "default";

    /** Longer than any history, so that nothing is missed. */
    private static final long FOR_EVER_MS = 1_000_000_000_000L;

    @Override
    public String machines() {
        return "workers";
    }

    @Override
    public List<Happening> begin(long time, List<Machines> machines) {
        List<Happening> events = new ArrayList<>();
        PoolPolicy policy = PoolPolicy.newBuilder()
                .setStateless(true)
                .setQuantumMs(0)
                .setBatchTransactionsMax(1)
                .setBatchTimeoutMs(FOR_EVER_MS)
                .setWorkerTimeoutMs(FOR_EVER_MS)
                .setShardPendingMax(Integer.MAX_VALUE)
                .setPendingTransactionsMax(Integer.MAX_VALUE)
                .setRememberedIds(0)
                .build();
        events.add(new Happening(time, ShardsTopics.CONTROLS, new PoolControl(POOL, policy), false));
        int number = 0;
        for (Machines each : machines) {
            for (int i = 0; i < each.count(); i++) {
                WorkerEvent event = WorkerEvent.newBuilder()
                        .setWorker(String.format(Locale.ROOT, "worker-%05d", ++number))
                        .setEvent(
                                WorkerReady.newBuilder().setSlots(each.slots()).build())
                        .build();
                events.add(new Happening(time, ShardsTopics.WORKERS, event, false));
            }
        }
        return events;
    }

    @Override
    public Happening comes(Work work, long place) {
        Transaction transaction = Transaction.newBuilder()
                .setShard(work.group())
                .setId(work.id().isEmpty() ? String.valueOf(place) : place + ":" + work.id())
                .setPayload(ByteBuffer.allocate(0))
                .build();
        return new Happening(work.submitted(), ShardsTopics.TRANSACTIONS, transaction, false);
    }

    /** A record of a queue does not leave. */
    @Override
    public @Nullable Happening leaves(Work work, long place) {
        return null;
    }
}
