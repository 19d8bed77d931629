package dev.rota.registry;

import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The topic with a registry's content, and how to reach it.
 *
 * @param clients the properties of every client, which are copied
 * @param replicas the number of replicas if the topic is created; empty for the brokers' default
 */
record RegistryTopic(String name, Properties clients, Optional<Short> replicas, Map<String, String> configuration) {

    /** Returns the topic in the cluster of these settings. */
    static RegistryTopic of(Settings settings) {
        return new RegistryTopic(
                Names.registry(settings),
                settings.kafka(),
                Optional.of((short) settings.number(Setting.REPLICATION_FACTOR)),
                Map.of("min.insync.replicas", String.valueOf(settings.leastInSync())));
    }

    /** Returns the topic of a cluster, with the default number of replicas of its brokers. */
    static RegistryTopic local(String bootstrapServers) {
        Settings settings = Settings.of(Map.of(Setting.BOOTSTRAP.key(), bootstrapServers));
        return new RegistryTopic(Names.registry(settings), settings.kafka(), Optional.empty(), Map.of());
    }
}
