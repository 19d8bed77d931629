package dev.rota.cli.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.local.TestBroker;
import dev.rota.registry.RegistryServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
                RegistryServer registry = RegistryServer.local(broker.bootstrapServers(), 0)) {
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
            assertThat(missing.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(differing.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
            assertThat(applied.code()).as(applied.out()).isEqualTo(ExitCode.DONE);
            assertThat(produced).isEqualTo(new VerbRun(ExitCode.DONE, "", ""));
            assertThat(consumed).isEqualTo(new VerbRun(ExitCode.DONE, CLAIM + "\n" + CLAIM + "\n", ""));
            assertThat(broken.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(broken.err()).startsWith("rota: line 2: ").contains("(any lines before it were produced)");
            int before = 3;

            // when a line is too long, and a valid or a broken line follows
            String long10M = CLAIM.replace("\"ğ\"", "\"" + "x".repeat(10_000_000) + "\"");
            VerbRun tooLong = run(where, "produce", "cores.claims", file(CLAIM, long10M, CLAIM));
            VerbRun brokenBehind = run(where, "produce", "cores.claims", file(CLAIM, long10M, "{"));
            VerbRun noText = run(where, "produce", "cores.claims", notUtf8());

            // then exactly the lines before the reported one were produced
            for (VerbRun run : List.of(tooLong, brokenBehind, noText)) {
                assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
                assertThat(run.isOneLine()).as(run.err()).isTrue();
                assertThat(run.err()).startsWith("rota: line 2: ").contains("(any lines before it were produced)");
            }
            VerbRun all = run(where, "consume", "cores.claims", "--from-beginning", "--timeout", "3s");
            assertThat(all.out()).isEqualTo((CLAIM + "\n").repeat(before + 3));

            // and no output is written
            VerbRun output = run(where, "produce", "cores.groups", good.toString());
            assertThat(output.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(output.err()).contains("cores.groups is written by the scheduler alone");
        }
    }

    private String file(String... lines) throws IOException {
        return lines(String.join("\n", lines) + "\n").toString();
    }

    /** Returns a file with a line of text, and one with a byte that is not UTF-8. */
    private String notUtf8() throws IOException {
        Path file = Files.createTempFile(folder, "lines", ".jsonl");
        byte[] bytes = (CLAIM + "\n" + CLAIM + "\n").getBytes(StandardCharsets.UTF_8);
        bytes[bytes.length - CLAIM.length() / 2] = (byte) 0xff;
        Files.write(file, bytes);
        return file.toString();
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
