package dev.rota.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Looks up topics in a cluster: ids and partitions, begin and end offsets, a group's committed offsets. */
public final class Topics {

    private Topics() {}

    /** Returns a topic's description; empty if the topic does not exist. */
    public static Optional<TopicDescription> find(Admin admin, String topic) {
        try {
            return Optional.of(get(admin, topic));
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.empty();
        }
    }

    private static TopicDescription get(Admin admin, String topic) {
        return AdminAnswers.get(Objects.requireNonNull(
                admin.describeTopics(List.of(topic)).topicNameValues().get(topic)));
    }

    /** Returns the descriptions of the existing ones among the topics, by name. */
    public static SortedMap<String, TopicDescription> existing(Admin admin, Collection<String> topics) {
        return existing(admin, topics, (topic, denied) -> {
            throw denied;
        });
    }

    /**
     * Returns the descriptions of the existing ones among the topics, by name.
     *
     * @param denied receives each topic that this principal may not describe
     */
    public static SortedMap<String, TopicDescription> existing(
            Admin admin, Collection<String> topics, BiConsumer<String, AuthorizationException> denied) {
        SortedMap<String, TopicDescription> existing = new TreeMap<>();
        admin.describeTopics(topics).topicNameValues().forEach((name, description) -> {
            try {
                existing.put(name, AdminAnswers.get(description));
            } catch (UnknownTopicOrPartitionException e) {
                // A missing topic is a valid answer.
            } catch (AuthorizationException e) {
                denied.accept(name, e);
            }
        });
        return existing;
    }

    /** Returns the ids of the existing topics, by name. A name can be reused; an id never is. */
    public static Map<String, String> ids(Admin admin, Collection<String> topics) {
        Map<String, String> ids = new HashMap<>();
        existing(admin, topics)
                .forEach((name, topic) -> ids.put(name, topic.topicId().toString()));
        return ids;
    }

    /** Returns the id of a topic, or "" if it does not exist. */
    public static String id(Admin admin, String topic) {
        return ids(admin, List.of(topic)).getOrDefault(topic, "");
    }

    /** Returns whether a topic that must exist may lose records that a later one with the same key replaces. */
    public static boolean isCompacted(Admin admin, String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config = AdminAnswers.get(Objects.requireNonNull(
                admin.describeConfigs(List.of(resource)).values().get(resource)));
        return Objects.requireNonNull(config.get(TopicConfig.CLEANUP_POLICY_CONFIG))
                .value()
                .contains(TopicConfig.CLEANUP_POLICY_COMPACT);
    }

    /** Returns the partitions of topics that must exist. */
    public static List<TopicPartition> partitions(Admin admin, Collection<String> topics) {
        return partitions(
                AdminAnswers.get(admin.describeTopics(topics).allTopicNames()).values());
    }

    public static List<TopicPartition> partitions(Collection<TopicDescription> topics) {
        return topics.stream().flatMap(topic -> partitions(topic).stream()).toList();
    }

    public static List<TopicPartition> partitions(TopicDescription topic) {
        return topic.partitions().stream()
                .map(info -> new TopicPartition(topic.name(), info.partition()))
                .toList();
    }

    /** Returns one offset of each partition, such as the first, or the last stable one. */
    public static Map<TopicPartition, Long> offsets(
            Admin admin, Collection<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> asked =
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> which));
        Map<TopicPartition, Long> found = new HashMap<>();
        AdminAnswers.get(admin.listOffsets(asked, new ListOffsetsOptions(isolation))
                        .all())
                .forEach((partition, answer) -> found.put(partition, answer.offset()));
        return found;
    }

    /** Returns the end offsets of a topic that must exist, including open transactions. */
    public static SortedMap<Integer, Long> ends(Admin admin, String topic) {
        SortedMap<Integer, Long> ends = new TreeMap<>();
        offsets(admin, partitions(get(admin, topic)), OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED)
                .forEach((partition, end) -> ends.put(partition.partition(), end));
        return ends;
    }

    /** Returns the offsets that a group has committed for a topic, by partition. */
    public static SortedMap<Integer, Long> committed(Admin admin, String group, String topic) {
        return committed(admin, group, topic, new ListConsumerGroupOffsetsOptions());
    }

    /** Returns the offsets that a group has committed for a topic, by partition. */
    public static SortedMap<Integer, Long> committed(
            Admin admin, String group, String topic, ListConsumerGroupOffsetsOptions options) {
        SortedMap<Integer, Long> committed = new TreeMap<>();
        AdminAnswers.get(admin.listConsumerGroupOffsets(group, options).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (partition.topic().equals(topic) && offset != null) {
                        committed.put(partition.partition(), offset.offset());
                    }
                });
        return committed;
    }
}
