package dev.rota.cli.topics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.Kustomization;
import dev.rota.cli.StrictResource;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicLayout;
import dev.rota.stream.TopicLayout.Topic;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code topics --as strimzi} prints what {@code topics --apply} would create. */
class StrimziTopicsTest {

    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldPrintTheLayout() throws IOException {
        // given
        Map<String, String> values = Map.of(
                "topic.prefix", "Test_",
                "jobs.partitions", "7",
                "topics.replication.factor", "2",
                "topics.min.insync.replicas", "1",
                "topics.input.retention.ms", "1000");
        Settings settings = Settings.of(values);
        List<Topic> layout = new TopicLayout(Names.of(new JobsDomain(), settings), settings).topics();

        // when
        List<KafkaTopic> printed = printed(values);

        // then
        assertThat(printed)
                .extracting(
                        topic -> topic.getSpec().getTopicName(),
                        topic -> topic.getSpec().getPartitions(),
                        topic -> topic.getSpec().getReplicas(),
                        topic -> topic.getSpec().getConfig())
                .containsExactlyElementsOf(layout.stream()
                        .map(topic ->
                                Tuple.tuple(topic.name(), topic.partitions(), (int) topic.replicas(), topic.settings()))
                        .toList());
        assertThat(printed)
                .allSatisfy(topic -> assertThat(topic.getMetadata().getName()).matches(SUBDOMAIN));
    }

    /**
     * If a topic name is valid in Kubernetes, it is the name of the resource too, and the resource does not repeat it.
     */
    @Test
    void shouldKeepAValidName() throws IOException {
        assertThat(printed(Map.of("topic.prefix", "eu-1.")))
                .allSatisfy(topic -> assertThat(topic.getSpec().getTopicName()).isNull())
                .extracting(topic -> topic.getMetadata().getName())
                .contains("eu-1.jobs.log", "eu-1.rota-jobs-intake-positions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Prod.jobs.log", "a_jobs.log", "-.jobs.log", "a..b", "a-.b", "a.", "_", "...", "A"})
    void shouldMakeAValidNameOfAnyTopic(String topic) {
        String name = StrimziTopics.resourceName(topic);

        assertThat(name).matches(SUBDOMAIN).isNotEqualTo(topic).isEqualTo(StrimziTopics.resourceName(topic));
    }

    @Test
    void shouldGiveSimilarTopicsDifferentNames() {
        assertThat(StrimziTopics.resourceName("a_b")).isNotEqualTo(StrimziTopics.resourceName("A-b"));
        assertThat(StrimziTopics.resourceName("_".repeat(10) + "a".repeat(239)))
                .matches(SUBDOMAIN)
                .hasSizeLessThan(254);
    }

    private List<KafkaTopic> printed(Map<String, String> values) throws IOException {
        String[] args = Stream.concat(
                        Stream.of("topics", "--as", "strimzi", "--domains", "jobs"),
                        values.entrySet().stream()
                                .flatMap(entry -> Stream.of("--set", entry.getKey() + "=" + entry.getValue())))
                .toArray(String[]::new);
        VerbRun run = VerbRun.here(args);
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        Path file = Files.writeString(folder.resolve("topics.yaml"), run.out());
        return Kustomization.documents(file).stream()
                .map((ObjectNode document) -> (KafkaTopic) StrictResource.read(document))
                .toList();
    }
}
