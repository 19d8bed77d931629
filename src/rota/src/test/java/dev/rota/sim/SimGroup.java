package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.ClassicGroupDescription;
import org.apache.kafka.clients.admin.MemberAssignment;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.ClassicGroupState;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * A consumer group with the classic protocol and static members. Rebalances are cooperative: a partition moves only
 * after its owner has revoked it, and members keep their other partitions. A member whose heartbeats have stopped is
 * removed when its session times out.
 */
final class SimGroup {

    /** Longer than Rota's default. The plans that are kept with defects that were found depend on it. */
    static final long SESSION_MS = 8_000;

    /** A committed position. */
    record Committed(long offset, String metadata) {

        static Committed of(OffsetAndMetadata offset) {
            return new Committed(offset.offset(), offset.metadata());
        }

        /** Converts positions from the form of a commit request. */
        static Map<TopicPartition, Committed> of(Map<TopicPartition, OffsetAndMetadata> offsets) {
            Map<TopicPartition, Committed> all = new TreeMap<>(SimConsumer.BY_NAME);
            offsets.forEach((partition, offset) -> all.put(partition, of(offset)));
            return all;
        }

        OffsetAndMetadata toClient() {
            return new OffsetAndMetadata(offset, metadata);
        }
    }

    /** A member. A static member that joins again replaces the one before. */
    static final class Member {
        final String id;
        final String instance;
        final SortedSet<String> topics;
        /** The generation that it has joined. */
        int generation = -1;

        /** Returns true while the member sends heartbeats. */
        final BooleanSupplier beats;

        long heard;
        List<TopicPartition> assigned = List.of();

        /** The partitions that the member owned when it joined the rebalance. */
        Set<TopicPartition> owned = Set.of();

        /** True if the member must revoke partitions, so that another rebalance can assign them to others. */
        boolean followUp;

        /** In a group of Streams, the partitions for which the member has a standby task. */
        List<TopicPartition> standby = List.of();

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

    /** True if the next rebalance assigns each partition to a member that did not own it. */
    private boolean moving;

    /** The instance id of the member that gets a partition once its owner has revoked it. */
    private final Map<TopicPartition, String> promised = new HashMap<>();

    /** Members that have joined the current rebalance. */
    private final SortedSet<String> joined = new TreeSet<>();

    private int nextMember;

    SimGroup(SimCluster cluster) {
        this.cluster = cluster;
    }

    // ---- Members --------------------------------------------------------------------------------------------------

    /** Adds a member. A member with the same instance id is fenced. */
    Member join(String instance, SortedSet<String> topics, BooleanSupplier beats) {
        expire();
        Member member = new Member(instance + "-" + nextMember++, instance, topics, beats);
        Member before = members.put(instance, member);
        member.heard = cluster.elapsed();
        if (before != null && !rebalancing && before.topics.equals(topics)) {
            // A static member that returns keeps its partitions, without a rebalance.
            member.generation = before.generation;
            member.assigned = before.assigned;
            member.standby = before.standby;
            member.followUp = before.followUp;
        } else {
            rebalance();
            joined.add(instance);
            complete();
        }
        return member;
    }

    /** Starts a rebalance in which all partitions move, as Streams does for balance. */
    void move() {
        moving = members.size() > 1;
        rebalance();
    }

    /** Starts a rebalance at the request of a member. */
    void enforceRebalance(Member member) {
        heard(member);
        rebalance();
    }

    /** Joins the current rebalance. */
    void rejoin(Member member, Set<TopicPartition> owned) {
        member.owned = Set.copyOf(owned);
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

    /** Records a heartbeat. Throws if the member is no longer in the group. */
    void heard(Member member) {
        expire();
        requireMember(member);
        member.heard = cluster.elapsed();
    }

    /** Returns whether a member must join again. */
    boolean mustRejoin(Member member) {
        return (rebalancing && !joined.contains(member.instance)) || (member.generation < 0 && !rebalancing);
    }

    boolean isStable(Member member) {
        return !rebalancing && member.generation == generation;
    }

    /**
     * Returns whether a member has joined a rebalance whose result it does not have yet. Until then it cannot commit.
     */
    boolean isJoining(Member member, int knownGeneration) {
        return rebalancing
                ? joined.contains(member.instance)
                : member.generation == generation && knownGeneration != generation;
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
                .forEach(member -> member.heard = cluster.elapsed());
        List<Member> silent = members.values().stream()
                .filter(member -> cluster.elapsed() - member.heard > SESSION_MS)
                .toList();
        if (!silent.isEmpty()) {
            silent.forEach(member -> members.remove(member.instance));
            rebalance();
            complete();
        }
    }

    /** Starts a rebalance if a member subscribes to the topic, which was created or deleted. */
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
        shareOut(List.copyOf(members.values()));
    }

