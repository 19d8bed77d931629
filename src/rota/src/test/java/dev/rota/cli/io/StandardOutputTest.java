package dev.rota.cli.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.rota.cli.Main;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.local.TestJvm;
import dev.rota.trials.Full;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A verb whose output is lost reports it, unless its reader has closed the pipe on purpose. */
class StandardOutputTest {

    private static final String RECORDED = "src/rota/src/test/resources/recorded/cores-1";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** Fails at the write or flush after {@code bytesMax} bytes. */
    private static final class Failing extends OutputStream {
        private final String why;
        private final int bytesMax;
        private int bytes;

        Failing(String why, int bytesMax) {
            this.why = why;
            this.bytesMax = bytesMax;
        }

        @Override
        public void write(int b) throws IOException {
            if (bytes++ == bytesMax) {
                throw new IOException(why);
            }
        }

        @Override
        public void flush() throws IOException {
            if (bytes > 0) {
                throw new IOException(why);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "--version",
                "audit --help",
                "completion",
                "simulate cores LINES",
            })
    void shouldNoticeAFailureOfAnyVerb(String words) throws IOException {
        assertNoticed(words, 0);
        assertNoticed(words, 10);
        assertNoticed(words, Integer.MAX_VALUE);
    }

    /** Only the report is written to standard output, at the end of an audit, so each case is a whole audit. */
    @Full
    @ParameterizedTest
    @ValueSource(
            strings = {
                "audit cores --files " + RECORDED,
                "audit cores --json --files " + RECORDED,
                "audit export cores --out OUT --files " + RECORDED,
            })
    void shouldNoticeAFailureOfAnAudit(String words) throws IOException {
        shouldNoticeAFailureOfAnyVerb(words);
    }

    private void assertNoticed(String words, int bytesMax) throws IOException {
        VerbRun full = run("No space left on device", bytesMax, words);
        VerbRun closed = run("Broken pipe", bytesMax, words);

        assertThat(full.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(full.err())
                .isEqualTo(
                        "rota: expected to write to standard output, but it cannot be written: No space left on device\n");
        assertThat(closed.code()).isEqualTo(ExitCode.OUTPUT_CLOSED);
        assertThat(closed.err()).isEmpty();
    }

    private VerbRun run(String why, int bytesMax, String words) throws IOException {
        Path lines = folder.resolve("lines");
        Files.writeString(lines, """
                {"topic": "cores.claims", "time": 1, "value": {"chain": "a", "para": 1, "collator": "c"}}
                """.repeat(100));
        String[] args = words.replace("LINES", lines.toString())
                .replace("OUT", Files.createTempDirectory(folder, "out").toString())
                .split(" ");
        return VerbRun.of(() -> {
            System.setOut(new PrintStream(new StandardOutput(new Failing(why, bytesMax)), true, UTF_8));
            return VerbRun.uncaptured(args);
        });
    }

    /** An exception would end a thread that has other work to do. Instead, the verb fails. */
    @Test
    void shouldTellTheVerbOfAFailureInAnotherThread() throws InterruptedException {
        PrintStream out = new PrintStream(new StandardOutput(new Failing("Broken pipe", 0)), true, UTF_8);
        boolean[] wentOn = new boolean[1];
        Thread other = new Thread(() -> {
            out.println("one");
            out.println("two");
            wentOn[0] = true;
        });

        other.start();
        other.join();

        assertThat(wentOn[0]).isTrue();
        assertThatThrownBy(out::flush).isInstanceOf(StandardOutput.Lost.class);
        assertThatThrownBy(() -> out.println("three")).isInstanceOf(StandardOutput.Lost.class);
    }

    @Test
    void shouldPassOnWhatIsWritten() {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(new StandardOutput(written), true, UTF_8);

        out.println("one");
        out.printf("%s%n", "zwölf");
        out.flush();

        assertThat(written.toString(UTF_8)).isEqualTo("one\nzwölf\n");
    }

    @Test
    @Full
    void shouldNoticeAFullDisk() throws IOException, InterruptedException {
        File full = new File("/dev/full");
        assumeThat(full).exists();
        File err = folder.resolve("err").toFile();

        Process process = new ProcessBuilder(TestJvm.command(TestJvm.options(), Main.class.getName(), "completion"))
                .redirectOutput(full)
                .redirectError(err)
                .start();

        assertThat(process.waitFor()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(Files.readAllLines(err.toPath()))
                .singleElement()
                .asString()
                .startsWith("rota: expected to write to standard output, but it cannot be written: ");
    }

    @Test
    @Full
    void shouldEndWhenNobodyReads() throws IOException, InterruptedException {
        File err = folder.resolve("err").toFile();

        Process process = new ProcessBuilder(
                        TestJvm.command(TestJvm.options(), Main.class.getName(), "simulate", "cores"))
                .redirectError(err)
                .start();
        process.getInputStream().close();
        try (OutputStream lines = process.getOutputStream()) {
            lines.write("""
                    {"topic": "cores.claims", "time": 1, "value": {"chain": "a", "para": 1, "collator": "c"}}
                    """.getBytes(UTF_8));
        }

        assertThat(process.waitFor()).isEqualTo(ExitCode.OUTPUT_CLOSED);
        assertThat(List.copyOf(Files.readAllLines(err.toPath()))).isEmpty();
    }
}
