package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Subject;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.shards.ShardsPages;
import gg.jte.output.StringOutput;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests pictures of pools: small, large, and without an instance that answers. */
class ShardsPicturesTest {

    private static final int PAGE_BYTES_MAX = 200_000;

    private final ShardsPages pages = new ShardsPages();
    private final Html html = new Html();

    @Test
    void shouldLimitThePagesSize() {
        FakeFacts large = new FakeFacts("shards", state(100, 500, 16));
        for (int i = 0; i < 2_000; i++) {
            String shard = "a-shard-with-a-rather-long-name-" + i % 40;
            large.add(
                    "shards.states",
                    i % 80 < 40 ? "RUNNING" : "PENDING",
                    i,
                    i,
                    state(shard, i % 80 < 40 ? "DISPATCHED" : "QUANTUM", "worker-0", i));
        }
        for (int i = 0; i < 40; i++) {
            large.add(
                    "shards.blocks",
                    "",
                    i,
                    i,
                    block("a-shard-with-a-rather-long-name-0", i, "h" + i, "h" + (i - 1), 500));
            large.add("shards.dead-letters", "INVALID", i, i, letter("s", "tx", "x".repeat(5_000)));
        }

        assertThat(render(pages.unit(large))).hasSizeLessThan(PAGE_BYTES_MAX);
        assertThat(render(pages.unit(large.with("page", "10")))).hasSizeLessThan(PAGE_BYTES_MAX);
        assertThat(subject(large, "shard", "a-shard-with-a-rather-long-name-0").html())
                .hasSizeLessThan(PAGE_BYTES_MAX);
        assertThat(subject(large, "worker", "worker-0").html()).hasSizeLessThan(PAGE_BYTES_MAX);
        assertThat(subject(large, "transaction", "tx").html()).hasSizeLessThan(PAGE_BYTES_MAX);
        assertThat(subject(large, "block", "a-shard-with-a-rather-long-name-0/39")
                        .html())
                .hasSizeLessThan(PAGE_BYTES_MAX);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10})
    void shouldDrawEachWorkerAndShard(int count) {
        Document page = unit(new FakeFacts("shards", state(count, count, 1)));

        assertThat(page.select("svg.strip")).hasSize(count);
        assertThat(page.select("[data-figure=queue]")).hasSize(count);
        assertThat(page.select("[data-figure=delays]")).hasSize(count);
        assertThat(page.select("[data-figure=delayed]").text()).isEqualTo(String.valueOf(count));
        assertThat(page.select("svg:not([aria-label])")).isEmpty();
        assertThat(page.select("table:not(:has(caption))")).isEmpty();
    }

    @Test
    void shouldDrawFromTopicsAloneWithoutAnInstance() {
        FakeFacts silent =
                new FakeFacts("shards", "").add("shards.states", "RUNNING", 1, 1, state("s", "DISPATCHED", "w", 5));

        assertThat(unit(silent).select("h2").eachText()).containsExactly("Use of slots by shard");
        assertThat(unit(new FakeFacts("shards", "")).text()).isEmpty();
    }

    /** One shard holds the only slot for 900 of 1,000 ms, while the other waits. */
    @Test
    void shouldSayWhichShardStarvesWhich() {
        long now = FakeFacts.NOW;
        FakeFacts facts = new FakeFacts("shards", state(0, 0, 0))
                .add("shards.states", "RUNNING", now - 1_000, 1, state("greedy", "DISPATCHED", "w", 0))
                .add("shards.states", "PENDING", now - 1_000, 1, state("poor", "SCHEDULED", "", 0))
                .add("shards.states", "PENDING", now - 100, 2, state("greedy", "QUANTUM", "", 0))
                .add("shards.states", "RUNNING", now - 100, 2, state("poor", "DISPATCHED", "w", 900));

        Document page = unit(facts);

        assertThat(page.select("#shares + div tbody tr").eachText())
                .containsExactly("greedy 90 % 900 ms 1 100 ms", "poor 10 % 100 ms 1 900 ms");
        assertThat(page.select("table.lanes tbody th").eachText()).containsExactly("greedy", "poor");
        assertThat(page.select("rect.run").eachAttr("x")).endsWith("900");
    }

    @Test
    void shouldFollowAChainOfBlocks() {
        FakeFacts whole = new FakeFacts("shards", "")
                .add("shards.blocks", "", 1, 1, block("s", 1, "h1", "0".repeat(64), 1))
                .add("shards.blocks", "", 2, 2, block("s", 2, "h2", "h1", 2))
                .add("shards.blocks", "", 3, 3, block("s", 3, "h3", "h2", 1));
        FakeFacts broken = new FakeFacts("shards", "")
                .add("shards.blocks", "", 1, 1, block("s", 4, "h4", "h3", 1))
                .add("shards.blocks", "", 2, 2, block("s", 5, "h5", "another", 1));

        assertThat(links(whole)).containsExactly("follows", "follows", "is the first");
        assertThat(subject(whole, "shard", "s").select(".diverged")).isEmpty();
        assertThat(links(broken)).containsExactly("✗ does not follow", "not seen here");
        assertThat(subject(broken, "shard", "s").select(".notice").text()).startsWith("Block 5 does not follow");
        Document second = subject(whole, "block", "s/2");
        assertThat(second.select("a[rel=prev]").attr("href")).endsWith("id=s%2F1");
        assertThat(second.select("a[rel=next]").attr("href")).endsWith("id=s%2F3");
        assertThat(second.text()).contains("2 receipts", "follows", "key-0");
        assertThat(subject(broken, "block", "s/5").select(".diverged").text()).contains("does not follow");
        assertThat(subject(whole, "block", "s/9").text()).contains("not among the decisions that are kept here");
        assertThat(subject(whole, "block", "nonsense").text()).contains("Expected a block as SHARD/HEIGHT.");
    }

    private List<String> links(FakeFacts facts) {
        return subject(facts, "shard", "s")
                .select("#blocks ~ div tbody td:nth-child(4)")
                .eachText();
    }

    @Test
    void shouldShowThePayloadOfADeadLetter() {
        FakeFacts facts = new FakeFacts("shards", "")
                .add(
                        "shards.assignments",
                        "",
                        1,
                        1,
                        "{\"shard\":\"s\",\"worker\":\"w\",\"batch\":1,\"token\":7,\"transactions\":[{\"id\":\"t\",\"shard\":\"s\",\"payload\":\"\"}]}")
                .add("shards.dead-letters", "INVALID", 2, 2, letter("s", "t", "<b>pay</b>"));

        Document page = subject(facts, "transaction", "t");

        assertThat(page.select("[data-figure=place]").eachText())
                .containsExactly("dead letter, INVALID: it says so", "batch 1 of turn 7 on worker w");
        assertThat(page.select("pre").text()).contains("3c 62 3e 70", "<b>pay</b>");
    }

    private static String state(String shard, String cause, String worker, long waited) {
        return JsonText.object(json -> {
            json.field("shard", shard).field("cause", cause).field("pending", 3).field("waitedMs", waited);
            if (!worker.isEmpty()) {
                json.field("worker", worker).field("token", 1);
            }
        });
    }

    private static String block(String shard, long height, String hash, String parent, int receipts) {
        return JsonText.object(json -> json.field("shard", shard)
                .field("height", height)
                .field("hash", hash)
                .field("parentHash", parent)
                .field("worker", "w")
                .field("token", 1)
                .list(
                        "receipts",
                        numbers(receipts),
                        (i, line) -> line.field("transaction", "transaction-with-a-name-" + i)
                                .field("status", "SUCCEEDED")
                                .field("reason", ""))
                .list(
                        "stateDiff",
                        numbers(receipts),
                        (i, line) -> line.field("key", base64("key-" + i)).field("value", base64("value-" + i))));
    }

    private static String letter(String shard, String transaction, String payload) {
        return JsonText.object(json -> json.field("shard", shard)
                .field("transaction", transaction)
                .field("message", "it says so")
                .field("payload", base64(payload)));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    /**
     * Returns the state of a pool with {@code queued} waiting shards and {@code workers} workers, whose {@code slots}
     * slots are all taken.
     */
    private static String state(int queued, int workers, int slots) {
        return JsonText.object(json -> json.field("asOf", FakeFacts.NOW)
                .object("policy", policy -> policy.field("quantumMs", 100))
                .field("queued", queued == 100 ? 10_000 : queued)
                .list(
                        "queue",
                        numbers(queued),
                        (i, line) -> line.field("shard", "a-shard-with-a-rather-long-name-" + i)
                                .field("position", i + 1)
                                .field("since", FakeFacts.NOW - 1_000)
                                .field("pending", 12_345)
                                .field("notOn", (String) null))
                .field("delayed", queued)
                .list(
                        "delays",
                        numbers(queued),
                        (i, line) -> line.field("shard", "a-shard-with-a-rather-long-name-that-waits-" + i)
                                .field("until", FakeFacts.NOW + 1_000)
                                .field("pending", 12_345)
                                .field("retries", 7)
                                .field("reason", "<b>" + "x".repeat(190)))
                .object("slots", totals -> totals.field("workers", workers).field("slots", (long) workers * slots))
                .list(
                        "workers",
                        numbers(workers),
                        (i, line) -> line.field("worker", "worker-" + i)
                                .field("slots", slots)
                                .field("taken", slots)
                                .field("restUntil", (String) null)
                                .list(
                                        "turns",
                                        numbers(slots),
                                        (j, turn) -> turn.field(
                                                        "shard", "a-shard-with-a-rather-long-name-" + i + "-" + j)
                                                .field("token", 100L * i + j)
                                                .field("batch", 1)
                                                .field("size", 1_000)
                                                .field("sentAt", FakeFacts.NOW - 50))));
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private Document unit(FakeFacts facts) {
        return Jsoup.parse(render(pages.unit(facts)));
    }

    private Document subject(FakeFacts facts, String kind, String id) {
        return Jsoup.parse(render(Objects.requireNonNull(pages.subject(facts, new Subject(kind, id)))));
    }

    private String render(Part part) {
        StringOutput page = new StringOutput();
        html.part(part).writeTo(page);
        return page.toString();
    }
}
