package dev.rota.sim;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** What a transactional producer asks of the brokers; each throws what a broker answers. */
interface SimTransactions {

    long append(TopicPartition to, SimRecord.Sent record);

    void offsets(String group, Map<TopicPartition, SimGroup.Committed> offsets);

    void end(boolean commit);

    /** Whether it began a transaction that is open. */
    boolean isOngoing();
}
