package dev.rota.bench.keyed;

import dev.rota.settings.Settings;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * What a consumer consumes, and how.
 *
 * @param settings the cluster, and the prefix of Rota's topics
 * @param group its consumer group, or the name of its pools
 * @param pools the number of its pools, if it is Rota's
 * @param member its name, which is unique in the group
 * @param handlers the number of records that it handles at once
 * @param commitMs the interval at which a consumer group commits
 */
record Subscription(
        Settings settings, String topic, String group, int pools, String member, int handlers, int commitMs) {

    /** The time after which each system considers a silent consumer lost, if it can be set so low. */
    static final int SILENCE_MS_MAX = 10_000;

    /** Returns the names of a number of pools among which a topic is divided. */
    static List<String> pools(String name, int count) {
        return count == 1
                ? List.of(name)
                : IntStream.range(0, count).mapToObj(i -> name + "-" + i).toList();
    }

    /** Returns the properties of a member of a consumer group. */
    Properties consuming() {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, member);
        return properties;
    }
}
