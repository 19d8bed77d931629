package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.settings.Setting;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardCause;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.PoolHistory;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import dev.rota.worker.Execution;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.execute.ShardWorker;
import dev.rota.worker.execute.WorkerTerms;
import dev.rota.worker.state.ShardFollower;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs eight workers, of which one fails every batch, one lies, and two processes have the same id: no transaction is
 * lost.
 */
@Tag("broker")
@Full
class TroubledPoolTest {

    private static final int SHARDS = 60;
    private static final int TRANSACTIONS = 1_200;
    private static final int SLOTS = 2;

    private static final TransactionExecutor HONEST = (state, environment, transactions) -> new Execution(
            transactions.stream()
                    .map(Transaction::getId)
                    .map(TroubledPoolTest::receipt)
                    .toList(),
            List.of());

    private static final TransactionExecutor SICK = (state, environment, transactions) -> {
        throw new IllegalStateException("the disk is full");
    };

    private static final TransactionExecutor LYING =
            (state, environment, transactions) -> new Execution(List.of(receipt("another")), List.of());

    private final ShardsDomain domain = new ShardsDomain();
    private final SharedCluster cluster = new SharedCluster();
    private final Tenant tenant = cluster.tenant(domain, Map.of(Setting.PARTITIONS.key(), "1"));
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        tenant.close();
        cluster.close();
    }

    private static Receipt receipt(String transaction) {
        return new Receipt(transaction, ReceiptStatus.SUCCEEDED, "", null);
    }

    private ShardWorker start(String id, ShardFollower follower, TransactionExecutor executor)
            throws InterruptedException {
        WorkerTerms terms =
                new WorkerTerms(PoolHistory.POOL, id, SLOTS, Duration.ofMillis(500), Duration.ofSeconds(5), true);
        ShardWorker worker = ShardWorker.start(terms, tenant.settings(), tenant.wire(), follower, executor);
        open.add(0, worker);
        return worker;
    }

    private void send(int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            String shard = "s" + i % SHARDS;
            Transaction transaction = Transactions.of(PoolHistory.POOL, shard, "t" + i, ByteBuffer.allocate(0));
            tenant.produce("shards.transactions", shard, transaction);
        }
        tenant.flush();
    }

    @Test
    void shouldExecuteEachTransactionOnceDespiteThem() throws Exception {
        // given
        tenant.startReady();
        PoolPolicy policy = PoolPolicy.newBuilder()
                .setBatchTransactionsMax(4)
                .setAttemptsMax(10)
                .build();
        tenant.produce("shards.controls", PoolHistory.POOL, new PoolControl(PoolHistory.POOL, policy));
        tenant.awaitTaken("shards.controls");
        ShardFollower follower = ShardFollower.start(tenant.settings(), tenant.wire(), PoolHistory.POOL, null);
        open.add(follower);
        for (int i = 1; i <= 4; i++) {
            start("honest-" + i, follower, HONEST);
        }
        start("sick", follower, SICK);
        start("lying", follower, LYING);
        ShardWorker first = start("twin", follower, HONEST);
        TransactionOutcomes ends = new TransactionOutcomes(tenant);

        // when
        send(0, TRANSACTIONS / 2);
        ends.await(TRANSACTIONS / 4);
        start("twin", follower, HONEST);
        send(TRANSACTIONS / 2, TRANSACTIONS);
        ends.await(TRANSACTIONS);
        Await.until("the first of two namesakes has ended", () -> first.failure() != null);

        // then
        for (String topic : List.of("shards.transactions", "shards.workers", "shards.controls")) {
            tenant.awaitTaken(topic);
        }
        tenant.awaitDecided();
        assertThat(tenant.failures()).isEmpty();
        PoolRecords records = PoolRecords.of(tenant, domain);
        PoolHistory history = new PoolHistory();
        assertThat(records.accepted()).hasSize(TRANSACTIONS);
        records.accepted().forEach(history::know);
        for (String worker : List.of("honest-1", "honest-2", "honest-3", "honest-4", "sick", "lying", "twin")) {
            history.know(new WorkerEvent(PoolHistory.POOL, worker, new WorkerReady(SLOTS, "", 0)));
        }
        records.decisions().forEach(history::take);
        history.end();
        assertThat(records.decisions().filter(DeadLetter.class::isInstance)).isEmpty();
        assertThat(history.causes()).containsKeys(ShardCause.BATCH_FAILED, ShardCause.REPORT_INVALID);
        Set<String> sick = new TreeSet<>();
        List<String> superseded = new ArrayList<>();
        records.decisions()
                .filter(WorkerChange.class::isInstance)
                .map(WorkerChange.class::cast)
                .forEach(change -> {
                    if (change.getKind() == WorkerChangeKind.SICK) {
                        sick.add(change.getWorker());
                    } else if (change.getKind() == WorkerChangeKind.SUPERSEDED) {
                        superseded.add(change.getWorker());
                    }
                });
        assertThat(sick).contains("sick", "lying");
        assertThat(superseded).containsExactly("twin");
        assertThat(first.failure()).contains("another has taken its place");
        assertThat(tenant.audit()).isNotEmpty();
    }
}
