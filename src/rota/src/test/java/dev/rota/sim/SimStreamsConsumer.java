package dev.rota.sim;

import dev.rota.engine.Nullable;
import dev.rota.stream.kstreams.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.SteppedStreamThread;

/**
 * The main consumer of a stream thread: a static member of a cooperative group. Passes the results of the group's
 * rebalances to the thread, in place of Streams' assignor.
 */
final class SimStreamsConsumer {

    /** The {@code default.api.timeout.ms} of Rota's main consumer. */
    private static final long API_NS = 1_000_000_000L;

    /** The minimal duration of a poll. */
    private static final long ROUND_TRIP_NS = 1_000_000;

    private final World world;
    private final SimActor actor;
    private final String instance;
    private final String groupName;
    private final SimGroup group;
    private final SimFetcher fetcher;
    private final Supplier<SteppedStreamThread> thread;
    private final SimulatedScheduler.Polls polls;

    /** Assigned partitions without a position yet. */
    private final Set<TopicPartition> unknown = new TreeSet<>(SimConsumer.BY_NAME);

    private Set<String> topics = Set.of();

    @Nullable
    private ConsumerRebalanceListener listener;

    @Nullable
    private SimGroup.Member member;

    private int applied = -1;
    private boolean wantsRebalance;
    private boolean closed;

    /** @param instance the {@code group.instance.id} */
    SimStreamsConsumer(
            World world,
            SimActor actor,
            String instance,
            String group,
            SimulatedScheduler.Polls polls,
            Supplier<SteppedStreamThread> thread) {
        this.world = world;
        this.actor = actor;
        this.instance = instance;
        this.groupName = group;
        this.group = world.cluster.group(group);
        this.fetcher = new SimFetcher(world, actor);
        this.polls = polls;
        this.thread = thread;
    }

    Consumer<byte[], byte[]> asConsumer() {
        @SuppressWarnings("unchecked")
        Consumer<byte[], byte[]> consumer = Proxies.of(Consumer.class, this);
        return consumer;
    }

    // ---- The group ------------------------------------------------------------------------------------------------

    void subscribe(Collection<String> names, ConsumerRebalanceListener itsListener) {
        topics = new TreeSet<>(names);
        listener = itsListener;
    }

    /**
     * Gives up all partitions. As a static member it stays in the group until its session times out or it joins again.
     */
    void unsubscribe() {
        world.call(actor, "unsubscribe");
        List<TopicPartition> all = List.copyOf(assignment());
        if (!all.isEmpty()) {
            listener().onPartitionsRevoked(all);
        }
        forget();
        member = null;
        applied = -1;
    }

    void enforceRebalance(String reason) {
        wantsRebalance = true;
    }

    Set<TopicPartition> assignment() {
        Set<TopicPartition> all = fetcher.assigned();
        all.addAll(unknown);
        return all;
    }

    @SuppressWarnings("removal") // only Kafka's consumer can create one without this constructor
    ConsumerGroupMetadata groupMetadata() {
        return new ConsumerGroupMetadata(groupName, applied, member == null ? "" : member.id, Optional.of(instance));
    }

    private ConsumerRebalanceListener listener() {
        return Objects.requireNonNull(listener);
    }

    /** Talks to the coordinator. As in Kafka's consumer, this happens in polls only. */
    private void coordinate() {
        if (world.isAway() || topics.isEmpty()) {
            return;
        }
        if (member == null) {
            thread.get().rebalancing(topics);
            member = group.join(instance, new TreeSet<>(topics), () -> !closed && actor.isAlive());
        }
        try {
            group.heard(member);
            if (wantsRebalance) {
                wantsRebalance = false;
                group.enforceRebalance(member);
            }
            if (group.mustRejoin(member)) {
                thread.get().rebalancing(topics);
                group.rejoin(member, assignment());
            }
            if (group.isStable(member) && applied != member.generation) {
                apply(member);
            }
        } catch (UnknownMemberIdException e) {
            List<TopicPartition> lost = List.copyOf(assignment());
            if (!lost.isEmpty()) {
                listener().onPartitionsLost(lost);
            }
            forget();
            member = null;
            applied = -1;
        }
    }

