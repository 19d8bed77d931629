package dev.rota.settings;

import dev.rota.engine.Nullable;

/** The settings that Rota itself knows; besides them, {@code kafka.*}, {@code streams.*}, {@code schema.registry.*}. */
public enum Setting {
    /** Kafka's first addresses. */
    BOOTSTRAP("kafka.bootstrap.servers", null),
    /** The registry's addresses, separated by commas. */
    REGISTRY_URL("schema.registry.url", null),
    /** In front of every topic, application id and group. */
    TOPIC_PREFIX("topic.prefix", ""),
    /** Partitions of a domain's topics, fixed when they are created; {@code cores.partitions} takes precedence. */
    PARTITIONS("partitions", "24"),
    /** Replicas of created topics. */
    REPLICATION_FACTOR("topics.replication.factor", "3"),
    /** Replicas that must have a record of log and outputs before it counts. */
    MIN_INSYNC_REPLICAS("topics.min.insync.replicas", "2"),
    /** How long created input topics keep records; log and outputs keep them for ever. */
    INPUT_RETENTION_MS("topics.input.retention.ms", "604800000"),
    /** Who this process is: a static member of its groups, so that a restart is no rebalance. */
    INSTANCE_ID("instance.id", null),
    /** Which serializers: {@code rota} or {@code confluent}. */
    SERDE_PROVIDER("serde.provider", "rota"),
    /** Whether schemas are registered, or only looked up. */
    AUTO_REGISTER("serde.auto.register", "true"),
    /** How long an unknown schema id is asked for again before its record is refused. */
    SCHEMA_PATIENCE_MS("schema.patience.ms", "10000"),
    /** An input partition waits in vain for at most one unknown schema id in this time; others are refused at once. */
    SCHEMA_PATIENCE_INTERVAL_MS("schema.patience.interval.ms", "60000"),
    /** Where the HTTP pages listen. */
    HTTP_HOST("http.host", "0.0.0.0"),
    HTTP_PORT("http.port", "8080"),
    /** The block cache that all stores of the process share. */
    BLOCK_CACHE_BYTES("store.block.cache.bytes", "134217728"),
    /** The write buffers that all stores of the process share. */
    WRITE_BUFFER_BYTES("store.write.buffer.bytes", "67108864"),
    /** Whether rows are written once a transaction; false writes each change at once, to see what that costs. */
    WRITE_BACK("store.write.back", "true"),
    /** How often a scheduler looks for timers that are due. */
    TICK_INTERVAL_MS("tick.interval.ms", "100"),
    /** Memory that an audit may fill with records that it has read ahead; what goes beyond is spilled to a file. */
    AUDIT_MEMORY_BYTES("audit.memory.bytes", "268435456");

    private final String key;

    @Nullable
    private final String fallback;

    Setting(String key, @Nullable String fallback) {
        this.key = key;
        this.fallback = fallback;
    }

    public String key() {
        return key;
    }

    /** What holds where nothing is set; null: it must be set where it is needed. */
    @Nullable
    String fallback() {
        return fallback;
    }
}
