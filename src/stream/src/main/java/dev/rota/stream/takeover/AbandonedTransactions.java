package dev.rota.stream.takeover;

import dev.rota.kafka.AdminAnswers;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ClassicGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.ClassicGroupState;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the open transactions of instances that have left the group. Until then, readers of committed records do not
 * see the outputs that such a transaction touched, and the new owner of its partitions cannot resume.
 *
 * <p>An instance that is fenced although it lives loses its partitions for a moment and restores them; nothing is lost
 * or decided twice. So it is enough that this is rare.
 */
public final class AbandonedTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(AbandonedTransactions.class);

    /** The age up to which an answer about the group's members counts as true. */
    private static final long ANSWER_NANOS_MAX = TimeUnit.SECONDS.toNanos(2);

    private final TransactionalIds ids;
    private final OwnProducers own;
    private final Admin admin;
    private final LongSupplier nanos;

    /** @param own the producers of this process */
    public AbandonedTransactions(TransactionalIds ids, OwnProducers own, Admin admin, LongSupplier nanos) {
        this.ids = ids;
        this.own = own;
        this.admin = admin;
        this.nanos = nanos;
    }

    /**
     * Returns why this instance could not end the transactions of others, in one sentence; empty if it may. Without
     * these grants, the cluster's answers would just be empty.
     */
    public Optional<String> missingGrant() {
        String any = ids.prefix() + "any";
        try {
            AdminAnswers.get(admin.describeTransactions(List.of(any)).description(any));
        } catch (TransactionalIdNotFoundException e) {
            // Expected: no producer has this id, and we were allowed to query it.
        } catch (AuthorizationException e) {
            return Optional.of(missing("transactional ids that begin with " + ids.prefix()));
        }
        try {
            describe();
        } catch (AuthorizationException e) {
            return Optional.of(missing("the group " + ids.application()));
        }
        return Optional.empty();
    }

    private static String missing(String what) {
        return "Describe on " + what + " is not granted; without it, nobody can end the transaction that a killed"
                + " instance leaves open";
    }

    /**
     * Ends transactions that an earlier process of this instance has left open. Called before the stream threads start.
     */
    public void endOwn() {
        endEarlier(ours(OngoingTransactions.of(admin)));
    }

    private void endEarlier(Collection<String> open) {
        open.stream().filter(ids::isOwn).filter(id -> !own.hasBegun(id)).forEach(this::end);
    }

    /**
     * Ends transactions that instances no longer in the group have left open, and those of an earlier process of this
     * one that were not visible when this one was started. The group is queried after the transactions.
     */
    void look(Collection<TransactionListing> ongoing) {
        Collection<String> open = ours(ongoing);
        endEarlier(open);
        open.removeIf(ids::isOwn);
        if (open.isEmpty()) {
            return;
        }
        long asked = nanos.getAsLong();
        Optional<ClassicGroupDescription> group = describe();
        if (group.isEmpty() || group.get().state() != ClassicGroupState.STABLE) {
            return;
        }
        Set<String> members = new HashSet<>();
        for (MemberDescription member : group.get().members()) {
            member.groupInstanceId().ifPresent(members::add);
        }
        for (String id : open) {
            if (!members.contains(ids.memberOf(id)) && nanos.getAsLong() - asked < ANSWER_NANOS_MAX) {
                LOG.info("{} has left the group {} with an open transaction, which is ended", id, ids.application());
                end(id);
            }
        }
    }

    private Optional<ClassicGroupDescription> describe() {
        try {
            return Optional.of(
                    AdminAnswers.get(Objects.requireNonNull(admin.describeClassicGroups(List.of(ids.application()))
                            .describedGroups()
                            .get(ids.application()))));
        } catch (GroupIdNotFoundException e) {
            return Optional.empty();
        }
    }

    private Collection<String> ours(Collection<TransactionListing> ongoing) {
        return ongoing.stream()
                .map(TransactionListing::transactionalId)
                .filter(ids::isOurs)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void end(String id) {
        AdminAnswers.get(admin.fenceProducers(List.of(id)).all());
    }
}
