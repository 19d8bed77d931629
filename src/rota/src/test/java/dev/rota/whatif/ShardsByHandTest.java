package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.whatif.report.Column;
import dev.rota.whatif.report.Comparison;
import dev.rota.workload.whatif.Figures;
import dev.rota.workload.whatif.Group;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker executes one transaction of 100 ms at a time. Shard a has three, and b one that comes 50 ms later. With a
 * quantum of a second, b waits until a is done, for 250 ms. With a quantum of 0 it is b's turn after the first of a's.
 */
class ShardsByHandTest {

    private static final Path FOLDER = Path.of("src/rota/src/test/resources/whatif/shards");

    @TempDir
    private Path folder;

    private List<String> record;

    @BeforeEach
    void read() throws Exception {
        record = new ArrayList<>(Files.readAllLines(FOLDER.resolve("record.jsonl")));
    }

    private Comparison.Worlds worlds(String... change) {
        return worldsTo(null, change);
    }

    private Comparison.Worlds worldsTo(@Nullable Long to, String... change) {
        return Asking.worlds(
                new ShardsDomain(),
                record,
                new Question(
                        "default",
                        null,
                        false,
                        to,
                        false,
                        List.of(List.of(change)),
                        1,
                        folder.resolve("world"),
                        null,
                        false,
                        WorldLimits.COMMAND));
    }

    private static Figures shard(Column column, String name) {
        return Asking.figures(column, new Group("shard", name));
    }

    private static double meanWait(Figures figures) {
        return figures.waits().mean().value();
    }

    @Test
    void shouldGiveTheOtherShardItsTurnWithoutAQuantum() throws Exception {
        Comparison.Worlds worlds =
                worlds(Files.readString(FOLDER.resolve("change.jsonl")).strip());

        assertThat(worlds.error().mean()).isZero();
        assertThat(meanWait(shard(worlds.baseline(), "a"))).isEqualTo((0 + 100 + 200) / 3.0);
        assertThat(meanWait(shard(worlds.baseline(), "b"))).isEqualTo(250);
        assertThat(meanWait(shard(worlds.change(), "a"))).isEqualTo((0 + 200 + 300) / 3.0);
        assertThat(meanWait(shard(worlds.change(), "b"))).isEqualTo(50);
        assertThat(shard(worlds.baseline(), "a").counts()).containsEntry("turns", 1L);
        assertThat(shard(worlds.change(), "a").counts()).containsEntry("turns", 3L);
        assertThat(worlds.change().sources()).containsExactly(Map.entry("recorded", 4L));
    }

    /** The worker is there for 500 ms, and works for 400. */
    @Test
    void shouldSayHowMuchOfTheWorkersIsUsed() {
        Comparison.Worlds worlds = worlds("{\"more\":1,\"like\":\"w\"}");

        Group workers = new Group("workers", "");
        assertThat(Asking.figures(worlds.record(), workers).utilisation()).isEqualTo(400 / 500.0);
        assertThat(Asking.figures(worlds.change(), workers).utilisation()).isEqualTo(400 / 1_000.0);
        assertThat(meanWait(shard(worlds.change(), "b"))).isZero();
    }

    /** The copies queue behind the others of their shards. */
    @Test
    void shouldTakeAsLongForCopiesAsForOthersOfTheirShards() {
        Comparison.Worlds worlds = worldsTo(3_000L, "{\"load\":2}");

        assertThat(shard(worlds.change(), "a").waits().count()).isEqualTo(6);
        assertThat(worlds.change().sources()).containsEntry("shard", 4L).containsEntry("recorded", 4L);
    }

    /** It leaves while it executes its second transaction. */
    @Test
    void shouldLoseTheTurnOfAWorkerThatLeaves() {
        Figures a = shard(worlds("{\"leaves\":\"w\",\"from\":1150}").change(), "a");

        assertThat(a.counts()).containsEntry("lost turns", 1L);
        assertThat(a.waits().open()).isEqualTo(1);
    }

    @Test
    void shouldReportAsMuchEarlierThanTheLogAsInTheRecord() {
        record.replaceAll(line -> line.replace("\"elapsedMs\":100,", "\"elapsedMs\":40,"));

        // after 140 ms without the 60 of its way to the worker and back
        assertThat(shard(worlds("{\"policy\":{\"quantumMs\":40}}").change(), "a")
                        .counts())
                .containsEntry("turns", 3L);
        assertThat(shard(worlds("{\"policy\":{\"quantumMs\":41}}").change(), "a")
                        .counts())
                .containsEntry("turns", 2L);
    }

