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
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * A consumer of committed records that behaves like {@code KafkaConsumer}, with or without a group, and without a reset
 * policy.
 */
final class SimConsumer {

    private final World world;
    private final SimActor actor;

    @Nullable
    private final SimGroup group;

    private final String groupName;
    private final SimFetcher fetcher;

    /** True if a poll without records waits. False in a thread that has other work. */
    boolean waits = true;

    /** Responses to commits that have not reached the client. */
    private final Deque<Runnable> answers = new ArrayDeque<>();

    private Set<String> topics = Set.of();
    private ConsumerRebalanceListener listener = new NoListener();

    @Nullable
    private SimGroup.Member member;

    private int applied = -1;

    /** True if the consumer must join again, since it has revoked partitions for others or was asked to. */
    private boolean wantsRebalance;

    private boolean closed;

    static final java.util.Comparator<TopicPartition> BY_NAME =
            java.util.Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    /** @param groupName empty for a consumer without a group */
    SimConsumer(World world, SimActor actor, String groupName) {
        this.world = world;
        this.actor = actor;
        this.groupName = groupName;
        this.fetcher = new SimFetcher(world, actor);
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
        Set<TopicPartition> before = assignment();
        before.removeAll(partitions);
        before.forEach(fetcher::forget);
        Set<TopicPartition> added = new TreeSet<>(BY_NAME);
        added.addAll(partitions);
        added.removeAll(assignment());
        added.forEach(partition -> fetcher.seek(partition, 0));
    }

    void enforceRebalance(String reason) {
        wantsRebalance = true;
    }

    void unsubscribe() {
        forget();
    }

    Set<TopicPartition> assignment() {
        return fetcher.assigned();
    }

    Set<TopicPartition> paused() {
        return fetcher.paused();
    }

    void pause(Collection<TopicPartition> partitions) {
        fetcher.pause(partitions);
    }

    void resume(Collection<TopicPartition> partitions) {
        fetcher.resume(partitions);
    }

