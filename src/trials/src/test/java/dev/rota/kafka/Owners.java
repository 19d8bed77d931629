package dev.rota.kafka;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Looks up the owners of a topic's partitions in a consumer group. */
public final class Owners {

    private Owners() {}

    /** Returns the partitions of each member, by instance id. Empty while the group rebalances or does not exist. */
    public static SortedMap<String, Set<Integer>> of(Admin admin, String group, String topic) {
        SortedMap<String, Set<Integer>> owners = new TreeMap<>();
        ConsumerGroupDescription described;
        try {
            described = AdminAnswers.get(Objects.requireNonNull(admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)));
        } catch (GroupIdNotFoundException e) {
            return ofStreams(admin, group);
        }
        if (described.groupState() == GroupState.STABLE) {
            for (MemberDescription member : described.members()) {
                Set<Integer> own = owners.computeIfAbsent(instance(member), id -> new TreeSet<>());
                member.assignment().topicPartitions().stream()
                        .filter(partition -> partition.topic().equals(topic))
                        .map(TopicPartition::partition)
                        .forEach(own::add);
            }
        }
        return owners;
    }

    /** Returns the same of a group with the protocol of Kafka Streams, whose members are known by their client ids. */
    private static SortedMap<String, Set<Integer>> ofStreams(Admin admin, String group) {
        SortedMap<String, Set<Integer>> owners = new TreeMap<>();
        StreamsGroupDescription described;
        try {
            described = AdminAnswers.get(Objects.requireNonNull(admin.describeStreamsGroups(List.of(group))
                    .describedGroups()
                    .get(group)));
        } catch (GroupIdNotFoundException e) {
            return owners;
        }
        if (described.groupState() == GroupState.STABLE) {
            for (StreamsGroupMemberDescription member : described.members()) {
                String client = member.clientId().replaceAll("-StreamThread-.*$", "");
                Set<Integer> own = owners.computeIfAbsent(client, id -> new TreeSet<>());
                member.assignment().activeTasks().forEach(task -> own.addAll(task.partitions()));
            }
        }
        return owners;
    }

    /** Streams appends the thread's number to the instance id. */
    private static String instance(MemberDescription member) {
        return member.groupInstanceId().orElse(member.consumerId()).replaceAll("-\\d+$", "");
    }
}