    /** A stateless pool, whose worker has a free slot besides, and reports a batch of three in three parts. */
    @Test
    void shouldGoOnWithABatchThatIsReportedInParts() {
        record = List.of(
                "{\"topic\":\"shards.controls\",\"time\":0,\"value\":{\"event\":{\"PoolPolicy\":{\"stateless\":true}}}}",
                "{\"topic\":\"shards.workers\",\"time\":900,\"value\":{\"worker\":\"w\",\"event\":"
                        + "{\"WorkerReady\":{\"slots\":2,\"protocol\":1}}}}",
                late("a", 1_000, "1"),
                late("a", 1_000, "2"),
                late("a", 1_000, "3"),
                late("a", 1_000, "4"),
                part(1, 1, "1", false),
                part(2, 2, "2", true),
                part(2, 3, "3", true),
                part(2, 4, "4", false));

        Comparison.Worlds worlds = worlds("{\"policy\":{\"quantumMs\":101}}");

        assertThat(worlds.error().mean()).isZero();
        for (Column column : List.of(worlds.record(), worlds.baseline(), worlds.change())) {
            assertThat(shard(column, "a").counts()).as(column.toString()).containsEntry("turns", 1L);
            assertThat(meanWait(shard(column, "a"))).isEqualTo((0 + 100 + 100 + 100) / 4.0);
            assertThat(Asking.figures(column, new Group("workers", "")).utilisation())
                    .isEqualTo(400 / (2 * 500.0));
        }
        assertThat(worlds.change().sources()).containsExactly(Map.entry("recorded", 4L));
    }

    private static String part(int batch, int number, String transaction, boolean continues) {
        return "{\"topic\":\"shards.workers\",\"time\":" + (1_000 + 100 * number)
                + ",\"value\":{\"worker\":\"w\",\"event\":{\"BatchExecuted\":{\"shard\":\"a\",\"token\":1,\"batch\":"
                + batch
                + ",\"elapsedMs\":" + 100 * number + ",\"receipts\":[{\"transaction\":\"" + transaction
                + "\",\"status\":\"SUCCEEDED\"}],\"continues\":" + continues + "}}}}";
    }

    /** A worker that announced itself once was heard by its reports only, of which there are none in this world. */
    @Test
    void shouldKeepAWorkerThatWasHeardInTheRecord() {
        record.set(0, record.get(0).replace("\"quantumMs\"", "\"workerTimeoutMs\":300,\"quantumMs\""));

        Column change = worldsTo(1_500L, "{\"leaveOut\":\"shards.transactions\",\"key\":\"a\"}", late("c", 1_450))
                .change();

        assertThat(shard(change, "c").waits().open()).isZero();
        assertThat(meanWait(shard(change, "c"))).isZero();
    }

    private static String late(String shard, long time) {
        return late(shard, time, "9");
    }

    private static String late(String shard, long time, String id) {
        return "{\"topic\":\"shards.transactions\",\"time\":" + time + ",\"value\":{\"shard\":\"" + shard
                + "\",\"id\":\"" + id + "\",\"payload\":\"\"}}";
    }

    @Test
    void shouldNotCountTransactionsThatAreNotAccepted() {
        record.add(6, record.get(2).replace("1000", "1060"));

        Comparison.Worlds worlds = worlds("{\"policy\":{\"quantumMs\":0}}");

        assertThat(shard(worlds.record(), "a").waits().count()).isEqualTo(3);
        assertThat(shard(worlds.change(), "a").waits().count()).isEqualTo(3);
        assertThat(meanWait(shard(worlds.change(), "a"))).isEqualTo((0 + 200 + 300) / 3.0);
    }

    /** The change comes before the first policy, which decides that the pool has no state. */
    @Test
    void shouldKeepAStatelessPoolStateless() {
        record.set(0, record.get(0).replace("\"quantumMs\"", "\"stateless\":true,\"quantumMs\""));

        Comparison.Worlds worlds = worlds("{\"policy\":{\"quantumMs\":0}}");

        assertThat(worlds.change().rejections()).isEmpty();
        assertThat(meanWait(shard(worlds.change(), "b"))).isEqualTo(50);
    }

    @Test
    void shouldExecuteAdoptedTransactions() throws Exception {
        record.replaceAll(line -> line.replace(
                        "{\"topic\":\"shards.transactions\"", "{\"adopted\":true,\"topic\":\"shards.transactions\"")
                .replace("\"payload\":\"\"", "\"payload\":\"\",\"source\":\"orders/0/7\""));

        Comparison.Worlds worlds = worlds("{\"policy\":{\"quantumMs\":0}}");

        assertThat(meanWait(shard(worlds.change(), "b"))).isEqualTo(50);
        assertThat(Asking.decisions(new ShardsDomain(), Files.readAllLines(folder.resolve("world")), 0))
                .anyMatch(line -> line.contains("\"source\":\"\"") && line.contains("shards.assignments"))
                .hasSize(Asking.decisions(new ShardsDomain(), record, 1_400).size() + 4);
    }

    /** After the end of the record, the worker is still there. */
    @Test
    void shouldWorkAfterTheEndOfTheRecord() {
        Comparison.Worlds worlds = Asking.worlds(
                new ShardsDomain(),
                record,
                new Question(
                        "default",
                        null,
                        true,
                        100_000L,
                        true,
                        List.of(List.of(late("a", 0).replace("\"time\":0", "\"time\":\"+90s\""))),
                        1,
                        null,
                        null,
                        false,
                        WorldLimits.COMMAND));

        Figures a = shard(worlds.change(), "a");
        assertThat(a.waits().open()).isZero();
        assertThat(meanWait(a)).isZero();
    }
}
