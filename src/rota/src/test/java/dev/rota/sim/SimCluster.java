package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.Topic;

/**
 * The brokers: topics, transactions and groups. Contains no network and no clock. The caller decides when a request
 * arrives, and sets the time.
 */
final class SimCluster {

    /** The state of a transactional id. */
    private static final class Transactional {
        long producer;
        short epoch = -1;
        boolean ongoing;
        /** When the transaction began, and its timeout, after which the coordinator aborts it. */
        long begun;

        long timeoutMs;
        /** Offsets that groups get if the transaction is committed. */
        final Map<String, Map<TopicPartition, SimGroup.Committed>> offsets = new TreeMap<>();
    }

    private final SortedMap<String, SimTopic> topics = new TreeMap<>();
    /** Topics that were deleted, by id, with their contents at that time. */
    private final Map<Uuid, SimTopic> deleted = new HashMap<>();

    private final SortedMap<String, SimGroup> groups = new TreeMap<>();
    private final SortedMap<String, Transactional> transactional = new TreeMap<>();
    private long nextId = 1;
    private long now;
    private long elapsed;

    /** Sets the brokers' clock. */
    void clock(long ms) {
        now = ms;
        for (Transactional one : transactional.values()) {
            if (one.ongoing && now - one.begun > one.timeoutMs) {
                // The producer that began it has an old epoch from now on.
                end(one, false);
                one.epoch++;
            }
        }
    }

    long clock() {
        return now;
    }

    /** Sets the elapsed time, which no clock change affects. Sessions are measured in it. */
    void elapsed(long ms) {
        elapsed = ms;
    }

    long elapsed() {
        return elapsed;
    }

    /** Creates a topic whose records have the timestamps of their producers. */
    void create(String topic, int partitions) {
        create(topic, partitions, false);
    }

    /** @param appendTime whether the broker sets a record's timestamp when it appends it */
    void create(String topic, int partitions, boolean appendTime) {
        add(topic, partitions, appendTime);
        topicsChanged(topic);
    }

    private void add(String topic, int partitions, boolean appendTime) {
        topics.put(topic, SimTopic.of(new Uuid(0, nextId++), partitions, appendTime));
    }

    void delete(String topic) {
        if (remove(topic)) {
            topicsChanged(topic);
        }
    }

    /** Deletes a topic and creates it again so soon that no member of a group misses it. */
    void replace(String topic, int partitions) {
        if (remove(topic)) {
            add(topic, partitions, false);
        }
    }

    private boolean remove(String topic) {
        SimTopic gone = topics.remove(topic);
        if (gone != null) {
            deleted.put(gone.id(), gone);
        }
        return gone != null;
    }

    private void topicsChanged(String topic) {
        groups.values().forEach(group -> group.topicChanged(topic));
    }

    /** Returns the topic, or null if it does not exist. */
    @Nullable
    SimTopic topic(String name) {
        return topics.get(name);
    }

    /** Returns a topic that exists or has been deleted. */
    SimTopic byId(Uuid id) {
        return topics.values().stream()
                .filter(topic -> topic.id().equals(id))
                .findFirst()
                .orElseGet(() -> deleted.get(id));
    }

    /** Returns the partitions in the metadata that clients get; empty if the topic does not exist. */
    List<PartitionInfo> partitionsOf(String name) {
        SimTopic topic = topics.get(name);
        int count = topic == null ? 0 : topic.partitions().size();
        return IntStream.range(0, count)
                .mapToObj(i -> new PartitionInfo(name, i, null, null, null))
                .toList();
    }

    /** Returns the partition, or throws a broker's error if it does not exist. */
    SimPartition partition(TopicPartition at) {
        SimTopic topic = topics.get(at.topic());
        if (topic == null || at.partition() >= topic.partitions().size()) {
            throw new UnknownTopicOrPartitionException("This server does not host this topic-partition.");
        }
        return topic.partitions().get(at.partition());
    }

    SimGroup group(String name) {
        return groups.computeIfAbsent(name, none -> new SimGroup(this));
    }

    // ---- Producers ------------------------------------------------------------------------------------------------

    /** Appends outside any transaction, and returns the offset. */
    long append(TopicPartition to, SimRecord.Sent record) {
        return partition(to).append(time(to, record), record, SimRecord.NO_TRANSACTION);
    }

    private long time(TopicPartition to, SimRecord.Sent record) {
        SimTopic topic = topics.get(to.topic());
        Long said = record.timestamp();
        return said == null || (topic != null && topic.appendTime()) ? now : said;
    }

    /** Creates a session for a transactional id. Fences the producer that had the id before. */
    SimTransactions transactions(String id) {
        return transactions(id, Long.MAX_VALUE);
    }

