package dev.rota.sim;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The requests of a transactional producer to the brokers. Each throws a broker's error. */
interface SimTransactions {

    long append(TopicPartition to, SimRecord.Sent record);

    void offsets(String group, Map<TopicPartition, SimGroup.Committed> offsets);

    void end(boolean commit);

    /** Returns whether this producer has an open transaction. */
    boolean isOngoing();
}
