package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rota.cli.options.ExitCode;
import dev.rota.local.FreePort;
import dev.rota.local.LocalBroker;
import dev.rota.local.TestJvm;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are started before their cluster wait for it, and then find out whether they can work on it. */
@Tag("broker")
@Tag("embedded")
@Full
class WaitingForClusterTest {

    private static final List<List<String>> VERBS =
            List.of(List.of("run", "--domains", "cores", "--set", "instance.id=a"), List.of("bot", "--", "cat"));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final int port = FreePort.next();
    private final int httpPort = FreePort.next();

    @Test
    void shouldWaitForABroker() throws Exception {
        List<Process> started = new ArrayList<>();
        try {
            for (List<String> words : VERBS) {
                started.add(start(words));
            }
            for (List<String> words : VERBS) {
                Await.until(
                        words + " waits",
                        () -> errors(words).contains("rota: waiting for a Kafka broker at 127.0.0.1:" + port + "\n"));
            }

            // when
            JsonNode live = health("live", 200);
            JsonNode ready = health("ready", 503);

            // then
            assertThat(live.path("live").asBoolean()).isTrue();
            assertThat(ready.path("ready").asBoolean()).isFalse();
            assertThat(ready.at("/domains/cores/reasons/0").asText()).contains("waiting for a Kafka broker at");
            try (LocalBroker broker = LocalBroker.temporary(port)) {
                assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
                for (int i = 0; i < VERBS.size(); i++) {
                    assertThat(started.get(i).waitFor(2, TimeUnit.MINUTES))
                            .as(VERBS.get(i) + " has asked the broker")
                            .isTrue();
                    assertThat(started.get(i).exitValue()).isEqualTo(ExitCode.WRONG_USE);
                    assertThat(errors(VERBS.get(i)).lines().toList().get(1)).contains("topic");
                }
            }
        } finally {
            started.forEach(Process::destroyForcibly);
        }
    }

    private Process start(List<String> words) throws IOException {
        List<String> command = TestJvm.command(TestJvm.options("-Xmx256m"), Main.class.getName(), words.get(0));
        command.addAll(List.of("--set", "kafka.bootstrap.servers=127.0.0.1:" + port));
        command.addAll(List.of("--set", "schema.registry.url=http://127.0.0.1:1"));
        if (words.get(0).equals("run")) {
            command.addAll(List.of("--set", "http.port=" + httpPort));
        }
        command.addAll(words.subList(1, words.size()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
        return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(file(words).toFile())
                .start();
    }

    private Path file(List<String> words) {
        return folder.resolve(words.get(0) + ".err");
    }

    private String errors(List<String> words) {
        try {
            return Files.readString(file(words));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode health(String word, int status) throws IOException, InterruptedException {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + "/health/" + word))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(status);
        return new JsonMapper().readTree(response.body());
    }
}