    /** @param timeoutMs the transaction timeout */
    SimTransactions transactions(String id, long timeoutMs) {
        Transactional state = transactional.computeIfAbsent(id, none -> {
            Transactional fresh = new Transactional();
            fresh.producer = nextId++;
            return fresh;
        });
        if (state.ongoing) {
            end(state, false);
        }
        state.epoch++;
        state.timeoutMs = timeoutMs;
        return new Session(id, state, state.epoch);
    }

    /**
     * Returns whether an open transaction contains an offset of the group. Then the brokers do not return the committed
     * offset until it ends.
     */
    boolean isPending(String group, TopicPartition partition) {
        return transactional.values().stream()
                .anyMatch(one ->
                        one.ongoing && one.offsets.getOrDefault(group, Map.of()).containsKey(partition));
    }

    /** Returns the open transactions. */
    List<TransactionListing> ongoing() {
        List<TransactionListing> ongoing = new ArrayList<>();
        transactional.forEach((id, one) -> {
            if (one.ongoing) {
                ongoing.add(new TransactionListing(id, one.producer, TransactionState.ONGOING));
            }
        });
        return ongoing;
    }

    /** Returns the description of a transactional id, or null if the coordinator does not know the id. */
    @Nullable
    TransactionDescription described(String id) {
        Transactional one = transactional.get(id);
        if (one == null) {
            return null;
        }
        return new TransactionDescription(
                0,
                one.ongoing ? TransactionState.ONGOING : TransactionState.COMPLETE_COMMIT,
                one.producer,
                one.epoch,
                one.timeoutMs,
                one.ongoing ? OptionalLong.of(one.begun) : OptionalLong.empty(),
                partitionsOf(one));
    }

    private Set<TopicPartition> partitionsOf(Transactional one) {
        Set<TopicPartition> partitions = new TreeSet<>(SimConsumer.BY_NAME);
        topics.forEach((name, topic) -> {
            for (int i = 0; i < topic.partitions().size(); i++) {
                if (topic.partitions().get(i).isOpen(one.producer)) {
                    partitions.add(new TopicPartition(name, i));
                }
            }
        });
        if (one.ongoing && !one.offsets.isEmpty()) {
            partitions.add(new TopicPartition(Topic.GROUP_METADATA_TOPIC_NAME, 0));
        }
        return partitions;
    }

    /** Ends the open transaction of a transactional id, fences its producer, and returns the new epoch. */
    short fence(String id) {
        transactions(id);
        return Objects.requireNonNull(transactional.get(id)).epoch;
    }

    /** Returns whether any transaction is open. */
    boolean isAnyOngoing() {
        return transactional.values().stream().anyMatch(one -> one.ongoing);
    }

    /** Aborts all open transactions, as coordinators do after the timeout. */
    void abortAll() {
        transactional.values().stream().filter(one -> one.ongoing).forEach(one -> {
            end(one, false);
            one.epoch++;
        });
    }

    private void end(Transactional state, boolean commit) {
        state.ongoing = false;
        topics.values().forEach(topic -> topic.partitions().forEach(each -> each.mark(now, state.producer, commit)));
        if (commit) {
            state.offsets.forEach((group, offsets) -> group(group).commit(offsets));
        }
        state.offsets.clear();
    }

    /** The session of a transactional producer, from its initialization until it is fenced. */
    private final class Session implements SimTransactions {
        private final String id;
        private final Transactional state;
        private final short epoch;

        Session(String id, Transactional state, short epoch) {
            this.id = id;
            this.state = state;
            this.epoch = epoch;
        }

        private void begin() {
            if (!state.ongoing) {
                state.ongoing = true;
                state.begun = now;
            }
        }

        private void requireCurrent() {
            if (state.epoch != epoch) {
                throw new InvalidProducerEpochException(
                        "Producer of " + id + " attempted to produce with an old epoch " + epoch);
            }
        }

        @Override
        public long append(TopicPartition to, SimRecord.Sent record) {
            requireCurrent();
            SimPartition partition = partition(to);
            begin();
            return partition.append(time(to, record), record, state.producer);
        }

        @Override
        public void offsets(String group, Map<TopicPartition, SimGroup.Committed> offsets) {
            requireCurrent();
            begin();
            state.offsets.computeIfAbsent(group, none -> new HashMap<>()).putAll(offsets);
        }

        @Override
        public void end(boolean commit) {
            requireCurrent();
            if (!state.ongoing) {
                throw new InvalidTxnStateException("no transaction is ongoing");
            }
            SimCluster.this.end(state, commit);
        }

        @Override
        public boolean isOngoing() {
            return state.epoch == epoch && state.ongoing;
        }
    }
}
