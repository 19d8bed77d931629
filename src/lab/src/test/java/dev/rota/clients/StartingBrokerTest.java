package dev.rota.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.DevProcess;
import dev.rota.cli.ExpectedOutput;
import dev.rota.cli.VerbRun;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The example clients may be started before their broker and registry. */
@Full
@Tag("broker")
@Tag("embedded")
class StartingBrokerTest {

    private static final String NAME = "early";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final List<ClientProcess> clients = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void shouldWaitForABrokerThatStarts(Language language) throws Exception {
        language.interpreter();
        try (DevProcess dev = new DevProcess(folder)) {
            // given
            Map<String, ClientProcess> senders = new TreeMap<>();
            senders.put("jobs.bots", start(dev, language, "jobs/bot", NAME, "1", "cat"));
            String chunks = folder.resolve("chunks").toString();
            senders.put("chunks.workers", start(dev, language, "chunks/worker", "demo", NAME, "9999", "1.0.0", chunks));
            senders.put("shards.workers", start(dev, language, "shards/worker", "default", NAME, "1"));
            senders.put("cores.claims", start(dev, language, "cores/collator", NAME, "2000", "me"));
            ClientProcess stateless = start(dev, language, "shards/stateless", "default", "stateless", "1");
            ClientProcess reader = start(dev, language, "chunks/reader", "demo");
            Await.until(
                    "they look for a broker",
                    () -> clients.stream()
                            .allMatch(client -> client.output().contains("refused")
                                    || client.output().contains("REFUSED")));

            // when
            dev.start(List.of("--data", "data"), ExpectedOutput.of(List.of("Rota is up: …", "…")));

            // then
            for (Map.Entry<String, ClientProcess> sender : senders.entrySet()) {
                hear(dev, sender.getKey(), NAME, sender.getValue());
            }
            hear(dev, "shards.workers", "stateless", stateless);
            reader.write("1");
            Await.until(reader::output, () -> reader.output().contains("view "));
            assertThat(clients).allMatch(ClientProcess::isAlive);
        } finally {
            clients.forEach(ClientProcess::close);
        }
    }

    private ClientProcess start(DevProcess dev, Language language, String client, String... arguments)
            throws Exception {
        int slash = client.indexOf('/');
        String script = language.script(client.substring(0, slash), client.substring(slash + 1));
        Map<String, String> environment = new LinkedHashMap<>(dev.environment());
        ClientProcess process = ClientProcess.start(language, environment, folder, script, arguments);
        clients.add(process);
        return process;
    }

    private static void hear(DevProcess dev, String topic, String key, ClientProcess sender) {
        List<String> command = new ArrayList<>(
                List.of("consume", topic, "--from-beginning", "--key", key, "--max", "1", "--timeout", "60s"));
        command.addAll(dev.connection());
        assertThat(VerbRun.here(command.toArray(new String[0])).out())
                .as(sender.output())
                .contains(key);
    }
}
