package dev.rota.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.FreePort;
import dev.rota.local.TestBroker;
import dev.rota.settings.Setting;
import dev.rota.stream.RunProcess;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs two instances on a broker, which serve the registry themselves, and kills one. */
@Tag("broker")
@Tag("embedded")
@Full
class WithoutRegistryTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final Map<String, String> common = new LinkedHashMap<>();

    @BeforeEach
    void set() {
        common.put(Setting.PARTITIONS.key(), "2");
        common.put(Setting.REPLICATION_FACTOR.key(), "1");
        common.put(Setting.HTTP_PORT.key(), "0");
    }

    @Test
    void shouldDecideAfterAnInstanceWasKilled() throws Exception {
        try (TestBroker broker = TestBroker.start()) {
            common.put(Setting.BOOTSTRAP.key(), broker.bootstrapServers());
            try (RunProcess one = instance("one");
                    RunProcess two = instance("two")) {
                // given
                assertThat(one.exitOf("topics", "--domains=jobs", "--apply")).isZero();
                one.begin();
                two.begin();
                one.awaitRunning();
                two.awaitRunning();
                assertThat(one.exitOf("produce", "jobs.submissions", submission("before")))
                        .isZero();

                // when
                one.kill();

                // then
                assertThat(two.exitOf("produce", "jobs.submissions", submission("after")))
                        .isZero();
                assertThat(two.exitOf("consume", "jobs.events", "--from-beginning", "--max", "2", "--timeout", "60s"))
                        .isZero();
                assertThat(two.audit()).isZero();
            }
        }
    }

    private RunProcess instance(String id) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>(common);
        settings.put(Setting.INSTANCE_ID.key(), id);
        settings.put(Setting.REGISTRY_PORT.key(), String.valueOf(FreePort.next()));
        settings.put("streams.state.dir", folder.resolve(id).resolve("state").toString());
        return RunProcess.unstarted("jobs", folder.resolve(id), settings);
    }

    private String submission(String job) throws IOException {
        String event =
                "{\"job\":\"" + job + "\",\"event\":{\"JobSubmitted\":{\"instance\":\"i\",\"requirements\":[]}}}\n";
        return Files.writeString(folder.resolve(job + ".jsonl"), event).toString();
    }
}
