package dev.rota.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.kafka.AdminAnswers;
import dev.rota.local.LocalRegistry;
import dev.rota.local.TestBroker;
import dev.rota.trials.Full;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("broker")
@Tag("embedded")
@Full
class GroupProtocolTest {

    /** Brokers before Kafka 4.2 do not have the feature, and later ones can be run without it. */
    @Test
    void shouldNameTheProtocolThatBrokersDoNotHave() {
        try (TestBroker broker = TestBroker.start();
                LocalRegistry registry = LocalRegistry.start(broker.bootstrapServers(), 0)) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                FeatureUpdate none = new FeatureUpdate((short) 0, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
                AdminAnswers.get(admin.updateFeatures(Map.of("streams.version", none), new UpdateFeaturesOptions())
                        .all());
            }
            String[] settings = {
                "--domains",
                "jobs",
                "--set",
                "kafka.bootstrap.servers=" + broker.bootstrapServers(),
                "--set",
                "schema.registry.url=" + registry.url(),
                "--set",
                "topics.replication.factor=1",
                "--set",
                "topics.min.insync.replicas=1",
                "--set",
                "instance.id=one"
            };
            assertThat(run("topics", settings, "--apply").code()).isZero();

            VerbRun run = run("run", settings, "--set", "streams.group.protocol=streams");

            assertThat(run.err().lines().toList())
                    .containsExactly("rota: expected brokers with streams groups (Kafka 4.2 or later, with the feature"
                            + " streams.version) for streams.group.protocol=streams, but these have none");
            assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        }
    }

    private static VerbRun run(String verb, String[] settings, String... more) {
        List<String> words = new ArrayList<>(List.of(verb));
        words.addAll(Arrays.asList(settings));
        words.addAll(Arrays.asList(more));
        return VerbRun.here(words.toArray(String[]::new));
    }
}