    private void apply(SimGroup.Member its) {
        applied = its.generation;
        wantsRebalance |= its.followUp;
        Set<TopicPartition> before = assignment();
        Set<TopicPartition> revoked = new TreeSet<>(SimConsumer.BY_NAME);
        revoked.addAll(before);
        its.assigned.forEach(revoked::remove);
        if (!revoked.isEmpty()) {
            listener().onPartitionsRevoked(List.copyOf(revoked));
        }
        thread.get().assigned(tasks(its.assigned), tasks(its.standby));
        revoked.forEach(partition -> {
            fetcher.forget(partition);
            unknown.remove(partition);
        });
        List<TopicPartition> added = new ArrayList<>(its.assigned);
        added.removeAll(before);
        unknown.addAll(added);
        listener().onPartitionsAssigned(added);
    }

    private static Map<TaskId, Set<TopicPartition>> tasks(Collection<TopicPartition> partitions) {
        Map<TaskId, Set<TopicPartition>> tasks = new HashMap<>();
        partitions.forEach(partition -> tasks.put(new TaskId(0, partition.partition()), Set.of(partition)));
        return tasks;
    }

    private void forget() {
        List.copyOf(assignment()).forEach(fetcher::forget);
        unknown.clear();
    }

    // ---- Reading --------------------------------------------------------------------------------------------------

    ConsumerRecords<byte[], byte[]> poll(Duration patience) {
        world.call(actor, "poll");
        coordinate();
        findPositions();
        ConsumerRecords<byte[], byte[]> polled = world.isAway() ? ConsumerRecords.empty() : fetcher.fetch();
        if (polled.isEmpty()) {
            world.pause(actor, Math.max(polls.patience(patience).toNanos(), ROUND_TRIP_NS));
        }
        polls.polled(polled.count());
        return polled;
    }

    /**
     * Looks up positions. The brokers do not return an offset that an open transaction contains, so the next poll tries
     * again.
     */
    private void findPositions() {
        Set<TopicPartition> none = new TreeSet<>(SimConsumer.BY_NAME);
        for (TopicPartition partition : List.copyOf(unknown)) {
            if (world.isAway() || world.cluster.isPending(groupName, partition)) {
                continue;
            }
            SimGroup.Committed committed = group.committed(partition);
            if (committed == null) {
                none.add(partition);
            } else {
                seek(partition, committed.offset());
            }
        }
        if (!none.isEmpty()) {
            throw new NoOffsetForPartitionException(none);
        }
    }

    void seek(TopicPartition partition, long offset) {
        unknown.remove(partition);
        fetcher.seek(partition, offset);
    }

    void seek(TopicPartition partition, OffsetAndMetadata offset) {
        seek(partition, offset.offset());
    }

    void seekToBeginning(Collection<TopicPartition> partitions) {
        partitions.forEach(
                partition -> seek(partition, world.cluster.partition(partition).begin()));
    }

    long position(TopicPartition partition) {
        return fetcher.position(partition);
    }

    OptionalLong currentLag(TopicPartition partition) {
        return OptionalLong.empty();
    }

    void pause(Collection<TopicPartition> partitions) {
        fetcher.pause(partitions);
    }

    void resume(Collection<TopicPartition> partitions) {
        fetcher.resume(partitions);
    }

    Set<TopicPartition> paused() {
        return fetcher.paused();
    }

    Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        world.call(actor, "beginningOffsets");
        if (!world.await(actor, () -> !world.isAway(), API_NS)) {
            throw new TimeoutException("the beginnings of " + partitions + " were not told in time");
        }
        Map<TopicPartition, Long> begins = new HashMap<>();
        partitions.forEach(
                each -> begins.put(each, world.cluster.partition(each).begin()));
        return begins;
    }

    Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        world.call(actor, "committed");
        boolean told = world.await(
                actor,
                () -> !world.isAway()
                        && partitions.stream().noneMatch(each -> world.cluster.isPending(groupName, each)),
                API_NS);
        if (!told) {
            throw new TimeoutException("the offsets of " + partitions + " were not told in time");
        }
        return group.told(partitions);
    }

    /** Commits offsets outside any transaction. */
    void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        world.call(actor, "commitSync");
        if (member == null) {
            throw new CommitFailedException("it has not joined");
        }
        try {
            group.commit(member, applied, SimGroup.Committed.of(offsets));
        } catch (ApiException e) {
            throw new CommitFailedException(e.getMessage());
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
        if (closed) {
            return;
        }
        closed = true;
        world.call(actor, "close consumer");
        if (member != null && !world.isAway()) {
            List<TopicPartition> all = List.copyOf(assignment());
            if (!all.isEmpty()) {
                listener().onPartitionsRevoked(all);
            }
            group.leave(member);
        }
    }
}
