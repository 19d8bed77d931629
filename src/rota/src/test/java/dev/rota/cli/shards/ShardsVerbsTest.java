package dev.rota.cli.shards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.VerbCluster;
import dev.rota.cli.VerbRun;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.options.ExitCode;
import dev.rota.serde.Wire;
import dev.rota.stream.DomainRun;
import dev.rota.trials.Full;
import dev.rota.worker.Ledger;
import dev.rota.worker.execute.ShardWorker;
import dev.rota.worker.execute.WorkerTerms;
import dev.rota.worker.state.ShardFollower;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests verbs about a pool's shards on a cluster whose scheduler and workers have stopped. */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShardsVerbsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // start() sets it
    private VerbCluster cluster;

    /** Executes good and bad transfers in two shards. */
    @BeforeAll
    void start() throws Exception {
        cluster = new VerbCluster("shards", folder, "shards.partitions=2");
        try (DomainRun run = cluster.run();
                Wire wire = Wires.of(cluster.settings())) {
            run.start();
            transfer("paris", "d", "{\"to\":\"ann\",\"amount\":100}");
            transfer("rome", "d", "{\"to\":\"zoe\",\"amount\":7}");
            cluster.until("shards.states", 2);
            try (ShardFollower follower = ShardFollower.start(cluster.settings(), wire, "default", null);
                    ShardWorker one = worker("w1", wire, follower);
                    ShardWorker two = worker("w2", wire, follower)) {
                cluster.until("shards.blocks", 2);
                transfer("paris", "t1", "{\"from\":\"ann\",\"to\":\"bob\",\"amount\":40,\"nonce\":0}");
                cluster.until("shards.blocks", 3);
                transfer("paris", "t2", "{\"from\":\"ann\",\"to\":\"bob\",\"amount\":90,\"nonce\":1}");
                cluster.until("shards.blocks", 4);
                transfer("paris", "t3", "{\"from\":\"ann\",\"to\":\"bob\",\"amount\":1,\"nonce\":9}");
                cluster.until("shards.dead-letters", 1);
                assertThat(List.of(String.valueOf(one.failure()), String.valueOf(two.failure())))
                        .containsOnly("null");
            }
        }
        assertThat(cluster.failures()).isEmpty();
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void shouldPrintAShardsState() {
        VerbRun run = cluster.about("shards", "state", "--shard", "paris");

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(7).startsWith("shard paris of pool default", "height 3");
        assertThat(lines.get(2)).matches("hash [0-9a-f]{64}");
        assertThat(lines.get(3)).matches("executed by w[12] with token [1-9]");
        assertThat(lines.subList(4, 7))
                .containsExactly("entries 2", "ann\t{\"balance\":60,\"nonce\":2}", "bob\t{\"balance\":40,\"nonce\":0}");
    }

    @Test
    @Full
    void shouldPrintNoMoreEntriesThanAskedFor() {
        VerbRun run = cluster.about("shards", "state", "--shard", "paris", "--max", "1");

        assertThat(run.out()).contains("entries 2\nann\t").doesNotContain("bob\t");
    }

    @Test
    @Full
    void shouldSayThatAShardHasNoBlock() {
        assertDoesNotHold(
                cluster.about("shards", "state", "--shard", "oslo"),
                "expected blocks of shard oslo of pool default, but there are none");
        assertDoesNotHold(
                cluster.about("shards", "verify", "--shard", "oslo"),
                "expected batches or blocks of shard oslo of pool default, but there are none");
        assertDoesNotHold(
                cluster.about("shards", "verify", "--all", "--pool", "nobody"),
                "expected shards of pool nobody, but there are none");
    }

    /** Both first batches are of one record, since both shards waited when the worker came. */
    @Test
    void shouldVerify() {
        VerbRun assigned = cluster.about("consume", "shards.assignments", "--from-beginning", "--max", "1");
        assertThat(assigned.out()).contains("\"shard\":\"paris\"", "\"shard\":\"rome\"");

        VerbRun all = cluster.about("shards", "verify", "--all");
        VerbRun one = cluster.about("shards", "verify", "--shard", "rome");

        assertThat(all.code()).as(all.toString()).isEqualTo(ExitCode.DONE);
        assertThat(all.out().lines().toList())
                .hasSize(2)
                .first()
                .asString()
                .startsWith(
                        "shard paris: 3 blocks, 3 transactions, hash chain whole, every batch executed again alike;");
        assertThat(one.code()).as(one.toString()).isEqualTo(ExitCode.DONE);
        assertThat(all.out()).endsWith(one.out());
        assertThat(one.out()).startsWith("shard rome: 1 block, 1 transaction, hash chain whole");
    }

    @Test
    @Full
    void shouldNameTheDifferenceWithAnotherExecutor() {
        VerbRun run = cluster.about("shards", "verify", "--all", "--executor", GenerousExecutor.class.getName());

        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().toList())
                .first()
                .asString()
                .isEqualTo(
                        "shard paris: 2 blocks, 2 transactions hold, but block 3 does not: transaction t2: the block"
                                + " has it as REVERTED (expected ann to have 90, but it has 60), executed again it is SUCCEEDED");
    }

    @Test
    @Full
    void shouldPutADeadLetterBackOnce() throws Exception {
        VerbRun dry = cluster.about("shards", "retry", "--id", "t3", "--dry-run");
        VerbRun first = cluster.about("shards", "retry", "--shard", "paris");
        VerbRun second = cluster.about("shards", "retry", "--shard", "paris");
        VerbRun again = cluster.about("shards", "retry", "--reason", "INVALID", "--again");
        VerbRun late = cluster.about("shards", "retry", "--from-time", "2500-01-01T00:00:00Z");

        assertThat(dry.code()).as(dry.toString()).isEqualTo(ExitCode.DONE);
        assertThat(dry.out().lines().toList()).hasSize(2).last().isEqualTo("1 dead letter would be put back");
        assertThat(dry.out())
                .startsWith("would put back paris t3, which died at 2")
                .contains(", INVALID: expected");
        assertThat(first.out()).startsWith("put back paris t3, which died at 2").endsWith("1 dead letter put back\n");
        assertThat(second.code()).as(second.toString()).isEqualTo(ExitCode.DONE);
        assertThat(second.out())
                .isEqualTo("0 dead letters put back, 1 left out, put back before (--again puts them back once more)\n");
        assertThat(again.out()).startsWith("put back paris t3").endsWith("1 dead letter put back\n");
        assertDoesNotHold(late, "expected dead letters of pool default that match, but there are none");

        // the transaction is as it was sent first, after those of its shard
        VerbRun sent = cluster.about("consume", "shards.transactions", "--from-beginning", "--timeout", "3s");
        List<String> ofThree =
                sent.out().lines().filter(line -> line.contains("\"t3\"")).toList();
        assertThat(ofThree).hasSize(3);
        assertThat(ofThree.get(1)).isEqualTo(ofThree.get(0));
        assertThat(ofThree.get(2)).isEqualTo(ofThree.get(0));
    }

    @Test
    @Full
    void shouldTakeASnapshotThatWorkersStartFrom() throws Exception {
        Path snapshot = folder.resolve("snapshot");
        VerbRun taken = cluster.about("shards", "snapshot", "--out", snapshot.toString());
        assertThat(taken.code()).as(taken.err()).isEqualTo(ExitCode.DONE);
        assertThat(taken.out())
                .matches("Snapshot of pool default in \\S+snapshot: 2 shards, [0-9,]+ bytes, SHA-256 [0-9a-f]{64}\n");
        assertThat(cluster.about("shards", "snapshot", "--out", snapshot.toString())
                        .out())
                .isEqualTo(taken.out());

        assertRefused(
                "is damaged: its content does not match its checksum",
                "worker",
                "--executor",
                "Ledger",
                "--from",
                damaged(snapshot));
        assertRefused(
                "snapshot is of pool default",
                "worker",
                "--executor",
                "Ledger",
                "--from",
                snapshot.toString(),
                "--pool",
                "other");
        assertRefused(
                "but it holds that of pool default: name another folder",
                "shards",
                "snapshot",
                "--out",
                snapshot.toString(),
                "--pool",
                "other");
        assertRefused(
                "cannot be opened (no such file or folder)", "worker", "--executor", "Ledger", "--from", "nowhere");
        String empty = folder.resolve("empty").toString();
        assertRefused("expected blocks of pool other", "shards", "snapshot", "--out", empty, "--pool", "other");
        String file = snapshot.resolve("shards.snapshot").toString();
        assertRefused("expected to write a snapshot to", "shards", "snapshot", "--out", file);
    }

    private static String damaged(Path snapshot) throws IOException {
        Path file = snapshot.resolve("shards.snapshot");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 50] ^= 1;
        Path copy = Files.createDirectories(folder.resolve("damaged"));
        Files.write(copy.resolve(file.getFileName()), bytes);
        return copy.toString();
    }

    private void assertRefused(String why, String... words) {
        VerbRun run = cluster.about(words);
        assertThat(run.err()).contains(why);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.out()).isEmpty();
    }

    private static void assertDoesNotHold(VerbRun run, String why) {
        assertThat(run.err()).contains(why);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out()).isEmpty();
    }

    private ShardWorker worker(String name, Wire wire, ShardFollower follower) throws InterruptedException {
        return ShardWorker.start(
                WorkerTerms.of("default", name, 2, true), cluster.settings(), wire, follower, new Ledger());
    }

    private void transfer(String shard, String id, String payload) throws IOException {
        String line = "{\"shard\": \"" + shard + "\", \"id\": \"" + id + "\", \"payload\": \""
                + Base64.getEncoder().encodeToString(payload.getBytes(UTF_8))
                + "\"}\n";
        cluster.produce("shards.transactions", line);
    }
}
