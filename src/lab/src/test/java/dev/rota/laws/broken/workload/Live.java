package dev.rota.laws.broken.workload;

import org.apache.kafka.common.TopicPartition;

/** Traffic that connects to a broker. */
public final class Live {

    final TopicPartition partition = new TopicPartition("topic", 0);
}
