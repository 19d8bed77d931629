package dev.rota.stream.takeover;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Answers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the transactions that are open in partitions, and those among them that nobody will end: their coordinator
 * has ended them elsewhere, but the marker did not reach the partition, which can happen if the partition has no
 * leader at that moment.
 *
 * <p>What a coordinator has ended, it has ended everywhere. So if it does not know a transaction that is open in a
 * partition, and the same transaction is still open there afterwards, its marker is lost.
 */
public final class HangingTransactions {

    private final Admin admin;

    public HangingTransactions(Admin admin) {
        this.admin = admin;
    }

    /** The transactions that are open in these partitions, by partition. */
    public List<OpenTransaction> open(Collection<TopicPartition> partitions) {
        List<OpenTransaction> before = seen(partitions, Map.of());
        if (before.isEmpty()) {
            return before;
        }
        Map<Long, String> ids = ids(before);
        Map<String, TransactionDescription> known = OngoingTransactions.described(admin, ids.values());
        List<OpenTransaction> after =
                seen(before.stream().map(OpenTransaction::partition).collect(Collectors.toSet()), ids);
        List<OpenTransaction> open = new ArrayList<>();
        for (OpenTransaction one : after) {
            boolean wasOpen = before.stream().anyMatch(one::isSameAs);
            if (wasOpen) {
                open.add(judged(one, known.get(one.transactionalId())));
            }
        }
        open.sort(Comparator.comparing(one -> one.partition().toString()));
        return open;
    }

    /** Ends a transaction in its partition, as its coordinator would have done. */
    public void abort(OpenTransaction open) {
        Answers.get(admin.abortTransaction(new AbortTransactionSpec(
                        open.partition(), open.producerId(), open.producerEpoch(), open.coordinatorEpoch()))
                .all());
    }

    private static OpenTransaction judged(OpenTransaction one, @Nullable TransactionDescription known) {
        Instant timeout = null;
        if (known != null
                && known.producerId() == one.producerId()
                && known.topicPartitions().contains(one.partition())) {
            long begun = known.transactionStartTimeMs().orElse(one.written().toEpochMilli());
            timeout = Instant.ofEpochMilli(begun + known.transactionTimeoutMs());
        }
        return new OpenTransaction(
                one.partition(),
                one.producerId(),
                one.producerEpoch(),
                one.coordinatorEpoch(),
                one.firstOffset(),
                one.written(),
                one.transactionalId(),
                timeout);
    }

    private List<OpenTransaction> seen(Collection<TopicPartition> partitions, Map<Long, String> ids) {
        Map<TopicPartition, PartitionProducerState> states =
                Answers.get(admin.describeProducers(partitions).all());
        List<OpenTransaction> seen = new ArrayList<>();
        states.forEach((partition, state) -> {
            for (ProducerState producer : state.activeProducers()) {
                if (producer.currentTransactionStartOffset().isPresent()) {
                    seen.add(new OpenTransaction(
                            partition,
                            producer.producerId(),
                            (short) producer.producerEpoch(),
                            producer.coordinatorEpoch().orElse(0),
                            producer.currentTransactionStartOffset().getAsLong(),
                            Instant.ofEpochMilli(producer.lastTimestamp()),
                            ids.get(producer.producerId()),
                            null));
                }
            }
        });
        return seen;
    }

    private Map<Long, String> ids(List<OpenTransaction> open) {
        List<Long> producers =
                open.stream().map(OpenTransaction::producerId).distinct().toList();
        Map<Long, String> ids = new HashMap<>();
        for (TransactionListing transaction :
                Answers.get(admin.listTransactions(new ListTransactionsOptions().filterProducerIds(producers))
                        .all())) {
            ids.put(transaction.producerId(), transaction.transactionalId());
        }
        return ids;
    }
}
