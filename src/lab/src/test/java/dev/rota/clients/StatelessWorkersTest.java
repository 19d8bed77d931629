package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the example workers without state unchanged. */
@Tag("broker")
@Tag("embedded")
@Full
class StatelessWorkersTest extends ClientFixture {

    private static final String POOL = "orders";
    private static final List<String> SHARDS = List.of("paris", "rome", "lima");

    @ParameterizedTest
    @EnumSource
    void shouldHandleEachRecordThoughItIsKilled(Language language) throws Exception {
        language.interpreter();
        try (Tenant tenant = cluster.tenant(new ShardsDomain())) {
            // given
            tenant.startReady();
            tenant.produce(
                    "shards.controls",
                    POOL,
                    new PoolControl(
                            POOL, PoolPolicy.newBuilder().setStateless(true).build()));
            ClientProcess worker = start(language, tenant, "shards", "stateless", POOL, "w", "2");
            submit(tenant, 0, 50);
            awaitReceipts(tenant, worker, 150);

            // when
            submit(tenant, 50, 100);
            worker.kill();
            addFields(tenant, ShardsTopics.WORKERS, WorkerEvent.getClassSchema());
            submit(tenant, 100, 120);
            ClientProcess next = start(language, tenant, "shards", "stateless", POOL, "w", "2");
            tenant.produce("shards.transactions", "rome", Transactions.of(POOL, "rome", "e", ByteBuffer.allocate(0)));
            List<BatchReceipts> batches = awaitReceipts(tenant, next, 360);
            Await.until(
                    () -> "a dead letter; the worker says: " + next.output(),
                    () -> !tenant.tail("shards.dead-letters").toEnd().isEmpty());
            next.end();

            // then
            for (String shard : SHARDS) {
                List<Receipt> receipts = batches.stream()
                        .filter(batch -> batch.getShard().equals(shard))
                        .flatMap(batch -> batch.getReceipts().stream())
                        .toList();
                assertThat(receipts).hasSize(120);
                for (int i = 0; i < receipts.size(); i++) {
                    assertThat(receipts.get(i).getTransaction()).isEqualTo("t" + i);
                    assertThat(UTF_8.decode(Objects.requireNonNull(
                                            receipts.get(i).getOutput()))
                                    .toString())
                            .isEqualTo(String.valueOf(2 * i));
                }
            }
            assertThat(tenant.values(
                            DeadLetter.class, tenant.tail("shards.dead-letters").toEnd()))
                    .extracting(DeadLetter::getTransaction)
                    .containsExactly("e");
            List<WorkerEvent> said = tenant.values(
                    WorkerEvent.class, tenant.tail("shards.workers").toEnd());
            assertThat(said.get(said.size() - 1).getEvent()).isInstanceOf(WorkerLeft.class);
        }
    }

    /** The test acts as the scheduler. */
    @ParameterizedTest
    @EnumSource
    void shouldAskForRetries(Language language) throws Exception {
        language.interpreter();
        try (Tenant tenant = cluster.tenant(new ShardsDomain())) {
            // registers the schema, as the scheduler does
            byte[] registered = tenant.wire()
                    .write(
                            tenant.names().topic("shards.workers"),
                            new WorkerEvent(POOL, "another", new WorkerReady(0, "", 0)));
            assertThat(registered).isNotEmpty();
            ClientProcess worker = start(language, tenant, "shards", "stateless", POOL, "w", "2");
            List<BatchExecuted> reports = new ArrayList<>();
            Await.until(
                    () -> "a heartbeat; the worker says: " + worker.output(),
                    () -> said(tenant).stream().anyMatch(event -> event.getEvent() instanceof WorkerReady));

            assign(tenant, "paris", 1, "21", "later", "1");
            assign(tenant, "rome", 2, "", "x", "1");
            Await.until(() -> "two reports; the worker says: " + worker.output(), () -> {
                reports.clear();
                said(tenant).stream()
                        .map(WorkerEvent::getEvent)
                        .filter(BatchExecuted.class::isInstance)
                        .forEach(event -> reports.add((BatchExecuted) event));
                return reports.size() == 2;
            });

            reports.sort((a, b) -> Long.compare(a.getToken(), b.getToken()));
            assertThat(reports.get(0).getReceipts())
                    .containsExactly(
                            new Receipt("0", ReceiptStatus.SUCCEEDED, "", ByteBuffer.wrap("42".getBytes(UTF_8))),
                            new Receipt("1", ReceiptStatus.RETRY, "no number", null));
            assertThat(reports.get(1).getReceipts())
                    .extracting(Receipt::getStatus)
                    .containsExactly(ReceiptStatus.INVALID, ReceiptStatus.FAILED);
            assertThat(reports.get(1).getReceipts().get(1).getReason()).isNotEmpty();
            assertThat(reports).extracting(BatchExecuted::getError).containsOnlyNulls();
        }
    }

    private static void assign(Tenant tenant, String shard, long token, String... payloads)
            throws InterruptedException {
        List<Transaction> transactions = new ArrayList<>();
        Arrays.stream(payloads)
                .forEach(payload -> transactions.add(Transactions.of(
                        POOL, shard, String.valueOf(transactions.size()), ByteBuffer.wrap(payload.getBytes(UTF_8)))));
        tenant.emit(
                "shards.assignments",
                POOL,
                "w",
                Batch.newBuilder()
                        .setPool(POOL)
                        .setWorker("w")
                        .setShard(shard)
                        .setToken(token)
                        .setBatch(1)
                        .setQuantumMs(60_000L)
                        .setParentHeight(0L)
                        .setTransactions(transactions)
                        .build());
        tenant.flush();
    }

    private static void submit(Tenant tenant, int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            for (String shard : SHARDS) {
                ByteBuffer number = ByteBuffer.wrap(String.valueOf(i).getBytes(UTF_8));
                tenant.produce("shards.transactions", shard, Transactions.of(POOL, shard, "t" + i, number));
            }
        }
        tenant.flush();
    }

    private static List<WorkerEvent> said(Tenant tenant) {
        try {
            return tenant.values(
                    WorkerEvent.class, tenant.tail("shards.workers").toEnd());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until there is a number of receipts, and returns those of each batch. */
    private static List<BatchReceipts> awaitReceipts(Tenant tenant, ClientProcess worker, int count) {
        TopicTail tail = tenant.tail("shards.receipts");
        List<BatchReceipts> batches = new ArrayList<>();
        Await.until(() -> count + " receipts; the worker says: " + worker.output(), () -> {
            try {
                tenant.values(ReceiptsCommitted.class, tail.more())
                        .forEach(committed -> batches.addAll(committed.getBatches()));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return batches.stream()
                            .mapToInt(batch -> batch.getReceipts().size())
                            .sum()
                    >= count;
        });
        return batches;
    }
}
