package dev.rota.cli.shards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.Main;
import dev.rota.cli.VerbCluster;
import dev.rota.cli.VerbRun;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.options.ExitCode;
import dev.rota.local.TestJvm;
import dev.rota.serde.Wire;
import dev.rota.stream.DomainRun;
import dev.rota.trials.Full;
import dev.rota.worker.Ledger;
import dev.rota.worker.execute.ShardWorker;
import dev.rota.worker.execute.WorkerTerms;
import dev.rota.worker.state.ShardFollower;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that starts from a snapshot executes on the same state as a worker that has read all blocks. */
@Tag("broker")
@Full
class WorkerFromSnapshotTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private int transactions;

    @Test
    void shouldExecuteOnFromASnapshotEvenAfterAKill() throws Exception {
        try (VerbCluster cluster = new VerbCluster("shards", folder, "shards.partitions=2");
                DomainRun run = cluster.run()) {
            // given
            run.start();
            try (Wire wire = Wires.of(cluster.settings());
                    ShardFollower follower = ShardFollower.start(cluster.settings(), wire, "default", null);
                    ShardWorker first = ShardWorker.start(
                            WorkerTerms.of("default", "w1", 1, true),
                            cluster.settings(),
                            wire,
                            follower,
                            new Ledger())) {
                transfer(cluster, "{\"to\":\"ann\",\"amount\":100}");
                transfer(cluster, "{\"from\":\"ann\",\"to\":\"bob\",\"amount\":10,\"nonce\":0}");
                assertThat(first.failure()).isNull();
            }
            Path snapshot = folder.resolve("snapshot");
            cluster.verb("shards", "snapshot", "--out", snapshot.toString());

            // when
            List<String> words = List.of(
                    "worker", "--executor=Ledger", "--worker=w2", "--threads=1", "--take-over", "--from=" + snapshot);
            Process second = start(cluster, words);
            try {
                transfer(cluster, "{\"from\":\"ann\",\"to\":\"bob\",\"amount\":20,\"nonce\":1}");
                second.destroyForcibly().waitFor();
                second = start(cluster, words);
                transfer(cluster, "{\"from\":\"ann\",\"to\":\"bob\",\"amount\":30,\"nonce\":2}");
                second.destroy();
                assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
            } finally {
                second.destroyForcibly();
            }

            // then
            VerbRun state = cluster.about("shards", "state", "--shard", "paris");
            assertThat(state.out())
                    .contains(
                            "height 4\n",
                            "executed by w2",
                            "ann\t{\"balance\":40,\"nonce\":3}\n",
                            "bob\t{\"balance\":60,\"nonce\":0}\n");
            VerbRun verified = cluster.about("shards", "verify", "--all");
            assertThat(verified.code()).as(verified.toString()).isEqualTo(ExitCode.DONE);
            assertThat(cluster.failures()).isEmpty();
        }
    }

    private static Process start(VerbCluster cluster, List<String> words) throws IOException {
        List<String> command = TestJvm.command(TestJvm.options(), Main.class.getName());
        command.addAll(words);
        command.addAll(List.of("--config", cluster.config()));
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Sends a transfer and waits for its block. Each block has one transfer. */
    private void transfer(VerbCluster cluster, String payload) throws IOException {
        transactions++;
        String line = "{\"shard\": \"paris\", \"id\": \"t" + transactions + "\", \"payload\": \""
                + Base64.getEncoder().encodeToString(payload.getBytes(UTF_8))
                + "\"}\n";
        cluster.produce("shards.transactions", line);
        cluster.until("shards.blocks", transactions);
    }
}