    /** Assigns the partitions. Each stays with its owner unless the owner has too many. */
    private void shareOut(List<Member> all) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String name : all.get(0).topics) {
            SimTopic topic = cluster.topic(name);
            for (int i = 0; topic != null && i < topic.partitions().size(); i++) {
                partitions.add(new TopicPartition(name, i));
            }
        }
        int most = (partitions.size() + all.size() - 1) / all.size();
        Map<Member, List<TopicPartition>> targets = new LinkedHashMap<>();
        all.forEach(member -> targets.put(member, new ArrayList<>()));
        List<TopicPartition> free = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            all.stream()
                    .filter(member -> !moving
                            && member.owned.contains(partition)
                            && targets.getOrDefault(member, List.of()).size() < most)
                    .findFirst()
                    .ifPresentOrElse(owner -> add(targets, owner, partition), () -> free.add(partition));
        }
        for (TopicPartition partition : free) {
            // Prefer a member with a standby task, as Streams does.
            Member to = all.stream()
                    .filter(member -> !moving || all.size() == 1 || !member.owned.contains(partition))
                    .min(Comparator.comparing(
                                    (Member member) -> member.instance.equals(promised.get(partition)) ? 0 : 1)
                            .thenComparing(member -> member.standby.contains(partition)
                                            && targets.getOrDefault(member, List.of())
                                                            .size()
                                                    < most
                                    ? 0
                                    : 1)
                            .thenComparing(member ->
                                    targets.getOrDefault(member, List.of()).size())
                            .thenComparing(member -> member.instance))
                    .orElseThrow();
            if (moving) {
                promised.put(partition, to.instance);
            }
            add(targets, to, partition);
        }
        all.forEach(member -> member.standby = new ArrayList<>());
        for (int i = 0; i < all.size(); i++) {
            Member member = all.get(i);
            List<TopicPartition> its = targets.getOrDefault(member, List.of());
            member.generation = generation;
            member.followUp = !its.containsAll(member.owned);
            member.assigned = its.stream()
                    .filter(partition ->
                            all.stream().noneMatch(other -> other != member && other.owned.contains(partition)))
                    .toList();
            if (all.size() > 1) {
                all.get((i + 1) % all.size()).standby.addAll(its);
            }
        }
        // A member keeps no standby task for a partition that it must revoke until it has done so, unless all
        // partitions move.
        if (!moving) {
            all.forEach(member -> member.standby.removeIf(member.owned::contains));
        }
        if (!moving) {
            promised.clear();
        }
        moving = false;
    }

    private static void add(Map<Member, List<TopicPartition>> targets, Member to, TopicPartition partition) {
        targets.computeIfAbsent(to, none -> new ArrayList<>()).add(partition);
    }

    // ---- Offsets --------------------------------------------------------------------------------------------------

    /** Commits positions of a member, or throws a coordinator's error if its generation is over. */
    void commit(Member member, int itsGeneration, Map<TopicPartition, Committed> positions) {
        expire();
        requireMember(member);
        if (itsGeneration != generation) {
            throw new IllegalGenerationException("generation " + itsGeneration + " is over");
        }
        commit(positions);
    }

    /** Throws a coordinator's error if a transaction's member is no longer in the group. */
    void requireCurrent(String memberId, String instance, int itsGeneration) {
        expire();
        Member known = members.get(instance);
        if (known == null) {
            throw new UnknownMemberIdException("The coordinator is not aware of this member.");
        } else if (!known.id.equals(memberId)) {
            throw new FencedInstanceIdException("another member has the group instance id " + instance);
        } else if (itsGeneration != generation) {
            throw new IllegalGenerationException("generation " + itsGeneration + " is over");
        }
    }

    /** Commits positions without a member, as a transaction or an operator does. */
    void commit(Map<TopicPartition, Committed> positions) {
        offsets.putAll(positions);
    }

    @Nullable
    Committed committed(TopicPartition partition) {
        return offsets.get(partition);
    }

    /** Returns the partitions that have a position. */
    Set<TopicPartition> positioned() {
        return Set.copyOf(offsets.keySet());
    }

    /** Returns the description that an admin client gets. */
    ClassicGroupDescription described(String name) {
        expire();
        ClassicGroupState state = members.isEmpty()
                ? ClassicGroupState.EMPTY
                : rebalancing ? ClassicGroupState.PREPARING_REBALANCE : ClassicGroupState.STABLE;
        List<MemberDescription> all = members.values().stream()
                .map(member -> new MemberDescription(
                        member.id,
                        Optional.of(member.instance),
                        Optional.empty(),
                        "",
                        "",
                        new MemberAssignment(Set.of()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()))
                .toList();
        return new ClassicGroupDescription(name, "consumer", "", all, state, Node.noNode());
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    /** Returns the positions that a client gets; null for partitions without one. */
    Map<TopicPartition, OffsetAndMetadata> told(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> told = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Committed committed = committed(partition);
            told.put(partition, committed == null ? null : committed.toClient());
        }
        return told;
    }

    /** Deletes the offset of a partition. */
    void forget(TopicPartition partition) {
        offsets.remove(partition);
    }

    /**
     * Deletes all offsets. Brokers neither delete nor expire the offsets of a group that has members, except when the
     * topic is deleted.
     */
    void forgetOffsets() {
        offsets.clear();
    }

    /**
     * Deletes the group, as when the coordinator loses its state. Only so can a group with members lose its offsets.
     */
    void lose() {
        forgetOffsets();
        members.clear();
        joined.clear();
        promised.clear();
        rebalancing = false;
        moving = false;
    }
}
