package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Receipt;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the workers of {@code schemas/shards/clients} unchanged against a scheduler. */
@Tag("broker")
@Tag("embedded")
@Full
class ShardWorkersTest extends ClientFixture {

    private static final String POOL = "counted";
    private static final List<String> SHARDS = List.of("paris", "rome", "lima");

    @ParameterizedTest
    @EnumSource
    void shouldExecuteEachTransactionOnceThoughItIsKilled(Language language) throws Exception {
        language.interpreter();
        try (Tenant tenant = cluster.tenant(new ShardsDomain())) {
            // given
            tenant.startReady();
            TopicTail blocks = tenant.tail("shards.blocks");
            ClientProcess worker = worker(language, tenant);
            submit(tenant, 0, 50);
            awaitBlocks(tenant, blocks, worker, 50);

            // when
            submit(tenant, 50, 100);
            worker.kill();
            addFields(tenant, ShardsTopics.WORKERS, WorkerEvent.getClassSchema());
            submit(tenant, 100, 120);
            ClientProcess next = worker(language, tenant);
            awaitBlocks(tenant, blocks, next, 120);
            next.end();

            // then
            for (String shard : SHARDS) {
                List<ShardBlock> its = blocks(tenant, blocks, shard);
                List<String> executed = its.stream()
                        .flatMap(block -> block.getReceipts().stream())
                        .map(Receipt::getTransaction)
                        .toList();
                assertThat(executed).hasSize(120).doesNotHaveDuplicates();
                ByteBuffer count = its.get(its.size() - 1).getStateDiff().get(0).getValue();
                assertThat(UTF_8.decode(count).toString()).isEqualTo("120");
            }
            assertThat(tenant.tail("shards.dead-letters").toEnd()).isEmpty();
            List<WorkerEvent> said = tenant.values(
                    WorkerEvent.class, tenant.tail("shards.workers").toEnd());
            assertThat(said.get(said.size() - 1).getEvent()).isInstanceOf(WorkerLeft.class);
        }
    }

    private ClientProcess worker(Language language, Tenant tenant) throws Exception {
        return start(language, tenant, "shards", "worker", POOL, "w", "2");
    }

    private static void submit(Tenant tenant, int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            for (String shard : SHARDS) {
                Transaction transaction = Transactions.of(POOL, shard, "t" + i, ByteBuffer.allocate(0));
                tenant.produce("shards.transactions", shard, transaction);
            }
        }
        tenant.flush();
    }

    private static void awaitBlocks(Tenant tenant, TopicTail tail, ClientProcess worker, int transactions) {
        Await.until(
                () -> transactions + " transactions of each shard in blocks; the worker says: " + worker.output(),
                () -> SHARDS.stream()
                        .allMatch(shard -> blocks(tenant, tail, shard).stream()
                                        .mapToInt(block -> block.getReceipts().size())
                                        .sum()
                                >= transactions));
    }

    private static List<ShardBlock> blocks(Tenant tenant, TopicTail tail, String shard) {
        try {
            return tenant.values(ShardBlock.class, tail.toEnd()).stream()
                    .filter(block -> block.getShard().equals(shard))
                    .toList();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
