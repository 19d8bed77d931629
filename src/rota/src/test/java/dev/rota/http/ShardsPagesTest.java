package dev.rota.http;

import static dev.rota.http.DomainWithPages.figure;
import static dev.rota.http.DomainWithPages.figures;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.StateChange;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.trials.Full;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares each figure on a pool's pages over HTTP with a fold over the consumed outputs. */
@Tag("broker")
@Full
class ShardsPagesTest {

    private static final String POOL = "default";

    @Test
    void shouldShowTheFiguresOfTheOutputs() throws Exception {
        try (DomainWithPages shards = new DomainWithPages(new ShardsDomain())) {
            // given one worker with two slots, and reports of two batches, one of which has an invalid transaction
            worker(shards, new WorkerReady(2, "i1", 0));
            for (String id : List.of("a1", "b1", "c1", "c2", "d1")) {
                send(shards, id);
            }
            report(shards, "a", ReceiptStatus.SUCCEEDED);
            report(shards, "c", ReceiptStatus.INVALID, ReceiptStatus.REVERTED);
            for (String id : List.of("a2", "a3", "e1")) {
                send(shards, id);
            }

            // when
            List<DomainWithPages.NumberedOutput<ShardState>> states = shards.outputs(ShardsTopics.STATES);
            shards.awaitShown(POOL, states.get(states.size() - 1).seq());
            Document page = shards.page("/state", "unit", POOL);

            // then
            assertPool(shards, page, states);
            assertShards(shards, states);
            assertBlocks(shards);
            assertTransactions(shards);
        }
    }

    private static void assertPool(
            DomainWithPages shards, Document page, List<DomainWithPages.NumberedOutput<ShardState>> states)
            throws Exception {
        List<String> queue = new ArrayList<>();
        List<String> running = new ArrayList<>();
        for (DomainWithPages.NumberedOutput<ShardState> each : states) {
            String shard = each.value().getShard();
            queue.remove(shard);
            running.remove(shard);
            if (each.value().getState() == ShardStatus.PENDING) {
                queue.add(shard);
            } else if (each.value().getState() == ShardStatus.RUNNING) {
                running.add(shard);
            }
        }
        assertThat(queue).containsExactly("a", "e");
        assertThat(running).containsExactly("b", "d");
        assertThat(figures(page, "queue")).isEqualTo(queue);
        assertThat(figure(page, "queued")).isEqualTo(String.valueOf(queue.size()));
        assertThat(figure(page, "running")).isEqualTo(String.valueOf(running.size()));
        assertThat(figure(page, "taken of w1")).isEqualTo(running.size() + " of 2");
        assertThat(page.select(".strip rect.run")).hasSize(running.size());
        assertThat(figures(shards.subject(POOL, "worker", "w1"), "runs")).isEqualTo(running);
        List<String> letters = shards.outputs(ShardsTopics.DEAD_LETTERS).stream()
                .map(letter -> letter.value().getTransaction())
                .toList();
        assertThat(letters).containsExactly("c1");
        assertThat(figures(page, "letters")).isEqualTo(letters);
        // of 8 sent transactions, 2 are in blocks and one is a dead letter
        long inBlocks = shards.outputs(ShardsTopics.BLOCKS).stream()
                .mapToLong(block -> block.value().getReceipts().size())
                .sum();
        assertThat(figure(page, "pending")).isEqualTo(String.valueOf(8 - inBlocks - letters.size()));
    }

    private static void assertShards(DomainWithPages shards, List<DomainWithPages.NumberedOutput<ShardState>> states) {
        for (String shard : List.of("a", "c", "e")) {
            List<String> causes = new ArrayList<>();
            states.stream()
                    .filter(each -> each.value().getShard().equals(shard))
                    .forEach(each -> causes.add(0, each.value().getCause().name()));
            assertThat(figures(shards.subject(POOL, "shard", shard), "cause"))
                    .as(shard)
                    .isEqualTo(causes);
        }
    }

    private static void assertBlocks(DomainWithPages shards) throws Exception {
        for (DomainWithPages.NumberedOutput<ShardBlock> told : shards.outputs(ShardsTopics.BLOCKS)) {
            ShardBlock block = told.value();
            Document shard = shards.subject(POOL, "shard", block.getShard());
            assertThat(figures(shard, "height")).containsExactly(String.valueOf(block.getHeight()));
            Document page = shards.subject(POOL, "block", block.getShard() + "/" + block.getHeight());
            assertThat(figure(page, "hash")).isEqualTo(block.getHash());
            assertThat(figure(page, "receipts"))
                    .isEqualTo(String.valueOf(block.getReceipts().size()));
            assertThat(figure(page, "changes"))
                    .isEqualTo(String.valueOf(block.getStateDiff().size()));
            assertThat(page.text()).contains("is the first");
        }
    }

    private static void assertTransactions(DomainWithPages shards) throws Exception {
        assertThat(shards.subject(POOL, "transaction", "a3").select(".why").text())
                .startsWith("PENDING as of ")
                .contains("transaction a3 of shard a is pending at position 2 of 2");
        assertThat(shards.subject(POOL, "transaction", "b1").select(".why").text())
                .startsWith("RUNNING as of ")
                .contains("is executed by worker w1 in turn ");
        assertThat(figures(shards.subject(POOL, "transaction", "c2"), "place"))
                .containsExactly("block 1, REVERTED: why not", placeOf(shards, "c"));
        DeadLetter letter = shards.outputs(ShardsTopics.DEAD_LETTERS).get(0).value();
        Document dead = shards.subject(POOL, "transaction", letter.getTransaction());
        assertThat(figures(dead, "place").get(0))
                .isEqualTo("dead letter, " + letter.getReason() + ": " + letter.getMessage());
        assertThat(dead.select("pre").text()).contains("payload of c1");
    }

    private static String placeOf(DomainWithPages shards, String shard) throws Exception {
        Batch batch = batch(shards, shard);
        return "batch " + batch.getBatch() + " of turn " + batch.getToken() + " on worker " + batch.getWorker();
    }

    private static Batch batch(DomainWithPages shards, String shard) throws Exception {
        return shards.outputs(ShardsTopics.ASSIGNMENTS).stream()
                .map(DomainWithPages.NumberedOutput::value)
                .filter(batch -> batch.getShard().equals(shard))
                .findFirst()
                .orElseThrow();
    }

    private static void send(DomainWithPages shards, String id) throws InterruptedException {
        String shard = id.substring(0, 1);
        shards.feed(
                ShardsTopics.TRANSACTIONS,
                shard,
                Transactions.of(POOL, shard, id, ByteBuffer.wrap(("payload of " + id).getBytes(UTF_8))));
    }

    /** Reports the first batch of a shard. */
    private static void report(DomainWithPages shards, String shard, ReceiptStatus... results) throws Exception {
        Batch batch = batch(shards, shard);
        List<Receipt> receipts = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            receipts.add(new Receipt(batch.getTransactions().get(i).getId(), results[i], "why not", null));
        }
        worker(
                shards,
                BatchExecuted.newBuilder()
                        .setShard(shard)
                        .setToken(batch.getToken())
                        .setBatch(batch.getBatch())
                        .setElapsedMs(1_000L)
                        .setReceipts(receipts)
                        .setStateDiff(List.of(new StateChange(ByteBuffer.wrap("k".getBytes(UTF_8)), null)))
                        .setIncarnation("i1")
                        .build());
    }

    private static void worker(DomainWithPages shards, Object event) throws InterruptedException {
        shards.feed(ShardsTopics.WORKERS, "w1", new WorkerEvent(POOL, "w1", event));
    }
}
