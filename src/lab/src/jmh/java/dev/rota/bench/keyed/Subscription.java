package dev.rota.bench.keyed;

import dev.rota.settings.Settings;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * What a consumer consumes, and how.
 *
 * @param settings the cluster, and the prefix of Rota's topics
 * @param group its consumer group, or its pool
 * @param member its name, which is unique in the group
 * @param handlers the number of records that it handles at once
 * @param commitMs the interval at which a consumer group commits
 */
record Subscription(Settings settings, String topic, String group, String member, int handlers, int commitMs) {

    /** The time after which each system considers a silent consumer lost, if it can be set so low. */
    static final int SILENCE_MS_MAX = 10_000;

    /** Returns the properties of a member of a consumer group. */
    Properties consuming() {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, member);
        return properties;
    }
}
