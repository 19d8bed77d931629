package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Rejection;
import dev.rota.serde.PlainJson;
import dev.rota.shards.Account;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardCause;
import dev.rota.shards.scheduler.PoolHistory;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.worker.state.LatestStates;
import dev.rota.worker.state.ShardStates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A pool and its worker processes, of which one fails every batch, one lies, and two compete for one worker id. Each
 * accepted transaction must be once in a block or dead. {@code -Drota.pool.seed} determines the traffic.
 */
final class BusyPool implements AutoCloseable {

    static final long WORKER_TIMEOUT_MS = 4_000;

    private static final long BATCH_TIMEOUT_MS = 6_000;
    private static final int TRANSACTIONS = Integer.getInteger("rota.pool.transactions", 4_000);
    private static final int SHARDS = Integer.getInteger("rota.pool.shards", 200);
    private static final int THREADS = Integer.getInteger("rota.pool.threads", 2);
    private static final int BACKLOG = Math.min(20_000, TRANSACTIONS / 10);

    private final List<WorkerProcess> workers = new ArrayList<>();
    private final Tenant tenant;
    private final PoolTraffic traffic;
    private final TransactionOutcomes outcomes;

    /** The number of transactions that have ended, how many of these the traffic was told, and may be told. */
    private int ended;

    private int told;
    private int allowed;

    BusyPool(Tenant tenant) {
        this.tenant = tenant;
        this.traffic = new PoolTraffic(tenant, Long.getLong("rota.pool.seed", 1), TRANSACTIONS, SHARDS, BACKLOG);
        this.outcomes = new TransactionOutcomes(tenant, heard -> ended += heard);
    }

    void open(Path config) throws IOException, InterruptedException {
        PoolPolicy policy = PoolPolicy.newBuilder()
                .setQuantumMs(20)
                .setBatchTransactionsMax(25)
                .setBatchTimeoutMs(BATCH_TIMEOUT_MS)
                .setWorkerTimeoutMs(WORKER_TIMEOUT_MS)
                .build();
        tenant.produce("shards.controls", PoolHistory.POOL, new PoolControl(PoolHistory.POOL, policy));
        // Intake reads topics in parallel: events of a worker before the policy would be refused, since there is no
        // pool yet.
        tenant.awaitTaken("shards.controls");
        for (String worker : List.of("worker-1", "worker-2", "twin", "twin")) {
            workers.add(new WorkerProcess(config, worker, THREADS, "Ledger"));
        }
        workers.add(new WorkerProcess(config, "sick", THREADS, SickExecutor.class.getName()));
        workers.add(new WorkerProcess(config, "lying", THREADS, LyingExecutor.class.getName()));
        traffic.start();
    }

    List<WorkerProcess> workers() {
        return workers;
    }

    /** Starts the workers that have ended again, as a supervisor does. */
    void revive() {
        workers.forEach(WorkerProcess::ensureAlive);
    }

    /** Lets the traffic send transactions up to a part of all, so that some are left for later faults. */
    void allow(int part, int parts) {
        allowed = Math.toIntExact((long) TRANSACTIONS * part / parts);
    }

    void hear() {
        outcomes.hear();
        int more = Math.min(ended, allowed) - told;
        if (more > 0) {
            told += more;
            traffic.ended(more);
        }
    }

    /** Returns whether the transactions that it was allowed to send have ended. */
    boolean hasPaused() {
        return ended >= allowed;
    }

    /** Returns the number of transactions that have not ended. */
    int pending() {
        return TRANSACTIONS - ended;
    }

    /** Stops all workers in an orderly way. */
    void leave() throws InterruptedException {
        traffic.failure();
        for (WorkerProcess worker : workers) {
            worker.leave();
        }
    }

    void assertEndedOnce() throws Exception {
        PoolRecords records = PoolRecords.of(tenant, new ShardsDomain());
        assertThat(records.rejections())
                .extracting(Rejection::getReason)
                .isSubsetOf(
                        "TRANSACTION_EXISTS",
                        "STALE_TOKEN",
                        "WORKER_UNKNOWN",
                        "BATCH_OUT_OF_ORDER",
                        "SHARD_UNKNOWN",
                        "WORKER_SUPERSEDED",
                        "RECEIPTS_MISMATCH");
        PoolHistory history = new PoolHistory();
        records.accepted().forEach(history::know);
        workers.forEach(worker -> history.know(worker.ready()));
        records.decisions().forEach(history::take);
        history.end();
        assertThat(history.causes())
                .containsKeys(
                        ShardCause.WORKER_LOST,
                        ShardCause.DRAINED,
                        ShardCause.QUANTUM,
                        ShardCause.BATCH_FAILED,
                        ShardCause.REPORT_INVALID);
        assertStates(records);
    }

    /**
     * Asserts that the states after the blocks equal those of a ledger that executes the transfers one after the other.
     */
    private void assertStates(PoolRecords records) throws Exception {
        PlainLedger ledger = new PlainLedger();
        records.accepted().forEach(ledger::know);
        for (SpecificRecord decision : (Iterable<SpecificRecord>) records.decisions()::iterator) {
            if (decision instanceof ShardBlock block) {
                ledger.take(block);
            }
        }
        try (ShardStates states = LatestStates.of(tenant.settings(), tenant.wire(), PoolHistory.POOL)) {
            assertThat(states.shards()).isEqualTo(ledger.shards().size());
            for (String shard : ledger.shards()) {
                SortedMap<String, Account> accounts = new TreeMap<>();
                for (Map.Entry<byte[], byte[]> entry : states.entries(shard).entrySet()) {
                    String account = new String(entry.getValue(), UTF_8);
                    accounts.put(new String(entry.getKey(), UTF_8), PlainJson.read(Account.class, account));
                }
                assertThat(accounts).as(shard).isEqualTo(ledger.accounts(shard));
            }
        }
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::close);
    }
}
