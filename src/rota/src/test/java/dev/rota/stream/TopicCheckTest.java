package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoresDomain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicCheck.Difference;
import dev.rota.stream.TopicCheck.Weight;
import dev.rota.stream.TopicLayout.Role;
import dev.rota.stream.TopicLayout.Topic;
import dev.rota.stream.common.StoppedException;
import dev.rota.trials.Await;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("broker")
class TopicCheckTest {

    @SuppressWarnings("NullAway.Init")
    private static SharedCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private static Admin admin;

    private final Settings settings = Settings.of(cluster.settings(Map.of()));
    private final Names names =
            new Names(new ChoresDomain(), settings.under("topic.").getOrDefault("prefix", ""));
    private final List<Topic> layout = new TopicLayout(names, settings).topics();
    private final TopicCheck check = new TopicCheck(admin, settings);

    @BeforeAll
    static void start() {
        cluster = new SharedCluster();
        admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        cluster.close();
    }

    @Test
    void shouldCreateWhatIsMissing() {
        // given
        List<Difference> missing = check.differences(layout);
        assertThat(missing).hasSize(6).extracting(Difference::weight).containsOnly(Weight.MISSING);

        // when two instances create them at once
        check.create(names, missing);
        check.create(names, missing);

        // then
        assertThat(check.differences(layout)).isEmpty();
    }

    @Test
    void shouldNotStartWhereALogIsCompacted() {
        set(names.log(), "cleanup.policy", "compact,delete");
        assertBreaks(names.log(), "cleanup.policy=compact,delete", "set it to delete");
    }

    @Test
    void shouldNotStartWhereOutputsAreCompacted() {
        set(names.topic("chores.tasks"), "cleanup.policy", "compact");
        assertBreaks(names.topic("chores.tasks"), "cleanup.policy=compact", "set it to delete");
    }

    @Test
    void shouldNotStartWhereProducersSetTheTime() {
        set(names.log(), "message.timestamp.type", "CreateTime");
        assertBreaks(names.log(), "message.timestamp.type=CreateTime", "set it to LogAppendTime");
    }

    @Test
    void shouldNotStartWhereAnElectionCanLoseTheLog() {
        set(names.log(), "unclean.leader.election.enable", "true");
        assertBreaks(names.log(), "unclean.leader.election.enable=true", "set it to false");
    }

    @Test
    void shouldNotStartWhereTheLogHasOtherPartitions() {
        create();
        AdminAnswers.get(admin.createPartitions(Map.of(names.log(), NewPartitions.increaseTo(3)))
                .all());
        assertBreaks(names.log(), "3 partitions but was created with 2", "begin a new log under another topic.prefix");
    }

    @Test
    void shouldUseTheLogsPartitionsRatherThanTheSettings() {
        // given a log that was created with two partitions
        create();

        // when the settings have other numbers
        Settings other = settings.with(Map.of("partitions", "7", "topics.replication.factor", "2"));

        // then notes state the numbers of the existing topics
        List<Topic> wanted = new TopicLayout(names, other).topics();
        TopicCheck otherwise = new TopicCheck(admin, other);
        assertThat(otherwise.differences(wanted))
                .allSatisfy(difference -> assertThat(difference.weight()).isEqualTo(Weight.NOTE))
                .extracting(Difference::message)
                .contains(
                        names.log() + " has 2 partitions, but the settings say 7: the number is fixed when a topic is"
                                + " created",
                        names.log() + " has 1 replica, but the settings say 2: they hold for new topics;"
                                + " kafka-reassign-partitions changes it");
        assertThat(otherwise.actual(wanted)).isEqualTo(check.actual(layout)).isNotEqualTo(wanted);
    }

    @Test
    void shouldNoteALimitedRetention() {
        set(names.topic("chores.tasks"), "retention.ms", "1000");
        Await.until("a note", () -> !check.differences(layout).isEmpty());
        assertThat(check.differences(layout)).singleElement().satisfies(difference -> {
            assertThat(difference.weight()).isEqualTo(Weight.NOTE);
            assertThat(difference.message()).contains("limited retention");
        });
    }

    @Test
    void shouldAskAgainWhereABrokerDoesNotKnowATopicYet() {
        // given
        create();
        Admin lagging = LaggingBroker.before(admin, new UnknownTopicOrPartitionException(), 3);

        // then
        assertThat(new TopicCheck(lagging, settings).differences(layout)).isEmpty();
    }

    @Test
    void shouldNameTheGrantThatIsMissing() {
        // given
        create();
        Admin refusing =
                LaggingBroker.before(admin, new TopicAuthorizationException("Topic authorization failed."), 100);

        // then
        assertThatThrownBy(() -> new TopicCheck(refusing, settings).differences(layout))
                .isInstanceOf(StoppedException.class)
                .hasMessageMatching(
                        "expected to see the settings of the topic \\S*chores.*, but this principal may not:"
                                + " grant it DescribeConfigs on the topic");
    }

    @Test
    void shouldNotAskForTheSettingsOfInputs() {
        // given
        create();
        List<Topic> inputs =
                layout.stream().filter(topic -> topic.role() == Role.INPUT).toList();
        Admin refusing =
                LaggingBroker.before(admin, new TopicAuthorizationException("Topic authorization failed."), 100);

        // then
        assertThat(inputs).isNotEmpty();
        assertThat(new TopicCheck(refusing, settings).differences(inputs)).isEmpty();
    }

    private void create() {
        check.create(names, check.differences(layout));
    }

    private void set(String topic, String name, String value) {
        create();
        AdminAnswers.get(admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET))))
                .all());
    }

    private void assertBreaks(String topic, String what, String remedy) {
        Await.until("a difference", () -> !check.differences(layout).isEmpty());
        assertThat(check.differences(layout)).singleElement().satisfies(difference -> {
            assertThat(difference.topic().name()).isEqualTo(topic);
            assertThat(difference.weight()).isEqualTo(Weight.BREAKS_AUDIT);
            assertThat(difference.message())
                    .startsWith(topic + " has ")
                    .contains(what)
                    .contains(remedy);
        });
    }
}
