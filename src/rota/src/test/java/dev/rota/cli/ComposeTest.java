package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Parses the commands of {@code docker-compose.yml}. */
class ComposeTest {

    @Test
    void shouldNameVerbsAndOptionsThatThereAre() throws IOException {
        Map<String, List<String>> commands = commands();
        assertThat(commands.keySet()).contains("topics", "rota-0", "rota-1", "worker", "demo", "pages");

        commands.forEach((service, command) -> assertThat(
                        Main.line().parseArgs(command.toArray(String[]::new)).hasSubcommand())
                .as(service)
                .isTrue());
        // Without either, a worker ends with a line of usage.
        assertThat(commands.get("worker")).containsAnyOf("--executor", "--");
    }

    /** Returns the commands of the services that run Rota's image, whose own command is {@code run}. */
    @SuppressWarnings("unchecked")
    private static Map<String, List<String>> commands() throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(Path.of("docker-compose.yml")));
        Map<String, List<String>> commands = new TreeMap<>();
        ((Map<String, Map<String, Object>>) Objects.requireNonNull(file.get("services"))).forEach((name, service) -> {
            if ("rota".equals(service.get("image"))) {
                commands.put(name, (List<String>) service.getOrDefault("command", List.of("run")));
            }
        });
        return commands;
    }
}
