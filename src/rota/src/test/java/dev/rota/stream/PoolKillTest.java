package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Full;
import dev.rota.engine.Rejection;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Setting;
import dev.rota.shards.Account;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardCause;
import dev.rota.shards.scheduler.PoolHistory;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.testing.Dice;
import dev.rota.worker.state.LatestStates;
import dev.rota.worker.state.ShardStates;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills or freezes the scheduler and workers of a busy pool repeatedly. Of its eight workers, one fails every batch,
 * one lies, and two processes compete for one worker id. Each accepted transaction must be once in a block or dead. The
 * seed in a test's name determines the traffic and the faults. For a million transactions:
 * {@code -Drota.pool.transactions=1000000}, {@code -Drota.pool.shards=10000}, {@code -Drota.pool.faults=12},
 * {@code -Drota.pool.threads=32} and {@code -Dtest.jvm.args=-Xmx12g}, since the test keeps all records in memory.
 */
@Tag("broker")
@Tag("embedded")
@Full
class PoolKillTest {

    private static final boolean FULL = Full.Condition.isChosen(PoolKillTest.class);
    private static final int TRANSACTIONS = Integer.getInteger("rota.pool.transactions", FULL ? 20_000 : 2_000);
    private static final int SHARDS = Integer.getInteger("rota.pool.shards", 200);
    private static final int FAULTS = Integer.getInteger("rota.pool.faults", FULL ? 6 : 2);

    private static final int HONEST = FULL ? 4 : 2;
    private static final int THREADS = Integer.getInteger("rota.pool.threads", 2);
    private static final long WORKER_TIMEOUT_MS = 4_000;
    private static final long BATCH_TIMEOUT_MS = 6_000;

    private final ShardsDomain domain = new ShardsDomain();

    @TempDir
    private Path data;

    static Stream<Long> seeds() {
        return Stream.of(Long.getLong("rota.pool.seed", 1));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldEndEachTransactionOnceUnderFaults(long seed) throws Exception {
        Map<String, String> own = Map.of(Setting.HTTP_PORT.key(), "0", "streams.commit.interval.ms", "50");
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(domain, own);
                RunProcess rota = new RunProcess(domain, data, tenant.settings().under(""));
                PoolFaults faults = new PoolFaults(new Dice(seed), rota, WORKER_TIMEOUT_MS)) {
            // given
            tenant.produce("shards.controls", PoolHistory.POOL, new PoolControl(PoolHistory.POOL, policy()));
            // Intake reads topics in parallel: events of a worker before the policy would be refused, since there is no
            // pool yet.
            tenant.awaitTaken("shards.controls");
            for (int i = 1; i <= HONEST; i++) {
                faults.add(new WorkerProcess(rota.config(), "worker-" + i, THREADS, "Ledger"));
            }
            faults.add(new WorkerProcess(rota.config(), "sick", THREADS, SickExecutor.class.getName()));
            faults.add(new WorkerProcess(rota.config(), "lying", THREADS, LyingExecutor.class.getName()));
            faults.add(new WorkerProcess(rota.config(), "twin", THREADS, "Ledger"));
            faults.add(new WorkerProcess(rota.config(), "twin", THREADS, "Ledger"));
            PoolTraffic traffic =
                    new PoolTraffic(tenant, seed, TRANSACTIONS, SHARDS, Math.min(20_000, TRANSACTIONS / 5));
            TransactionOutcomes ends = new TransactionOutcomes(tenant, traffic::ended);
            traffic.start();

            // when
            for (int target : moments(new Dice(seed))) {
                ends.await(target);
                faults.inject(ends::hear);
            }
            ends.await(TRANSACTIONS);
            faults.leave();
            traffic.failure();
            settle(tenant);

            // then
            PoolRecords records = PoolRecords.of(tenant, domain);
            PoolHistory history = new PoolHistory();
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
            records.accepted().forEach(history::know);
            faults.ready().forEach(history::know);
            records.decisions().forEach(history::take);
            history.end();
            assertThat(history.causes())
                    .containsKeys(
                            ShardCause.WORKER_LOST,
                            ShardCause.DRAINED,
                            ShardCause.QUANTUM,
                            ShardCause.BATCH_FAILED,
                            ShardCause.REPORT_INVALID);
            assertThat(rota.audit()).isZero();
            assertThat(rota.exitOf("shards", "verify", "--all", "--pool", PoolHistory.POOL))
                    .isZero();
            assertStates(tenant, records);
        }
    }

    private static PoolPolicy policy() {
        return PoolPolicy.newBuilder()
                .setQuantumMs(20)
                .setBatchTransactionsMax(25)
                .setBatchTimeoutMs(BATCH_TIMEOUT_MS)
                .setWorkerTimeoutMs(WORKER_TIMEOUT_MS)
                .build();
    }

    /** Returns the numbers of transactions after which faults are injected. */
    private static List<Integer> moments(Dice dice) {
        return Stream.generate(() -> dice.below(TRANSACTIONS))
                .limit(FAULTS)
                .sorted()
                .toList();
    }

    private static void settle(Tenant tenant) {
        tenant.flush();
        assertThat(tenant.failures()).isEmpty();
        for (String topic :
                List.of("shards.transactions", "shards.workers", "shards.environments", "shards.controls")) {
            tenant.awaitTaken(topic);
        }
        tenant.awaitDecided();
    }

    /**
     * Asserts that the states after the blocks equal those of a ledger that executes the transfers one after the other.
     */
    private static void assertStates(Tenant tenant, PoolRecords records) throws Exception {
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
}
