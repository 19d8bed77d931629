package dev.rota.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kafka.AdminAnswers;
import dev.rota.local.TestBroker;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.trials.Full;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("broker")
@Tag("embedded")
@Full
class SchedulersNotInstalledTest {

    /** The jar of a plug-in is missing on one instance. */
    @Test
    void shouldNameASchedulerOfTheClusterThatIsNotOnTheClassPath() {
        try (TestBroker broker = TestBroker.start();
                Cluster cluster = Cluster.of(Settings.of(Map.of(
                        Setting.BOOTSTRAP.key(), broker.bootstrapServers(), Setting.TOPIC_PREFIX.key(), "p.")))) {
            AdminAnswers.get(cluster.admin()
                    .createTopics(Stream.of(
                                    "p.desks.log",
                                    "p.desks.rejections",
                                    "p.desks.checkpoints",
                                    "p.cores.log",
                                    "p.cores.rejections",
                                    "p.cores.checkpoints",
                                    "p.catalina.log",
                                    "other.log",
                                    "other.rejections",
                                    "other.checkpoints")
                            .map(topic -> new NewTopic(topic, 1, (short) 1))
                            .toList())
                    .all());

            assertThat(cluster.schedulersNotInstalled()).containsExactly("desks");
        }
    }
}
