package dev.rota.stream.takeover;

import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the transactions that keep outputs or inputs from being read, or offsets from being committed. Decisions that
 * no consumer can see do not exist yet, however well the scheduler runs.
 */
public final class HeldBack {

    private static final Logger LOG = LoggerFactory.getLogger(HeldBack.class);

    /** The brokers' topic of the offsets that groups commit. */
    private static final String GROUP_OFFSETS = "__consumer_offsets";

    /** How long a partition may be held back before it is reported; a commit takes milliseconds. */
    private static final long NANOS_MIN = TimeUnit.SECONDS.toNanos(5);

    /**
     * A partition that is held back.
     *
     * @param transaction the transactional id; empty if this principal may not see it, or if its coordinator no longer
     *     has it
     * @param seconds for how long, as observed by this instance
     */
    public record Held(TopicPartition partition, String transaction, long seconds) {

        public String sentence() {
            return partition + " is held back for " + seconds + " s by "
                    + (transaction.isEmpty()
                            ? "an open transaction that we cannot see; Kafka's 'kafka-transactions.sh find-hanging' finds it"
                            : "the open transaction " + transaction);
        }
    }

    /** The last stable offset of a partition, or the transaction that has offsets in it, and since when. */
    private record Seen(Object what, long sinceNanos) {}

    private final Names names;
    private final TransactionalIds ids;
    private final Admin admin;
    private final LongSupplier nanos;
    private Map<TopicPartition, Seen> seen = Map.of();

    public HeldBack(Names names, TransactionalIds ids, Admin admin, LongSupplier nanos) {
        this.names = names;
        this.ids = ids;
        this.admin = admin;
        this.nanos = nanos;
    }

    /** Looks once; returns the partitions that have been held back for a while. */
    List<Held> look(Collection<TransactionListing> ongoing) {
        long now = nanos.getAsLong();
        Map<TopicPartition, Seen> next = new HashMap<>();
        stuck().forEach((partition, stable) -> next.put(partition, seen(partition, stable, now)));
        Map<TopicPartition, String> holders = new HashMap<>();
        described(ongoing, next.isEmpty()).forEach((id, transaction) -> {
            for (TopicPartition partition : transaction.topicPartitions()) {
                if (partition.topic().equals(GROUP_OFFSETS) && ids.isOurs(id)) {
                    next.put(partition, seen(partition, id + transaction.transactionStartTimeMs(), now));
                }
                holders.put(partition, id);
            }
        });
        seen = next;
        List<Held> held = new ArrayList<>();
        seen.forEach((partition, one) -> {
            if (now - one.sinceNanos() >= NANOS_MIN) {
                long seconds = TimeUnit.NANOSECONDS.toSeconds(now - one.sinceNanos());
                held.add(new Held(partition, holders.getOrDefault(partition, ""), seconds));
            }
        });
        held.sort(Comparator.comparing(each -> each.partition().toString()));
        return held;
    }

    private Seen seen(TopicPartition partition, Object what, long now) {
        Seen before = seen.get(partition);
        return before != null && before.what().equals(what) ? before : new Seen(what, now);
    }

    /** Returns the partitions of inputs, adopted ones too, and outputs with a transaction that holds them back. */
    private Map<TopicPartition, Long> stuck() {
        List<String> topics = new ArrayList<>(names.inputs());
        topics.addAll(names.outputs());
        Map<TopicPartition, Long> stuck = stuck(Topics.existing(admin, topics).values());
        if (!names.adopted().isEmpty()) {
            try {
                stuck.putAll(
                        stuck(Topics.existing(admin, names.adopted(), (topic, denied) -> LOG.debug("{}", topic, denied))
                                .values()));
            } catch (KafkaException e) {
                // They belong to others, and must not hide the transactions in Rota's own topics.
                LOG.debug("adopted topics cannot be looked up now", e);
            }
        }
        return stuck;
    }

    private Map<TopicPartition, Long> stuck(Collection<TopicDescription> topics) {
        List<TopicPartition> partitions = Topics.partitions(topics);
        // The ends come first: what is appended in between is not held back.
        Map<TopicPartition, Long> ends = ends(partitions, IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Long> stable = ends(partitions, IsolationLevel.READ_COMMITTED);
        stable.entrySet().removeIf(each -> each.getValue() >= ends.getOrDefault(each.getKey(), 0L));
        return stable;
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions, IsolationLevel isolation) {
        return Topics.offsets(admin, partitions, OffsetSpec.latest(), isolation);
    }

    /** Returns the descriptions of our transactions, or of all of them, by transactional id. */
    private Map<String, TransactionDescription> described(Collection<TransactionListing> ongoing, boolean onlyOurs) {
        return OngoingTransactions.described(
                admin,
                ongoing.stream()
                        .map(TransactionListing::transactionalId)
                        .filter(id -> !onlyOurs || ids.isOurs(id))
                        .toList());
    }
}
