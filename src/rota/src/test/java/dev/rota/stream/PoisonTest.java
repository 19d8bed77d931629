package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.settings.Setting;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardCause;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.PoolHistory;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.trials.Full;
import dev.rota.worker.execute.ShardWorker;
import dev.rota.worker.execute.WorkerTerms;
import dev.rota.worker.state.ShardFollower;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests transactions that break their executors: they end as dead letters, and all others are executed. */
@Tag("broker")
@Full
class PoisonTest {

    private static final int SHARDS = 12;
    private static final int TRANSACTIONS = 240;
    private static final int SLOTS = 8;

    private final ShardsDomain domain = new ShardsDomain();
    private final SharedCluster cluster = new SharedCluster();
    private final Tenant tenant = cluster.tenant(domain, Map.of(Setting.PARTITIONS.key(), "1"));
    private final SortedMap<String, DeadLetterReason> poisonous = new TreeMap<>();
    private final PoolHistory history = new PoolHistory();

    @TempDir
    private Path data;

    @BeforeEach
    void open() {
        tenant.startReady();
    }

    @AfterEach
    void close() throws Exception {
        tenant.close();
        cluster.close();
    }

    private void policy(PoolPolicy.Builder policy) throws InterruptedException {
        PoolPolicy built = policy.setBatchTransactionsMax(8)
                .setAttemptsMax(3)
                .setFailedBatch(FailedBatch.ISOLATE)
                .build();
        tenant.produce("shards.controls", PoolHistory.POOL, new PoolControl(PoolHistory.POOL, built));
        tenant.awaitTaken("shards.controls");
    }

    private void send(int number, String payload) throws InterruptedException {
        String shard = "s" + number % SHARDS;
        ByteBuffer bytes = ByteBuffer.wrap(payload.getBytes(UTF_8));
        tenant.produce("shards.transactions", shard, Transactions.of(PoolHistory.POOL, shard, "t" + number, bytes));
    }

    private void send(SortedMap<Integer, String> poison) throws InterruptedException {
        for (int i = 0; i < TRANSACTIONS; i++) {
            String said = poison.getOrDefault(i, "");
            send(i, said);
            if (!said.isEmpty()) {
                poisonous.put(
                        "t" + i,
                        said.equals("throw") ? DeadLetterReason.BATCH_FAILED : DeadLetterReason.ATTEMPTS_EXHAUSTED);
            }
        }
        tenant.flush();
    }

    /** Returns the reason of each dead letter. */
    private SortedMap<String, DeadLetterReason> dead(PoolRecords records) {
        SortedMap<String, DeadLetterReason> dead = new TreeMap<>();
        for (SpecificRecord decision : (Iterable<SpecificRecord>) records.decisions()::iterator) {
            if (decision instanceof DeadLetter letter) {
                assertThat(dead.put(letter.getTransaction(), letter.getReason()))
                        .isNull();
            }
        }
        return dead;
    }

    private void assertOnlyPoisonIsDead(List<String> workers) {
        PoolRecords records = PoolRecords.of(tenant, domain);
        assertThat(records.accepted()).hasSize(TRANSACTIONS);
        records.accepted().forEach(history::know);
        for (String worker : workers) {
            history.know(new WorkerEvent(PoolHistory.POOL, worker, new WorkerReady(SLOTS, "", 0)));
        }
        records.decisions().forEach(history::take);
        history.end();
        assertThat(dead(records)).isEqualTo(poisonous);
    }

    private void settle() {
        for (String topic : List.of("shards.transactions", "shards.workers", "shards.controls")) {
            tenant.awaitTaken(topic);
        }
        tenant.awaitDecided();
        assertThat(tenant.failures()).isEmpty();
    }

    @Test
    void shouldDropTransactionsThatMakeAnExecutorThrowHangOrLie() throws Exception {
        // given
        policy(PoolPolicy.newBuilder().setBatchTimeoutMs(1_000));
        send(new TreeMap<>(Map.of(17, "throw", 40, "throw", 52, "hang", 77, "lie", 89, "lie", 150, "throw")));
        PoisonedExecutor executor = new PoisonedExecutor();
        TransactionOutcomes ends = new TransactionOutcomes(tenant);

        // when
        try (ShardFollower follower = ShardFollower.start(tenant.settings(), tenant.wire(), PoolHistory.POOL, null);
                ShardWorker one = worker("one", follower, executor);
                ShardWorker two = worker("two", follower, executor)) {
            ends.await(TRANSACTIONS);
            assertThat(one.figures().stuck() + two.figures().stuck()).isEqualTo(3);
            executor.release();
        }
        settle();

        // then
        assertOnlyPoisonIsDead(List.of("one", "two"));
        assertThat(history.causes())
                .containsKeys(ShardCause.BATCH_TIMEOUT, ShardCause.BATCH_FAILED, ShardCause.REPORT_INVALID);
        assertThat(tenant.audit()).isNotEmpty();
    }

    private ShardWorker worker(String id, ShardFollower follower, PoisonedExecutor executor)
            throws InterruptedException {
        WorkerTerms terms =
                new WorkerTerms(PoolHistory.POOL, id, SLOTS, Duration.ofMillis(500), Duration.ofSeconds(5), true);
        return ShardWorker.start(terms, tenant.settings(), tenant.wire(), follower, executor);
    }

    @Test
    void shouldDropTransactionsThatKillTheirWorkers() throws Exception {
        // given workers with one slot, so that a worker's death is the loss of one turn
        policy(PoolPolicy.newBuilder().setWorkerTimeoutMs(5_000));
        send(new TreeMap<>(Map.of(30, "halt")));
        List<String> lines = new ArrayList<>();
        tenant.settings().under("").forEach((key, value) -> lines.add(key + "=" + value));
        Path config = Files.write(data.resolve("rota.properties"), lines);
        TransactionOutcomes ends = new TransactionOutcomes(tenant);

        // when
        try (WorkerProcess one = new WorkerProcess(config, "one", 1, PoisonedExecutor.class.getName());
                WorkerProcess two = new WorkerProcess(config, "two", 1, PoisonedExecutor.class.getName())) {
            ends.await(TRANSACTIONS, () -> {
                one.ensureAlive();
                two.ensureAlive();
            });
            one.leave();
            two.leave();
        }
        settle();

        // then
        assertOnlyPoisonIsDead(List.of("one", "two"));
        assertThat(history.causes().get(ShardCause.WORKER_LOST)).isGreaterThanOrEqualTo(3);
    }
}
