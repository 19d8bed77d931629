package dev.rota.stream.takeover;

import dev.rota.kafka.AdminAnswers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTransactionsResult;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;

/** The cluster's transactions, as far as this principal may see them. */
final class OngoingTransactions {

    private OngoingTransactions() {}

    /** Returns the transactions of the brokers that answer: one that is down must not hide those of the others. */
    static Collection<TransactionListing> of(Admin admin) {
        List<TransactionListing> ongoing = new ArrayList<>();
        for (KafkaFuture<Collection<TransactionListing>> answer : AdminAnswers.get(admin.listTransactions(
                                new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING)))
                        .byBrokerId())
                .values()) {
            try {
                ongoing.addAll(AdminAnswers.get(answer));
            } catch (KafkaException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
        return ongoing;
    }

    /** Returns the descriptions of transactions by id, without those that their coordinators no longer have. */
    static Map<String, TransactionDescription> described(Admin admin, Collection<String> ids) {
        DescribeTransactionsResult answers = admin.describeTransactions(ids);
        Map<String, TransactionDescription> described = new HashMap<>();
        for (String id : ids) {
            try {
                described.put(id, AdminAnswers.get(answers.description(id)));
            } catch (TransactionalIdNotFoundException e) {
                // It has ended since, and its coordinator has dropped it.
            }
        }
        return described;
    }
}
