package dev.rota.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminAnswers;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/** What intake and schedulers ask of an admin client. */
final class SimAdmin {

    private final World world;
    private final SimActor actor;

    SimAdmin(World world, SimActor actor) {
        this.world = world;
        this.actor = actor;
    }

    Admin asAdmin() {
        return Proxies.of(Admin.class, this);
    }

    /** Opens the constructor. */
    private static final class Described extends DescribeTopicsResult {
        Described(Map<String, KafkaFuture<TopicDescription>> topics) {
            super(null, topics);
        }
    }

    DescribeTopicsResult describeTopics(Collection<String> names) {
        world.call(actor, "describeTopics");
        Map<String, KafkaFuture<TopicDescription>> described = new HashMap<>();
        for (String name : names) {
            KafkaFutureImpl<TopicDescription> answer = new KafkaFutureImpl<>();
            SimTopic topic = world.cluster.topic(name);
            if (world.isAway() || actor.isUnanswered()) {
                answer.completeExceptionally(new TimeoutException("the cluster does not answer"));
            } else if (topic == null) {
                answer.completeExceptionally(new UnknownTopicOrPartitionException(name));
            } else {
                List<TopicPartitionInfo> partitions = new ArrayList<>();
                for (int i = 0; i < topic.partitions().size(); i++) {
                    partitions.add(new TopicPartitionInfo(i, Node.noNode(), List.of(), List.of()));
                }
                answer.complete(new TopicDescription(name, false, partitions, Set.of(), topic.id()));
            }
            described.put(name, answer);
        }
        return new Described(described);
    }

    ListOffsetsResult listOffsets(Map<TopicPartition, OffsetSpec> asked, ListOffsetsOptions options) {
        world.call(actor, "listOffsets");
        Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> found = new HashMap<>();
        asked.forEach((partition, which) -> {
            KafkaFutureImpl<ListOffsetsResultInfo> answer = new KafkaFutureImpl<>();
            if (world.isAway() || actor.isUnanswered()) {
                answer.completeExceptionally(new TimeoutException("the cluster does not answer"));
            } else {
                SimPartition log = world.cluster.partition(partition);
                long latest = options.isolationLevel() == IsolationLevel.READ_COMMITTED ? log.lastStable() : log.end();
                long offset = which instanceof OffsetSpec.EarliestSpec ? log.begin() : latest;
                answer.complete(new ListOffsetsResultInfo(offset, -1, Optional.empty()));
            }
            found.put(partition, answer);
        });
        return new ListOffsetsResult(found);
    }

    ListConsumerGroupOffsetsResult listConsumerGroupOffsets(String group) {
        return listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions());
    }

    ListConsumerGroupOffsetsResult listConsumerGroupOffsets(String group, ListConsumerGroupOffsetsOptions options) {
        world.call(actor, "listConsumerGroupOffsets");
        KafkaFutureImpl<Map<TopicPartition, OffsetAndMetadata>> answer = new KafkaFutureImpl<>();
        if (world.isAway() || actor.isUnanswered()) {
            answer.completeExceptionally(new TimeoutException("the cluster does not answer"));
        } else {
            SimGroup its = world.cluster.group(group);
            answer.complete(its.told(its.positioned()));
        }
        return AdminAnswers.offsets(group, answer);
    }

    void close(Duration patience) {
        close();
    }

    void close() {
        world.note(actor.name + " close admin");
    }
}
