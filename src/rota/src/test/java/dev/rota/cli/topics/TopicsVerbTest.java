package dev.rota.cli.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.local.FreePort;
import dev.rota.local.LocalBroker;
import dev.rota.trials.Full;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code topics --apply} can be the first thing in a deployment. */
@Tag("broker")
@Tag("embedded")
class TopicsVerbTest {

    @Test
    @Full
    void shouldWaitForABrokerThatStartsLater() throws Exception {
        // given a port on which nothing listens
        int port = FreePort.next();
        VerbRun early = apply(port, "4s");
        assertThat(early.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(early.err().lines())
                .hasSize(2)
                .satisfiesExactly(
                        waiting -> assertThat(waiting)
                                .isEqualTo("rota: waiting up to 4 s for a Kafka broker at 127.0.0.1:" + port),
                        why -> assertThat(why).contains("none answered in 4 s: Connection refused"));

        // when the broker starts while the verb waits
        CompletableFuture<VerbRun> applied = CompletableFuture.supplyAsync(() -> apply(port, "120s"));
        try (LocalBroker broker = LocalBroker.temporary(port)) {
            VerbRun run = applied.join();

            // then
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
            assertThat(run.out()).contains("cores.log").doesNotContain("MISSING");
            assertThat(VerbRun.here(
                                    "topics",
                                    "--domains",
                                    "cores",
                                    "--set",
                                    "kafka.bootstrap.servers=" + broker.bootstrapServers(),
                                    "--set",
                                    "topics.replication.factor=1")
                            .code())
                    .isEqualTo(ExitCode.DONE);

            // and when the verb need not wait
            assertThat(apply(port, "0s").code()).isEqualTo(ExitCode.DONE);

            // and when there are never as many brokers as replicas
            VerbRun few = VerbRun.here(
                    "topics",
                    "--apply",
                    "--wait",
                    "1s",
                    "--domains",
                    "jobs",
                    "--set",
                    "kafka.bootstrap.servers=" + broker.bootstrapServers());
            assertThat(few.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(few.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("rota: expected brokers enough for the topic jobs.")
                    .contains("replication factor");
        }
    }

    @Test
    void shouldRefuseANegativeWait() {
        VerbRun run = VerbRun.here("topics", "--apply", "--wait", "-1s");
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.err()).contains("expected --wait of at least 0, but it is -1000");
    }

    private static VerbRun apply(int port, String patience) {
        return VerbRun.here(
                "topics",
                "--apply",
                "--wait",
                patience,
                "--domains",
                "cores",
                "--set",
                "kafka.bootstrap.servers=127.0.0.1:" + port,
                "--set",
                "topics.replication.factor=1",
                "--set",
                "topics.min.insync.replicas=1");
    }
}
