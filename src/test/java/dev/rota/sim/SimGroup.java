package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * A group by the classic protocol: eager rebalances, range assignment, static members. A member whose heartbeats have
 * stopped is removed when its session is over.
 */
final class SimGroup {

    static final long SESSION_MS = 8_000;

    /** A committed position. */
    record Committed(long offset, String metadata) {}

    /** A member; a new life of a static member replaces the one before. */
    static final class Member {
        final String id;
        final String instance;
        final SortedSet<String> topics;
        /** The generation that it has joined. */
        int generation = -1;

        /** Whether its heartbeats go on. */
        final BooleanSupplier beats;

        long heard;
        List<TopicPartition> assigned = List.of();

        Member(String id, String instance, SortedSet<String> topics, BooleanSupplier beats) {
            this.id = id;
            this.instance = instance;
            this.topics = topics;
            this.beats = beats;
        }
    }

    private final SimCluster cluster;
    private final SortedMap<String, Member> members = new TreeMap<>();
    private final Map<TopicPartition, Committed> offsets = new HashMap<>();
    private int generation;
    private boolean rebalancing;
    /** Members that have joined the rebalance. */
    private final SortedSet<String> joined = new TreeSet<>();

    private int nextMember;

    SimGroup(SimCluster cluster) {
        this.cluster = cluster;
    }

    // ---- Members --------------------------------------------------------------------------------------------------

    /** A new member, by its instance id; an older one of that id is fenced. */
    Member join(String instance, SortedSet<String> topics, BooleanSupplier beats) {
        expire();
        Member member = new Member(instance + "-" + nextMember++, instance, topics, beats);
        Member before = members.put(instance, member);
        member.heard = cluster.clock();
        if (before != null && !rebalancing && before.topics.equals(topics)) {
            // A static member that returns has its partitions without a rebalance.
            member.generation = before.generation;
            member.assigned = before.assigned;
        } else {
            rebalance();
            joined.add(instance);
            complete();
        }
        return member;
    }

    /** Joins the rebalance that is on. */
    void rejoin(Member member) {
        heard(member);
        if (rebalancing) {
            joined.add(member.instance);
            complete();
        }
    }

    void leave(Member member) {
        if (members.remove(member.instance, member)) {
            rebalance();
            complete();
        }
    }

    /** A heartbeat. Throws if the member is none any more. */
    void heard(Member member) {
        expire();
        requireMember(member);
        member.heard = cluster.clock();
    }

    /** Whether a member must join again. */
    boolean mustRejoin(Member member) {
        return (rebalancing && !joined.contains(member.instance)) || (member.generation < 0 && !rebalancing);
    }

    boolean isStable(Member member) {
        return !rebalancing && member.generation == generation;
    }

    private void requireMember(Member member) {
        Member known = members.get(member.instance);
        if (known == null) {
            throw new UnknownMemberIdException("The coordinator is not aware of this member.");
        } else if (known != member) {
            throw new FencedInstanceIdException("another member has the group instance id " + member.instance);
        }
    }

    private void expire() {
        members.values().stream()
                .filter(member -> member.beats.getAsBoolean())
                .forEach(member -> member.heard = cluster.clock());
        List<Member> silent = members.values().stream()
                .filter(member -> cluster.clock() - member.heard > SESSION_MS)
                .toList();
        if (!silent.isEmpty()) {
            silent.forEach(member -> members.remove(member.instance));
            rebalance();
            complete();
        }
    }

    /** A topic appeared or disappeared. */
    void topicChanged(String topic) {
        if (members.values().stream().anyMatch(member -> member.topics.contains(topic))) {
            rebalance();
        }
    }

    private void rebalance() {
        if (!rebalancing) {
            rebalancing = true;
            joined.clear();
        }
    }

    private void complete() {
        joined.retainAll(members.keySet());
        if (!rebalancing || members.isEmpty() || joined.size() < members.size()) {
            rebalancing &= !members.isEmpty();
            return;
        }
        rebalancing = false;
        generation++;
        List<Member> all = List.copyOf(members.values());
        Map<String, List<TopicPartition>> assigned = new HashMap<>();
        SortedSet<String> topics = new TreeSet<>();
        all.forEach(member -> topics.addAll(member.topics));
        for (String name : topics) {
            SimTopic topic = cluster.topic(name);
            int partitions = topic == null ? 0 : topic.partitions().size();
            int each = partitions / all.size();
            int more = partitions % all.size();
            int next = 0;
            for (int i = 0; i < all.size(); i++) {
                for (int n = each + (i < more ? 1 : 0); n > 0; n--) {
                    assigned.computeIfAbsent(all.get(i).instance, none -> new ArrayList<>())
                            .add(new TopicPartition(name, next++));
                }
            }
        }
        for (Member member : all) {
            member.generation = generation;
            member.assigned = List.copyOf(assigned.getOrDefault(member.instance, List.of()));
        }
    }

    // ---- Offsets --------------------------------------------------------------------------------------------------

    /** Commits for a member; throws what a coordinator answers to one whose generation is over. */
    void commit(Member member, int itsGeneration, Map<TopicPartition, Committed> positions) {
        expire();
        requireMember(member);
        if (itsGeneration != generation) {
            throw new IllegalGenerationException("generation " + itsGeneration + " is over");
        }
        commit(positions);
    }

    /** Commits for nobody in particular, as a transaction or an operator does. */
    void commit(Map<TopicPartition, Committed> positions) {
        offsets.putAll(positions);
    }

    @Nullable
    Committed committed(TopicPartition partition) {
        return offsets.get(partition);
    }

    /** The offsets expired, or somebody deleted them. */
    void forgetOffsets() {
        offsets.clear();
    }
}
