package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.options.ExitCode;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A log is decided in the same bytes on every machine, whatever its locale, time zone, charset and JVM options. */
class SameEverywhereTest {

    /**
     * Options for a different environment: in Turkish, i has other cases; Chatham has an offset of quarter hours; one
     * processor, another collector and charset.
     */
    private static final List<String> ELSEWHERE = List.of(
            "-Xmx1g",
            "-XX:-UseSerialGC",
            "-XX:+UseParallelGC",
            "-XX:ActiveProcessorCount=1",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=2",
            "-Duser.language=tr",
            "-Duser.country=TR",
            "-Duser.timezone=Pacific/Chatham",
            "-Dfile.encoding=ISO-8859-9",
            "-Dstdout.encoding=ISO-8859-9");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @CsvSource({"jobs, history-1"})
    void shouldDecideInTheSameBytes(String domain, String history) throws IOException, InterruptedException {
        assertSame(domain, history);
    }

    @Full
    @ParameterizedTest
    @CsvSource({
        "cores, small",
        "cores, mixed",
        "cores, session-changes",
        "chunks, history-1",
        "chunks, history-2",
        "shards, history-1",
        "shards, history-2"
    })
    void shouldDecideMoreInTheSameBytes(String domain, String history) throws IOException, InterruptedException {
        assertSame(domain, history);
    }

    private void assertSame(String domain, String history) throws IOException, InterruptedException {
        String file = "src/trials/src/main/resources/vectors/" + domain + "/" + history + ".input.jsonl";

        VerbRun here = VerbRun.here("simulate", domain, file);
        VerbRun elsewhere = VerbRun.inOwnProcess(folder, ELSEWHERE, "simulate", domain, file);

        assertThat(here.code()).isEqualTo(ExitCode.DONE);
        assertThat(here.out()).isNotEmpty();
        assertThat(elsewhere).isEqualTo(here);
    }
}
