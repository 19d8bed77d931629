package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A consumer of committed records as {@code KafkaConsumer} is, in a group or by itself, without a reset policy. */
final class SimConsumer {

    private static final int POLLED_MAX = 20;

    private final World world;
    private final SimActor actor;

    @Nullable
    private final SimGroup group;

    private final String groupName;
    private final Map<TopicPartition, Long> positions = new TreeMap<>(BY_NAME);
    private final Set<TopicPartition> paused = new TreeSet<>(BY_NAME);

    /** What was fetched and not returned yet, by partition. It may come from a topic that is no more. */
    private final Map<TopicPartition, List<SimRecord>> fetched = new HashMap<>();

    /** Answers to commits that are on their way. */
    private final Deque<Runnable> answers = new ArrayDeque<>();

    private Set<String> topics = Set.of();
    private ConsumerRebalanceListener listener = new NoListener();

    @Nullable
    private SimGroup.Member member;

    private int applied = -1;
    private boolean closed;

    static final java.util.Comparator<TopicPartition> BY_NAME =
            java.util.Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    /** @param groupName empty for a consumer outside any group */
    SimConsumer(World world, SimActor actor, String groupName) {
        this.world = world;
        this.actor = actor;
        this.groupName = groupName;
        this.group = groupName.isEmpty() ? null : world.cluster.group(groupName);
    }

    Consumer<byte[], byte[]> asConsumer() {
        @SuppressWarnings("unchecked")
        Consumer<byte[], byte[]> consumer = Proxies.of(Consumer.class, this);
        return consumer;
    }

    // ---- Assignment -----------------------------------------------------------------------------------------------

    void subscribe(Collection<String> names, ConsumerRebalanceListener itsListener) {
        topics = new TreeSet<>(names);
        listener = itsListener;
    }

    void assign(Collection<TopicPartition> partitions) {
        positions.clear();
        partitions.forEach(partition -> positions.put(partition, 0L));
    }

    Set<TopicPartition> assignment() {
        Set<TopicPartition> assigned = new TreeSet<>(BY_NAME);
        assigned.addAll(positions.keySet());
        return assigned;
    }

    Set<TopicPartition> paused() {
        return Set.copyOf(paused);
    }

    void pause(Collection<TopicPartition> partitions) {
        paused.addAll(partitions);
    }

    void resume(Collection<TopicPartition> partitions) {
        paused.removeAll(partitions);
    }

    @SuppressWarnings("removal") // only Kafka's own consumer can make it otherwise
    ConsumerGroupMetadata groupMetadata() {
        return new ConsumerGroupMetadata(groupName, applied, member == null ? "" : member.id, Optional.of(actor.name));
    }

    // ---- Reading --------------------------------------------------------------------------------------------------

    ConsumerRecords<byte[], byte[]> poll(Duration patience) {
        world.call(actor, "poll");
        answered();
        if (group != null) {
            coordinate(group);
        }
        if (world.isAway()) {
            world.pause(actor, patience.toNanos());
            return ConsumerRecords.empty();
        }
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = fetch();
        if (polled.isEmpty()) {
            world.pause(actor, patience.toNanos());
            if (actor.killed) {
                throw new Killed(actor.name);
            }
        }
        return new ConsumerRecords<>(polled, Map.of());
    }

