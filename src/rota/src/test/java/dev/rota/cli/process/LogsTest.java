package dev.rota.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rota.cli.DevProcess;
import dev.rota.cli.ExpectedOutput;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("broker")
@Tag("embedded")
class LogsTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final ExpectedOutput UP = ExpectedOutput.of(List.of("…", "Ctrl-C ends it."));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    @Full
    void shouldWriteALineForEachEventThatMatters() throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        try (DevProcess dev = new DevProcess(folder)) {
            // when
            dev.start(List.of("--domains", "jobs", "--set", "log.format=json", "--set", "log.level=info"), UP);
            Await.until("ownership", () -> dev.errors().contains("decides the partitions [0, 1, 2, 3]"));
            dev.end();

            // then
            for (String line : dev.errors().lines().toList()) {
                lines.add(JSON.readTree(line));
            }
        }
        assertThat(lines).allSatisfy(line -> {
            assertThat(OffsetDateTime.parse(line.path("time").asText())).isNotNull();
            assertThat(line.path("level").asText()).isIn("INFO", "WARN", "ERROR");
        });
        assertThat(lines.stream().map(line -> line.path("message").asText()))
                .anyMatch(said -> said.startsWith("jobs starts: rota "))
                .anyMatch(said -> said.startsWith("jobs stops"))
                .anyMatch(said -> said.startsWith("jobs has stopped after "));
    }

    @Test
    @Full
    void shouldKeepQuietWhereSomebodyTriesIt() throws Exception {
        try (DevProcess dev = new DevProcess(folder)) {
            dev.start(List.of("--domains", "jobs"), UP);
            dev.end();

            assertThat(dev.errors()).isEmpty();
        }
    }

    @Test
    void shouldRefuseAnUnknownFormat() throws IOException {
        VerbRun run = VerbRun.here(
                "run",
                "--set",
                "log.format=xml",
                "--set",
                "kafka.bootstrap.servers=localhost:1",
                "--set",
                "instance.id=a");

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.err().strip()).isEqualTo("rota: expected 'log.format' to be one of text, json, but it is 'xml'");
    }
}
