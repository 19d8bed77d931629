package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.options.ExitCode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Any exception from a verb results in one line and exit code 2, since code 1 means that a check failed. */
class MainTest {

    @Command(name = "fail")
    private record Failing(Throwable failure) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }
    }

    static List<Throwable> failures() {
        return List.of(
                new OutOfMemoryError("Java heap space"),
                new StackOverflowError(),
                new NoClassDefFoundError("dev/rota/Gone"),
                new AssertionError("two\nlines"),
                new IllegalStateException("an\u001b[2Jescape"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldEndInOneLine(Throwable failure) {
        VerbRun run = VerbRun.of(() -> Main.run(new CommandLine(new Failing(failure))));

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err()).doesNotContain("\u001b");
    }

    @Test
    void shouldNotBlameTheClusterForTheDisk() {
        VerbRun run = VerbRun.of(() -> Main.run(new CommandLine(new Failing(new ProcessorStateException(
                "Error opening store rows at location /state", new IOException("No space left on device"))))));

        assertThat(run.err())
                .contains("the rows on disk cannot be used: Error opening store rows at location /state: No space left")
                .doesNotContain("cluster");
    }

    @Test
    void shouldBlameTheClusterForItsOwnFailures() {
        VerbRun run = VerbRun.of(() -> Main.run(new CommandLine(new Failing(new KafkaException("odd")))));

        assertThat(run.err()).contains("the cluster does not answer as expected: odd");
    }

    @Test
    void shouldSayWhatToDoWhenOutOfMemory() {
        VerbRun run = VerbRun.of(() -> Main.run(new CommandLine(new Failing(new OutOfMemoryError("Java heap space")))));

        assertThat(run.err()).contains("out of memory", "-Xmx");
    }
}
