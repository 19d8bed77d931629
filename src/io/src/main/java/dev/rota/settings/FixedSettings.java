package dev.rota.settings;

import dev.rota.engine.Nullable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of Kafka's clients and Kafka Streams that a user cannot change, because exactly-once and order depend on
 * them. Setting one to another value is refused: a silently ignored setting would be a trap.
 */
final class FixedSettings {

    private static final String OURS = "";

    /** The required values; {@link #OURS} if Rota determines the value itself. */
    private static final Map<String, String> CLIENTS = new TreeMap<>();

    private static final Map<String, String> STREAMS = new TreeMap<>();

    /** The prefixes under which Kafka Streams passes a setting to one kind of client. */
    private static final List<String> CLIENT_PREFIXES =
            List.of("main.consumer.", "restore.consumer.", "global.consumer.", "consumer.", "producer.", "admin.");

    static {
        CLIENTS.put("acks", "all");
        CLIENTS.put("enable.idempotence", "true");
        CLIENTS.put("max.in.flight.requests.per.connection", "1");
        CLIENTS.put("delivery.timeout.ms", OURS);
        CLIENTS.put("retries", OURS);
        CLIENTS.put("max.block.ms", OURS);
        CLIENTS.put("max.request.size", OURS);
        CLIENTS.put("partitioner.class", OURS);
        CLIENTS.put("transactional.id", OURS);
        CLIENTS.put("isolation.level", "read_committed");
        CLIENTS.put("auto.offset.reset", OURS);
        CLIENTS.put("enable.auto.commit", "false");
        CLIENTS.put("group.id", OURS);
        CLIENTS.put("group.instance.id", OURS);
        CLIENTS.put("partition.assignment.strategy", OURS);
        CLIENTS.put("interceptor.classes", OURS);
        CLIENTS.put("key.serializer", OURS);
        CLIENTS.put("value.serializer", OURS);
        CLIENTS.put("key.deserializer", OURS);
        CLIENTS.put("value.deserializer", OURS);
        STREAMS.put("application.id", OURS);
        STREAMS.put("processing.guarantee", "exactly_once_v2");
        // takeover, static members and the bound of a poll's bytes are those of classic groups
        STREAMS.put("group.protocol", "classic");
        STREAMS.put("default.timestamp.extractor", OURS);
        STREAMS.put("processing.exception.handler", OURS);
        STREAMS.put("production.exception.handler", OURS);
        STREAMS.put("deserialization.exception.handler", OURS);
        STREAMS.put("default.deserialization.exception.handler", OURS);
        STREAMS.put("default.production.exception.handler", OURS);
        STREAMS.put("processor.wrapper.class", OURS);
        STREAMS.put("default.client.supplier", OURS);
        STREAMS.put("statestore.cache.max.bytes", "0");
        STREAMS.put("cache.max.bytes.buffering", "0");
    }

    private FixedSettings() {}

    /**
     * Refuses a value that a key cannot have.
     * @param written the name that the user wrote for the key
     */
    static void require(String key, String value, String written) {
        if (!allows(key, value)) {
            String fixed = fixed(key);
            throw new BadSetting(written + " cannot be set" + (OURS.equals(fixed) ? "" : " to anything but " + fixed)
                    + ": exactly-once decisions in order depend on it. Remove it");
        }
    }

    static boolean allows(String key, String value) {
        String fixed = fixed(key);
        return fixed == null || fixed.equals(value);
    }

    private static @Nullable String fixed(String key) {
        if (key.startsWith("kafka.")) {
            return CLIENTS.get(key.substring("kafka.".length()));
        }
        if (!key.startsWith("streams.")) {
            return null;
        }
        String name = key.substring("streams.".length());
        for (String prefix : CLIENT_PREFIXES) {
            if (name.startsWith(prefix)) {
                return CLIENTS.get(name.substring(prefix.length()));
            }
        }
        String streams = STREAMS.get(name);
        return streams != null ? streams : CLIENTS.get(name);
    }
}
