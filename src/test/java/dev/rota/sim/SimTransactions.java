package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** What a transactional producer asks of the brokers; each throws what a broker answers. */
interface SimTransactions {

    long append(TopicPartition to, @Nullable byte[] key, @Nullable byte[] value, List<Header> headers);

    void offsets(String group, Map<TopicPartition, SimGroup.Committed> offsets);

    void end(boolean commit);

    /** Whether it began a transaction that is open. */
    boolean isOngoing();
}