    private Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> fetch() {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new HashMap<>();
        Map<TopicPartition, Long> outOfRange = new HashMap<>();
        int room = 1 + world.draw(actor.name + " polls", POLLED_MAX);
        for (Map.Entry<TopicPartition, Long> position : positions.entrySet()) {
            TopicPartition partition = position.getKey();
            if (paused.contains(partition) || room <= 0) {
                continue;
            }
            List<SimRecord> ready = fetched.remove(partition);
            if (ready == null) {
                SimTopic topic = world.cluster.topic(partition.topic());
                if (topic == null) {
                    continue;
                }
                SimPartition log = topic.partitions().get(partition.partition());
                if (position.getValue() < log.begin() || position.getValue() > log.end()) {
                    outOfRange.put(partition, position.getValue());
                    continue;
                }
                ready = log.read(position.getValue(), true, POLLED_MAX);
                if (ready.isEmpty()) {
                    // Only markers, or records that were aborted.
                    position.setValue(Math.max(position.getValue(), log.lastStable()));
                    continue;
                }
            }
            List<SimRecord> taken = ready.subList(0, Math.min(room, ready.size()));
            room -= taken.size();
            if (taken.size() < ready.size()) {
                fetched.put(partition, ready.subList(taken.size(), ready.size()));
            }
            polled.put(
                    partition,
                    taken.stream().map(each -> record(partition, each)).toList());
            position.setValue(taken.get(taken.size() - 1).offset() + 1);
        }
        if (polled.isEmpty() && !outOfRange.isEmpty()) {
            throw new OffsetOutOfRangeException(outOfRange);
        }
        return polled;
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, SimRecord record) {
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                record.offset(),
                record.timestamp(),
                TimestampType.CREATE_TIME,
                record.key() == null ? -1 : record.key().length,
                record.value() == null ? -1 : record.value().length,
                record.key(),
                record.value(),
                new RecordHeaders(record.headers()),
                Optional.empty());
    }

    /** What the coordinator has for a member is learnt in a poll. */
    private void coordinate(SimGroup its) {
        if (world.isAway()) {
            return;
        }
        if (member == null) {
            member = its.join(actor.name, new TreeSet<>(topics), actor::isAlive);
        }
        try {
            its.heard(member);
            if (its.mustRejoin(member)) {
                revoke();
                its.rejoin(member);
            }
            if (its.isStable(member) && applied != member.generation) {
                revoke();
                applied = member.generation;
                for (TopicPartition partition : member.assigned) {
                    SimGroup.Committed committed = its.committed(partition);
                    positions.put(partition, committed == null ? 0 : committed.offset());
                }
                listener.onPartitionsAssigned(List.copyOf(member.assigned));
            }
        } catch (UnknownMemberIdException e) {
            List<TopicPartition> lost = List.copyOf(positions.keySet());
            forget();
            if (!lost.isEmpty()) {
                listener.onPartitionsLost(lost);
            }
            member = null;
            applied = -1;
        }
    }

    private void revoke() {
        List<TopicPartition> revoked = List.copyOf(positions.keySet());
        if (!revoked.isEmpty()) {
            listener.onPartitionsRevoked(revoked);
        }
        forget();
    }

    private void forget() {
        positions.clear();
        fetched.clear();
        paused.clear();
    }

    void seek(TopicPartition partition, long offset) {
        positions.put(partition, offset);
        fetched.remove(partition);
    }

    void seekToBeginning(Collection<TopicPartition> partitions) {
        partitions.forEach(
                partition -> seek(partition, world.cluster.partition(partition).begin()));
    }

    long position(TopicPartition partition) {
        return positions.getOrDefault(partition, 0L);
    }

    long position(TopicPartition partition, Duration patience) {
        return position(partition);
    }

    OptionalLong currentLag(TopicPartition partition) {
        return OptionalLong.empty();
    }

    List<PartitionInfo> partitionsFor(String name) {
        world.call(actor, "partitionsFor " + name);
        requireCluster();
        SimTopic topic = world.cluster.topic(name);
        List<PartitionInfo> partitions = new ArrayList<>();
        for (int i = 0; topic != null && i < topic.partitions().size(); i++) {
            partitions.add(new PartitionInfo(name, i, null, null, null));
        }
        return partitions;
    }

    Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        world.call(actor, "beginningOffsets");
        return offsets(partitions, false);
    }

    Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        world.call(actor, "endOffsets");
        return offsets(partitions, true);
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, boolean ends) {
        requireCluster();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition partition : partitions) {
            SimTopic topic = world.cluster.topic(partition.topic());
            if (topic == null) {
                throw new TimeoutException("Failed to get offsets by times");
            }
            SimPartition log = topic.partitions().get(partition.partition());
            offsets.put(partition, ends ? log.lastStable() : log.begin());
        }
        return offsets;
    }

    // ---- Positions ------------------------------------------------------------------------------------------------

    Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        world.call(actor, "committed");
        requireCluster();
        Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>();
        for (TopicPartition partition : partitions) {
            SimGroup.Committed committed = group == null ? null : group.committed(partition);
            found.put(
                    partition,
                    committed == null ? null : new OffsetAndMetadata(committed.offset(), committed.metadata()));
        }
        return found;
    }

    void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration patience) {
        world.call(actor, "commitSync");
        if (world.isAway()) {
            uncertain(offsets);
            throw new TimeoutException("no coordinator");
        }
        try {
            commit(offsets);
        } catch (ApiException e) {
            throw new CommitFailedException(e.getMessage());
        }
        world.call(actor, "committed");
    }

    /** It is answered in a later poll. */
    void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        world.call(actor, "commitAsync");
        Exception failure = null;
        if (world.isAway()) {
            uncertain(offsets);
            failure = new TimeoutException("no coordinator");
        } else {
            try {
                commit(offsets);
            } catch (ApiException e) {
                failure = new CommitFailedException(e.getMessage());
            }
        }
        Exception why = failure;
        answers.add(() -> callback.onComplete(offsets, why));
    }

    /** A request that is not answered may have arrived. */
    private void uncertain(Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (world.draw(actor.name + " uncertain", 2) == 0) {
            try {
                commit(offsets);
            } catch (ApiException e) {
                world.note("nobody hears of " + e.getMessage());
            }
        }
    }

    private void answered() {
        while (!answers.isEmpty() && world.draw(actor.name + " answers", 3) > 0) {
            answers.remove().run();
        }
    }

    private void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (group == null || member == null) {
            throw new UnknownMemberIdException("it has not joined");
        }
        Map<TopicPartition, SimGroup.Committed> positionsToKeep = new TreeMap<>(BY_NAME);
        offsets.forEach((partition, offset) ->
                positionsToKeep.put(partition, new SimGroup.Committed(offset.offset(), offset.metadata())));
        group.commit(member, applied, positionsToKeep);
        world.note(actor.name + " committed " + positionsToKeep);
        committing.accept(positionsToKeep);
    }

    /** Told of what was committed; those who check set it. */
    java.util.function.Consumer<Map<TopicPartition, SimGroup.Committed>> committing = positions -> {};

    private void requireCluster() {
        if (world.isAway()) {
            throw new TimeoutException("the cluster does not answer");
        }
    }

    void close() {
        if (closed) {
            return;
        }
        closed = true;
        world.call(actor, "close consumer");
        if (group != null && member != null && !world.isAway()) {
            if (!positions.isEmpty()) {
                revoke();
            }
            group.leave(member);
        }
    }

    private static final class NoListener implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}
    }
}
