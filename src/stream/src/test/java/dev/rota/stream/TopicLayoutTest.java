package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Limits;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.TopicLayout.Role;
import dev.rota.stream.TopicLayout.Topic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicLayoutTest {

    private final List<Topic> topics = new TopicLayout(
                    new Names(new ChoresDomain(), "p."),
                    Settings.of(Map.of("chores.partitions", "3", "partitions", "9")))
            .topics();

    @Test
    void shouldNameAllTopicsOfTheDomainOnce() {
        assertThat(topics)
                .extracting(Topic::name)
                .containsExactly(
                        "p.chores.events",
                        "p.chores.log",
                        "p.chores.tasks",
                        "p.chores.rejections",
                        "p.chores.checkpoints",
                        "p.rota-chores-intake-positions");
        assertThat(topics)
                .filteredOn(topic -> topic.role() != Role.POSITIONS)
                .extracting(Topic::partitions)
                .containsOnly(3);
        assertThat(topics).extracting(Topic::replicas).containsOnly((short) 3);
    }

    @Test
    void shouldKeepAllEvidence() {
        assertThat(topics)
                .allSatisfy(topic -> assertThat(topic.settings())
                        .containsEntry("cleanup.policy", topic.role() == Role.POSITIONS ? "compact" : "delete")
                        .containsEntry("unclean.leader.election.enable", "false")
                        .containsEntry("min.insync.replicas", "2"));
        assertThat(topics)
                .filteredOn(topic -> topic.role() == Role.LOG || topic.role() == Role.OUTPUT)
                .allSatisfy(topic -> {
                    assertThat(topic.settings())
                            .containsEntry("retention.ms", "-1")
                            .containsEntry("retention.bytes", "-1");
                    // the largest record, uncompressed, with its headers
                    assertThat(Integer.parseInt(topic.settings().getOrDefault("max.message.bytes", "0")))
                            .isGreaterThan(Limits.OUTPUT_BYTES_MAX + 10_000);
                });
    }

    @Test
    void shouldUseAppendTimeInTheLog() {
        assertThat(topics)
                .filteredOn(topic -> topic.role() == Role.LOG)
                .singleElement()
                .satisfies(log -> assertThat(log.settings()).containsEntry("message.timestamp.type", "LogAppendTime"));
    }
}
