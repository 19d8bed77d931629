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
 * The brokers' side: topics, transactions, groups. It knows no network and no time of its own; what calls it decides
 * when a request arrives.
 */
final class SimCluster {

    /** The producers of a transactional id. */
    private static final class Transactional {
        long producer;
        short epoch = -1;
        boolean ongoing;
        /** When the transaction was begun, and how long it may take; the coordinator then aborts it. */
        long begun;

        long timeoutMs;
        /** Offsets that a group gets if the transaction is committed. */
        final Map<String, Map<TopicPartition, SimGroup.Committed>> offsets = new TreeMap<>();
    }

    private final SortedMap<String, SimTopic> topics = new TreeMap<>();
    /** Topics that were deleted, by id: what was in them when they were. */
    private final Map<Uuid, SimTopic> deleted = new HashMap<>();

    private final SortedMap<String, SimGroup> groups = new TreeMap<>();
    private final SortedMap<String, Transactional> transactional = new TreeMap<>();
    private long nextId = 1;
    private long now;
    private long elapsed;

    /** The brokers' clock. */
    void clock(long ms) {
        now = ms;
        for (Transactional one : transactional.values()) {
            if (one.ongoing && now - one.begun > one.timeoutMs) {
                // Whoever began it has an old epoch from now on.
                end(one, false);
                one.epoch++;
            }
        }
    }

    long clock() {
        return now;
    }

    /** Time has gone by, whatever clocks say: sessions are measured in it. */
    void elapsed(long ms) {
        elapsed = ms;
    }

    long elapsed() {
        return elapsed;
    }

    /** A topic whose records have the times that their producers say. */
    void create(String topic, int partitions) {
        create(topic, partitions, false);
    }

    /** @param appendTime whether a record's time is that of the broker, when it is appended */
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

    /** Deletes a topic and creates it again, so soon that no member of a group misses it. */
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

    /** Null if there is none. */
    @Nullable
    SimTopic topic(String name) {
        return topics.get(name);
    }

    /** A topic that lives, or lived. */
    SimTopic byId(Uuid id) {
        return topics.values().stream()
                .filter(topic -> topic.id().equals(id))
                .findFirst()
                .orElseGet(() -> deleted.get(id));
    }

    /** As clients are told; none if there is no such topic. */
    List<PartitionInfo> partitionsOf(String name) {
        SimTopic topic = topics.get(name);
        int count = topic == null ? 0 : topic.partitions().size();
        return IntStream.range(0, count)
                .mapToObj(i -> new PartitionInfo(name, i, null, null, null))
                .toList();
    }

    /** Throws what a broker answers if there is no such partition. */
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

    /** Appends outside any transaction; returns the offset. */
    long append(TopicPartition to, SimRecord.Sent record) {
        return partition(to).append(time(to, record), record, SimRecord.NO_TRANSACTION);
    }

    private long time(TopicPartition to, SimRecord.Sent record) {
        SimTopic topic = topics.get(to.topic());
        Long said = record.timestamp();
        return said == null || (topic != null && topic.appendTime()) ? now : said;
    }

    /** A producer that may write in transactions under an id; whoever had that id before is fenced. */
    SimTransactions transactions(String id) {
        return transactions(id, Long.MAX_VALUE);
    }

    /** @param timeoutMs how long a transaction may take */
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

    /** Whether a transaction that is open has an offset of a group: the one before it is not told until it ends. */
    boolean isPending(String group, TopicPartition partition) {
        return transactional.values().stream()
                .anyMatch(one ->
                        one.ongoing && one.offsets.getOrDefault(group, Map.of()).containsKey(partition));
    }

    /** The transactions that are open. */
    List<TransactionListing> ongoing() {
        List<TransactionListing> ongoing = new ArrayList<>();
        transactional.forEach((id, one) -> {
            if (one.ongoing) {
                ongoing.add(new TransactionListing(id, one.producer, TransactionState.ONGOING));
            }
        });
        return ongoing;
    }

    /** What the coordinator knows of a transactional id; null if nobody has had it. */
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

    /** Ends what is open under a transactional id, and fences whoever has it; returns the new epoch. */
    short fence(String id) {
        transactions(id);
        return Objects.requireNonNull(transactional.get(id)).epoch;
    }

    /** Whether any transaction is open. */
    boolean isAnyOngoing() {
        return transactional.values().stream().anyMatch(one -> one.ongoing);
    }

    /** Ends all that is open, as coordinators do after a while. */
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

    /** One life of a transactional producer. */
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
