package dev.rota.sim;

import dev.rota.engine.Domain;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.workload.Traffic.Fact;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/** Simulates a pool of a few shards, whose workers execute the batches that they are assigned. */
final class SimPool implements SimTraffic {

    private static final String POOL = "default";
    private static final int WORKERS = 3;
    private static final int SHARDS = 4;

    private final ShardsDomain domain = new ShardsDomain();
    private final SimOutput<Batch> assignments;

    private final SimOutput<WorkerChange> changes;

    /** Workers that were declared silent. */
    private final SortedSet<String> lost = new TreeSet<>();

    /** Batches that have not been reported yet. */
    private final Deque<Batch> given = new ArrayDeque<>();

    private boolean opened;
    private boolean silentHeard;
    private int transactions;
    private long environments;

    SimPool(SimCluster cluster) {
        this.assignments = new SimOutput<>(cluster, ShardsTopics.ASSIGNMENTS, Batch.class);
        this.changes = new SimOutput<>(cluster, ShardsTopics.WORKER_EVENTS, WorkerChange.class);
    }

    @Override
    public Domain domain() {
        return domain;
    }

    @Override
    public Fact next(int number) {
        if (!opened) {
            opened = true;
            return control(PoolPolicy.newBuilder()
                    .setBatchTransactionsMax(2)
                    .setQuantumMs(50)
                    .setWorkerRestMs(1_500)
                    .setWorkerTimeoutMs(SILENCE_MS)
                    .build());
        }
        given.addAll(assignments.read());
        String worker = "worker-" + number % WORKERS;
        String shard = "shard-" + number % SHARDS;
        int kind = number % 20;
        if (kind < 8) {
            return transaction(shard);
        } else if (kind < 14) {
            return given.isEmpty() ? transaction(shard) : report(given.remove(), number);
        }
        return switch (kind) {
            case 14, 15, 16 -> worker(worker, new WorkerReady(1 + number % 2, "", 0));
            case 17 -> worker(worker, new WorkerLeft(""));
            case 18 ->
                new Fact(
                        ShardsTopics.ENVIRONMENTS,
                        POOL,
                        BlockEnvironment.newBuilder()
                                .setNumber(++environments)
                                .setTimestamp(environments)
                                .setSequencer("sequencer")
                                .build());
            default -> control(number < 40 ? new ShardPaused(shard) : new ShardResumed(shard));
        };
    }

    private static Fact control(SpecificRecord event) {
        return new Fact(ShardsTopics.CONTROLS, POOL, new PoolControl(POOL, event));
    }

    private static Fact worker(String worker, SpecificRecord event) {
        return new Fact(ShardsTopics.WORKERS, worker, new WorkerEvent(POOL, worker, event));
    }

    private Fact transaction(String shard) {
        String id = "transaction-" + transactions++;
        return new Fact(ShardsTopics.TRANSACTIONS, shard, Transactions.of(POOL, shard, id, ByteBuffer.allocate(3)));
    }

    /** Returns the report of a batch, most of which succeed. */
    private static Fact report(Batch batch, int number) {
        List<Receipt> receipts = batch.getTransactions().stream()
                .map(one -> new Receipt(one.getId(), ReceiptStatus.SUCCEEDED, "", null))
                .toList();
        boolean failed = number % 7 == 0;
        return worker(
                batch.getWorker(),
                BatchExecuted.newBuilder()
                        .setShard(batch.getShard())
                        .setToken(batch.getToken())
                        .setBatch(batch.getBatch())
                        .setElapsedMs(10L)
                        .setReceipts(failed ? List.of() : receipts)
                        .setError(failed ? "out of gas" : null)
                        .build());
    }

    @Override
    public boolean answersEach() {
        return false;
    }

    @Override
    public boolean measuresSilence() {
        return true;
    }

    @Override
    public List<Fact> reports() {
        return Stream.of("steady-0", "steady-1")
                .map(worker -> worker(worker, new WorkerReady(1, "", 0)))
                .toList();
    }

    @Override
    public boolean tellsOfSilence() {
        return true;
    }

    @Override
    public List<Fact> lastWords() {
        return silentHeard ? List.of() : List.of(worker(SILENT, new WorkerReady(1, "", 0)));
    }

    @Override
    public SortedSet<String> declaredSilent() {
        for (WorkerChange change : changes.read()) {
            silentHeard |= change.getWorker().equals(SILENT);
            if (change.getKind() == WorkerChangeKind.LOST) {
                lost.add(change.getWorker());
            }
        }
        return lost;
    }
}
