package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.LocalRegistry;
import dev.rota.local.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code consume} prints what {@code produce} has sent, through a broker and a registry. */
@Tag("broker")
class RoundTripTest {

    private static final String CLAIM = "{\"chain\":\"a\",\"para\":1,\"collator\":\"ğ\",\"id\":null}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldConsumeWhatWasProduced() throws Exception {
        try (TestBroker broker = TestBroker.start();
                LocalRegistry registry = LocalRegistry.start(broker.bootstrapServers(), 0)) {
            // given
            List<String> where = List.of(
                    "--set", "kafka.bootstrap.servers=" + broker.bootstrapServers(),
                    "--set", "schema.registry.url=" + registry.url());
            VerbRun missing = run(where, "consume", "cores.claims", "--timeout", "1s");
            List<String> single = new ArrayList<>(where);
            single.addAll(List.of("--set", "topics.replication.factor=1", "--set", "topics.min.insync.replicas=1"));
            VerbRun differing = run(single, "topics");
            VerbRun applied = run(single, "topics", "--apply");
            Path good = lines(CLAIM + "\n\n" + CLAIM + "\n");
            VerbRun produced = run(where, "produce", "cores.claims", good.toString());

            // when
            VerbRun consumed = run(where, "consume", "cores.claims", "--from-beginning", "--max", "2");
            VerbRun broken = run(
                    where,
                    "produce",
                    "cores.claims",
                    lines(CLAIM + "\n{\"chain\":1}\n").toString());

            // then
            assertThat(missing.isOneLine()).as(missing.err()).isTrue();
            assertThat(missing.code()).isEqualTo(Main.WRONG_USE);
            assertThat(differing.code()).isEqualTo(Main.DOES_NOT_HOLD);
            assertThat(applied.code()).as(applied.out()).isEqualTo(Main.DONE);
            assertThat(produced).isEqualTo(new VerbRun(Main.DONE, "", ""));
            assertThat(consumed).isEqualTo(new VerbRun(Main.DONE, CLAIM + "\n" + CLAIM + "\n", ""));
            assertThat(broken.code()).isEqualTo(Main.WRONG_USE);
            assertThat(broken.err()).startsWith("rota: line 2: ");
        }
    }

    private static VerbRun run(List<String> where, String... words) {
        List<String> args = new ArrayList<>(List.of(words));
        args.addAll(where);
        return VerbRun.here(args.toArray(String[]::new));
    }

    private Path lines(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "lines", ".jsonl"), text);
    }
}
