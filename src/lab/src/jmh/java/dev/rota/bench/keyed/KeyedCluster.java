package dev.rota.bench.keyed;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import dev.rota.kafka.AdminAnswers;
import dev.rota.serde.SchemaRegistry;
import dev.rota.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;

/** The broker and the registry on which all systems run. */
public record KeyedCluster(Settings settings, SchemaRegistry registry, Admin admin) {

    /** The embedded broker's node id. */
    private static final int BROKER = 1;

    /** The shortest time that a broker allows by default. */
    private static final String SHARE_LOCK_MS = "15000";

    void create(String topic, int partitions) {
        AdminAnswers.get(admin.createTopics(Set.of(new NewTopic(topic, partitions, (short) 1)))
                .all());
    }

    void delete(String topic) {
        AdminAnswers.get(admin.deleteTopics(Set.of(topic)).all());
    }

    /** Lets a share group begin at the beginning, and wait as briefly as possible for a killed member. */
    void configureShareGroup(String group) {
        AdminAnswers.get(admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.GROUP, group),
                        List.of(
                                set("share.auto.offset.reset", "earliest"),
                                set("share.record.lock.duration.ms", SHARE_LOCK_MS))))
                .all());
    }

    private static AlterConfigOp set(String name, String value) {
        return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    }

    /** Returns the size of Kafka's internal topics and of those with a prefix, on the broker's disk. */
    long bytes(String prefix) {
        Map<String, Long> bytes =
                AdminAnswers.get(admin.describeLogDirs(List.of(BROKER)).allDescriptions()).values().stream()
                        .flatMap(folders -> folders.values().stream())
                        .flatMap(folder -> folder.replicaInfos().entrySet().stream())
                        .collect(groupingBy(
                                replica -> replica.getKey().topic(),
                                summingLong(replica -> replica.getValue().size())));
        return bytes.entrySet().stream()
                .filter(topic ->
                        topic.getKey().startsWith("__") || topic.getKey().startsWith(prefix))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
