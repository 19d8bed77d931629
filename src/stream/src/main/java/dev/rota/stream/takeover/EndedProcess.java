package dev.rota.stream.takeover;

import dev.rota.kafka.AdminAnswers;
import dev.rota.stream.common.GroupMember;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClassicGroupsOptions;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the members of a process that has ended from the groups of a domain, so that its partitions are reassigned
 * before its sessions end, and ends the transactions that it has left open.
 *
 * <p>It is tried once, for a second: if it fails, the session ends as it would have anyway.
 */
final class EndedProcess {

    private static final Logger LOG = LoggerFactory.getLogger(EndedProcess.class);

    private static final int TIMEOUT_MS = 1_000;

    private final TransactionalIds ids;
    private final Admin admin;

    EndedProcess(TransactionalIds ids, Admin admin) {
        this.ids = ids;
        this.admin = admin;
    }

    /**
     * Removes members. Returns whether any was still there.
     *
     * @param groups the groups of the domain; members of others are left to those who run them
     */
    boolean remove(Collection<GroupMember> members, Set<String> groups) {
        boolean removed = false;
        for (String group : groups) {
            List<GroupMember> dead = members.stream()
                    .filter(member -> member.group().equals(group))
                    .toList();
            try {
                removed |= !dead.isEmpty() && remove(group, dead);
            } catch (UnknownMemberIdException e) {
                LOG.debug("another instance has removed the members from {}", group, e);
            } catch (KafkaException e) {
                LOG.info(
                        "{} keeps the members of a process that has ended until their session ends: {}",
                        group,
                        e.toString());
            }
        }
        return removed;
    }

    private boolean remove(String group, List<GroupMember> dead) {
        List<String> there = stillThere(group, dead);
        if (there.isEmpty()) {
            return false;
        }
        AdminAnswers.get(admin.removeMembersFromConsumerGroup(
                        group,
                        new RemoveMembersFromConsumerGroupOptions(
                                        there.stream().map(MemberToRemove::new).toList())
                                .timeoutMs(TIMEOUT_MS))
                .all());
        LOG.info("removed {} from {}, since their process has ended", there, group);
        if (group.equals(ids.application())) {
            AdminAnswers.get(admin.fenceProducers(
                            there.stream().map(ids::of).toList(), new FenceProducersOptions().timeoutMs(TIMEOUT_MS))
                    .all());
        }
        return true;
    }

    /**
     * Returns the names of those members whose member id is still the one of the process that has ended. A name alone
     * may be the one of the next process of the instance.
     */
    private List<String> stillThere(String group, List<GroupMember> dead) {
        Set<String> deadIds = dead.stream().map(GroupMember::id).collect(Collectors.toSet());
        List<String> there = new ArrayList<>();
        AdminAnswers.get(Objects.requireNonNull(admin.describeClassicGroups(
                                List.of(group), new DescribeClassicGroupsOptions().timeoutMs(TIMEOUT_MS))
                        .describedGroups()
                        .get(group)))
                .members()
                .stream()
                .filter(member -> deadIds.contains(member.consumerId()))
                .forEach(member -> member.groupInstanceId().ifPresent(there::add));
        return there;
    }
}
