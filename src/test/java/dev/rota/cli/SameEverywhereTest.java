package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same log decides in the same bytes, whatever machine it lies on and whatever its owner speaks. */
class SameEverywhereTest {

    /** Turkish has an i of its own, Chatham a quarter of an hour; one processor, another garbage collector, another charset. */
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
    @CsvSource({
        "cores, small",
        "cores, mixed",
        "cores, session-changes",
        "jobs, history-1",
        "chunks, history-1",
        "chunks, history-2",
        "shards, history-1",
        "shards, history-2"
    })
    void shouldDecideInTheSameBytes(String domain, String history) throws IOException, InterruptedException {
        String file = "src/test/resources/vectors/" + domain + "/" + history + ".input.jsonl";

        VerbRun here = VerbRun.here("simulate", domain, file);
        VerbRun elsewhere = VerbRun.apart(folder, ELSEWHERE, "simulate", domain, file);

        assertThat(here.code()).isEqualTo(Main.DONE);
        assertThat(here.out()).isNotEmpty();
        assertThat(elsewhere).isEqualTo(here);
    }
}
