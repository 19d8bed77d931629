package dev.rota.settings;

import dev.rota.engine.Nullable;

/** Rota's own settings. Further ones are {@code kafka.*}, {@code streams.*} and {@code schema.registry.*}. */
public enum Setting {
    /** Kafka's bootstrap servers. */
    BOOTSTRAP("kafka.bootstrap.servers", null, Form.FREE),
    /** The registry's URLs, separated by commas. */
    REGISTRY_URL("schema.registry.url", null, Form.URLS),
    /** The port on which instances serve a registry of their own; none by default. */
    REGISTRY_PORT("registry.port", null, Form.number(1, 65_535)),
    /** The address on which that registry is served. */
    REGISTRY_HOST("registry.host", "127.0.0.1", Form.HOST_NAME),
    /** The user and password, separated by a colon, that it requires. */
    REGISTRY_USER_INFO("registry.user.info", "", Form.USER_INFO),
    /** The key store with the certificate of its TLS. */
    REGISTRY_KEYSTORE("registry.ssl.keystore.location", null, Form.FREE),
    /** The password of that key store and of the key. */
    REGISTRY_KEYSTORE_PASSWORD("registry.ssl.keystore.password", "", Form.FREE),
    /** Refuses to add schemas. */
    REGISTRY_READ_ONLY("registry.read.only", "false", Form.FLAG),
    /** The prefix of every topic, application id and group. */
    TOPIC_PREFIX("topic.prefix", "", Form.TOPIC_PREFIX),
    /** The partition count of topics, fixed when they are created; {@code cores.partitions} takes precedence. */
    PARTITIONS("partitions", "24", Form.number(1, 10_000)),
    /** The replication factor of created topics. */
    REPLICATION_FACTOR("topics.replication.factor", "3", Form.number(1, 100)),
    /** The number of in-sync replicas that must acknowledge a record of log and outputs. */
    MIN_INSYNC_REPLICAS("topics.min.insync.replicas", "2", Form.number(1, 100)),
    /** The retention of created input topics; log and outputs are kept forever. */
    INPUT_RETENTION_MS("topics.input.retention.ms", "604800000", Form.number(-1, Long.MAX_VALUE)),
    /** The id of this process, after which its group memberships and transactions are named. */
    INSTANCE_ID("instance.id", null, Form.MEMBER),
    /** The time for which an instance that has just started is assigned no partitions that others decide. */
    INSTANCE_SETTLE_MS("instance.settle.ms", "30000", Form.number(0, 3_600_000)),
    /** The serializers: {@code rota} or {@code confluent}. */
    SERDE_PROVIDER("serde.provider", "rota", Form.word("rota", "confluent")),
    /** Registers unknown schemas; false only looks them up. */
    AUTO_REGISTER("serde.auto.register", "true", Form.FLAG),
    /** The time for which an unknown schema id is looked up again before its record is refused. */
    SCHEMA_PATIENCE_MS("schema.patience.ms", "10000", Form.number(0, 3_600_000)),
    /**
     * The interval in which an input partition waits for at most one unknown schema id; others are refused at once.
     */
    SCHEMA_PATIENCE_INTERVAL_MS("schema.patience.interval.ms", "60000", Form.number(0, 86_400_000)),
    /** The address on which the HTTP pages are served. */
    HTTP_HOST("http.host", "0.0.0.0", Form.HOST_NAME),
    /** The port on which the HTTP pages are served. */
    HTTP_PORT("http.port", "8080", Form.number(0, 65_535)),
    /** A second port that serves only health and metrics; none by default. */
    HTTP_OPERATIONS_PORT("http.operations.port", null, Form.number(0, 65_535)),
    /** The host:port at which other instances reach these pages, so that they can forward to them. */
    HTTP_ADVERTISED("http.advertised", null, Form.HOST_PORT),
    /** Keeps a connection to every other instance, to notice at once that its process has ended. */
    PEERS_WATCH("peers.watch", "true", Form.FLAG),
    /**
     * Host names in requests for the pages, separated by commas, other than localhost and http.advertised; * for any.
     */
    HTTP_HOSTS("http.hosts", "", Form.HOST_NAMES),
    /** Addresses of proxies whose user header is trusted, separated by commas. */
    HTTP_PROXIES("http.proxies", "", Form.ADDRESSES),
    /** The header in which such a proxy passes the user's name. */
    HTTP_USER_HEADER("http.user.header", "", Form.HEADER),
    /** The number of output records of each domain that pages keep in memory. */
    PAGES_RECORDS("pages.records", "20000", Form.number(100, 200_000)),
    /** Addresses of instances from which 'rota pages' requests their state, as host:port, separated by commas. */
    PAGES_INSTANCES("pages.instances", "", Form.HOST_PORTS),
    /** The size of the block cache that all stores of the process share. */
    BLOCK_CACHE_BYTES("store.block.cache.bytes", "134217728", Form.bytes(1 << 20)),
    /** The size of the write buffers that all stores of the process share. */
    WRITE_BUFFER_BYTES("store.write.buffer.bytes", "67108864", Form.bytes(1 << 20)),
    /** The free space on the disk of the state directory below which an instance ends. */
    STATE_FREE_BYTES_MIN("state.free.bytes.min", "134217728", Form.bytes(0)),
    /** Writes rows once per transaction; false writes each change at once, to measure the difference. */
    WRITE_BACK("store.write.back", "true", Form.FLAG),
    /** The attended time before silence counts again: a client's request time-out and a margin. */
    SILENCE_GRACE_MS("silence.grace.ms", "35000", Form.number(0, 3_600_000)),
    /** Adds the metrics of Kafka's own clients to /metrics, about a thousand lines. */
    METRICS_KAFKA("metrics.kafka", "false", Form.FLAG),
    /** The lowest level of log lines: ERROR, WARN, INFO or DEBUG. */
    LOG_LEVEL("log.level", "INFO", Form.wordAnyCase("ERROR", "WARN", "INFO", "DEBUG")),
    /** The format of log lines: text or json. */
    LOG_FORMAT("log.format", "text", Form.wordAnyCase("text", "json")),
    /** Keys of {@code kafka.*} and {@code streams.*} that a user's class reads and Kafka does not define. */
    PLUGIN_KEYS("plugin.keys", "", Form.FREE),
    /** The interval at which a scheduler checks for due timers. */
    TICK_INTERVAL_MS("tick.interval.ms", "100", Form.number(1, 60_000)),
    /** The memory of an audit for buffered records; the rest is spilled to a file. */
    AUDIT_MEMORY_BYTES("audit.memory.bytes", "268435456", Form.bytes(1 << 20)),
    /** A worker's memory for the states of shards, half of it heap; the complete states are on disk. */
    WORKER_MEMORY_BYTES("worker.memory.bytes", "268435456", Form.bytes(16 << 20));

    private final String key;

    @Nullable
    private final String fallback;

    @SuppressWarnings("ImmutableEnumChecker") // A form is a pure function of a text.
    private final Form form;

    Setting(String key, @Nullable String fallback, Form form) {
        this.key = key;
        this.fallback = fallback;
        this.form = form;
    }

    public String key() {
        return key;
    }

    /** Returns the syntax of the setting's values. */
    Form form() {
        return form;
    }

    /** Returns the default, or null if there is none. */
    @Nullable
    String fallback() {
        return fallback;
    }
}