    @SuppressWarnings("removal") // only Kafka's consumer can create one without this constructor
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
        ConsumerRecords<byte[], byte[]> polled = fetcher.fetch();
        if (polled.isEmpty() && waits) {
            world.pause(actor, patience.toNanos());
        }
        return polled;
    }

    /** Talks to the coordinator. As in Kafka's consumer, this happens in polls only. */
    private void coordinate(SimGroup its) {
        if (world.isAway()) {
            return;
        }
        if (member == null) {
            member = its.join(actor.name, new TreeSet<>(topics), () -> !closed && actor.isAlive());
        }
        try {
            its.heard(member);
            if (wantsRebalance) {
                wantsRebalance = false;
                its.enforceRebalance(member);
            }
            if (its.mustRejoin(member)) {
                its.rejoin(member, assignment());
            }
            if (its.isStable(member) && applied != member.generation) {
                apply(its, member);
            }
        } catch (UnknownMemberIdException e) {
            List<TopicPartition> lost = List.copyOf(assignment());
            forget();
            if (!lost.isEmpty()) {
                listener.onPartitionsLost(lost);
            }
            member = null;
            applied = -1;
            wantsRebalance = false;
        }
    }

    /**
     * Applies a new assignment. Partitions that the member keeps are read on, and none is assigned that another member
     * still owns.
     */
    private void apply(SimGroup its, SimGroup.Member me) {
        applied = me.generation;
        List<TopicPartition> added = new ArrayList<>(me.assigned);
        added.removeAll(assignment());
        List<TopicPartition> revoked = new ArrayList<>(assignment());
        revoked.removeAll(me.assigned);
        if (!revoked.isEmpty()) {
            wantsRebalance = true;
            listener.onPartitionsRevoked(revoked);
            revoked.forEach(fetcher::forget);
        }
        for (TopicPartition partition : added) {
            SimGroup.Committed committed = its.committed(partition);
            fetcher.seek(partition, committed == null ? 0 : committed.offset());
        }
        listener.onPartitionsAssigned(added);
    }

    private void forget() {
        assignment().forEach(fetcher::forget);
    }

    void seek(TopicPartition partition, long offset) {
        fetcher.seek(partition, offset);
    }

    void seekToBeginning(Collection<TopicPartition> partitions) {
        partitions.forEach(
                partition -> seek(partition, world.cluster.partition(partition).begin()));
    }

    long position(TopicPartition partition) {
        return fetcher.position(partition);
    }

    long position(TopicPartition partition, Duration patience) {
        return position(partition);
    }

    OptionalLong currentLag(TopicPartition partition) {
        SimTopic topic = world.cluster.topic(partition.topic());
        return topic == null
                ? OptionalLong.empty()
                : OptionalLong.of(topic.partitions().get(partition.partition()).lastStable() - position(partition));
    }

    List<PartitionInfo> partitionsFor(String name, Duration patience) {
        return partitionsFor(name);
    }

    Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions, Duration patience) {
        return beginningOffsets(partitions);
    }

    Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration patience) {
        return endOffsets(partitions);
    }

    List<PartitionInfo> partitionsFor(String name) {
        world.call(actor, "partitionsFor " + name);
        requireCluster();
        return world.cluster.partitionsOf(name);
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
        return Objects.requireNonNull(group).told(partitions);
    }

    void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration patience) {
        world.call(actor, "commitSync");
        if (offsets.isEmpty()) {
            answers.forEach(Runnable::run);
            answers.clear();
            return;
        }
        if (world.isAway()) {
            uncertain(offsets);
            throw new TimeoutException("no coordinator");
        }
        try {
            commit(offsets);
        } catch (RebalanceInProgressException e) {
            throw e;
        } catch (ApiException e) {
            throw new CommitFailedException(e.getMessage());
        }
        world.call(actor, "committed");
    }

    /** Sends a commit. The callback runs in a later poll. */
    void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        world.call(actor, "commitAsync");
        Exception failure = null;
        if (world.isAway()) {
            uncertain(offsets);
            failure = new TimeoutException("no coordinator");
        } else {
            try {
                commit(offsets);
            } catch (RebalanceInProgressException e) {
                failure = e;
            } catch (ApiException e) {
                failure = new CommitFailedException(e.getMessage());
            }
        }
        Exception why = failure;
        answers.add(() -> callback.onComplete(offsets, why));
    }

    /** Simulates a request without a response: it may or may not have arrived. */
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
        if (group.isJoining(member, applied)) {
            throw new RebalanceInProgressException("it is undergoing a rebalance");
        }
        Map<TopicPartition, SimGroup.Committed> positionsToKeep = SimGroup.Committed.of(offsets);
        group.commit(member, applied, positionsToKeep);
        world.note(actor.name + " committed " + positionsToKeep);
        committing.accept(positionsToKeep);
    }

    /** Receives each commit that the coordinator accepts. Set for checks. */
    java.util.function.Consumer<Map<TopicPartition, SimGroup.Committed>> committing = positions -> {};

    private void requireCluster() {
        if (world.isAway() || actor.isUnanswered()) {
            throw new TimeoutException("the cluster does not answer");
        }
    }

    Map<MetricName, Metric> metrics() {
        return Map.of();
    }

    /** Ends with its process, which stops its heartbeats. */
    void die() {
        closed = true;
    }

    void close(CloseOptions options) {
        close();
    }

    void close() {
        if (closed) {
            return;
        }
        closed = true;
        world.call(actor, "close consumer");
        if (group != null && member != null && !world.isAway()) {
            List<TopicPartition> all = List.copyOf(assignment());
            if (group.isJoining(member, applied)) {
                listener.onPartitionsLost(all);
            } else if (!all.isEmpty()) {
                listener.onPartitionsRevoked(all);
            }
            forget();
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
