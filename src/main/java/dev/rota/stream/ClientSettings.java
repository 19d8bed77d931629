package dev.rota.stream;

import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.intake.InputPositions;
import dev.rota.stream.store.SharedRocksDb;
import dev.rota.stream.takeover.GroupMemory;
import dev.rota.stream.takeover.StickyAssignor;
import dev.rota.stream.takeover.TransactionalIds;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;

/**
 * The configuration of all Kafka clients, with the reasons. A user's {@code kafka.*} or {@code streams.*} settings
 * win, except where exactly-once depends on a value: a delivery timeout set for all clients, for example, would lose
 * records.
 */
public final class ClientSettings {

    /**
     * After this, the group reassigns a killed instance's partitions; a static member that returns sooner keeps them.
     * One that is stopped leaves the group at once.
     */
    private static final String SESSION_TIMEOUT_MS = "8000";

    /** A member learns of a rebalance by its heartbeats: a handover waits for the next one of each. */
    private static final String HEARTBEAT_INTERVAL_MS = "500";

    /**
     * When a broker dies, a commit has several things to find out one after the other: two coordinators, the new
     * leaders. Kafka's default would wait up to a second before each attempt.
     */
    private static final String BACKOFF_MS_MAX = "300";

    /** A step may take this long before the group reassigns its partitions. */
    private static final String MAX_POLL_INTERVAL_MS = "900000";

    /**
     * The transaction of an instance that died is ended by the others, or after this: brokers look every ten seconds.
     * It is open only while a commit sends what was decided ({@link HeldOutputs}), never while a step computes. A
     * broker's failover must fit in, for an aborted transaction costs a restore.
     */
    private static final String TRANSACTION_TIMEOUT_MS = "30000";

    /**
     * A new owner asks for its offsets, which an open transaction holds back. The stream thread must not wait long
     * for them: it has other partitions.
     */
    private static final String OFFSETS_TIMEOUT_MS = "1000";

    /** Room for the largest record with headers, and no more than a broker takes by default. */
    private static final String REQUEST_BYTES_MAX = "1048588";

    private final Settings settings;

    public ClientSettings(Settings settings) {
        this.settings = settings;
    }

    /** Intake's consumer. {@link InputPositions} decides where to resume, never a reset policy. */
    public Properties intakeConsumer(Names names) {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, names.intake());
        put(properties, ConsumerConfig.CLIENT_ID_CONFIG, names.intake() + "-consumer");
        tryAgainSoon(properties);
        put(properties, ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instance());
        properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        put(properties, ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        put(properties, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
        put(properties, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_INTERVAL_MS);
        put(properties, ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, MAX_POLL_INTERVAL_MS);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        put(properties, ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        put(properties, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000");
        // A re-created topic is noticed at the next metadata refresh.
        put(properties, ConsumerConfig.METADATA_MAX_AGE_CONFIG, "10000");
        return properties;
    }

    /**
     * Intake's producer, which never leaves a gap: no record times out, and none overtakes another. With Kafka's
     * defaults, an outage of a little over two minutes fails the first records and writes later ones; the scheduler,
     * which drops duplicates by offset, would then drop the retries of the first ones.
     */
    public Properties logProducer(Names names) {
        Properties properties = settings.producing();
        put(properties, ProducerConfig.CLIENT_ID_CONFIG, names.intake() + "-log");
        tryAgainSoon(properties);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, String.valueOf(Integer.MAX_VALUE));
        properties.put(ProducerConfig.RETRIES_CONFIG, String.valueOf(Integer.MAX_VALUE));
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, String.valueOf(Long.MAX_VALUE));
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES_MAX);
        put(properties, ProducerConfig.LINGER_MS_CONFIG, "0");
        put(properties, ProducerConfig.BATCH_SIZE_CONFIG, "131072");
        return properties;
    }

    /**
     * The producer of intake's positions topic. A lost position costs some re-reading; a blocked intake thread would
     * cost more.
     */
    public Properties positionsProducer(Names names) {
        Properties properties = settings.producing();
        put(properties, ProducerConfig.CLIENT_ID_CONFIG, names.intake() + "-positions");
        put(properties, ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000");
        put(properties, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "10000");
        put(properties, ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        put(properties, ProducerConfig.LINGER_MS_CONFIG, "0");
        return properties;
    }

    /** Reads the positions topic or the log from beginning to end. */
    public Properties wholeTopicReader(Names names) {
        Properties properties = reader(names.intake() + "-reader");
        put(properties, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
        return properties;
    }

    /** Reads the log independently of Streams, from the position that the rows hold. */
    public Properties logReader(Names names) {
        Properties properties = reader(names.scheduler() + "-log");
        put(properties, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1000");
        put(properties, ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "10000");
        return properties;
    }

    /** Reads the outputs, to compare a rebuild of the rows with them. */
    public Properties outputReader(Names names) {
        Properties properties = reader(names.scheduler() + "-outputs");
        put(properties, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
        put(properties, ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "10000");
        return properties;
    }

    /** A consumer of committed records without a group; the caller seeks. */
    private Properties reader(String clientId) {
        Properties properties = settings.kafka();
        put(properties, ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        // These consumers read up to an end. A fetch past it would stay at the broker for half a second, and the next
        // read would wait for it.
        put(properties, ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "10");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        put(properties, ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return properties;
    }

    /** The producer of Ticks: losing one is harmless, blocking the stream thread is not. */
    Properties tickProducer(Names names) {
        Properties properties = settings.producing();
        put(properties, ProducerConfig.CLIENT_ID_CONFIG, names.ticks());
        put(properties, ProducerConfig.MAX_BLOCK_MS_CONFIG, "100");
        put(properties, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "10000");
        put(properties, ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        put(properties, ProducerConfig.LINGER_MS_CONFIG, "0");
        return properties;
    }

    public Properties admin(Names names) {
        Properties properties = settings.kafka();
        put(properties, CommonClientConfigs.CLIENT_ID_CONFIG, names.intake() + "-admin");
        return properties;
    }

    /** For looks of the attendance and at transactions, which fail soon if the cluster does not answer. */
    public Properties lookingAdmin(Names names) {
        return admin(names.scheduler() + "-attendance", 3_000, 5_000);
    }

    /** For health: fails soon if the cluster does not answer, but not while a broker that has died is replaced. */
    Properties watchingAdmin(Names names) {
        return admin(names.scheduler() + "-watch", 5_000, 10_000);
    }

    private Properties admin(String clientId, int requestMs, int callMs) {
        Properties properties = settings.kafka();
        put(properties, CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        put(properties, CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, String.valueOf(requestMs));
        put(properties, CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, String.valueOf(callMs));
        return properties;
    }

    public Properties streams(Names names) {
        Properties properties = settings.kafka();
        put(properties, StreamsConfig.STATE_DIR_CONFIG, "rota-state");
        tryAgainSoon(properties);
        put(properties, StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "100");
        put(properties, StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1");
        put(properties, StreamsConfig.REPLICATION_FACTOR_CONFIG, settings.text(Setting.REPLICATION_FACTOR));
        // A broker's own default would be 1: what a lost leader alone had acknowledged would be lost with it.
        put(properties, StreamsConfig.topicPrefix("min.insync.replicas"), String.valueOf(settings.leastInSync()));
        put(properties, StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, "true");
        // The tables have their own write-back buffer; a second cache below it would only add cost.
        put(properties, StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
        // Another instance keeps a copy of each partition's rows, and takes over without restoring them.
        put(properties, StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, "1");
        put(properties, StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, "8");
        put(properties, StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, "10000");
        put(properties, StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, "60000");
        if (!settings.under("streams.").containsKey(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG)) {
            // Kafka's own knows of racks, ours does not.
            put(properties, StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, StickyAssignor.class.getName());
            Duration patience = Duration.ofMillis(settings.number(Setting.INSTANCE_SETTLE_MS));
            properties.put(StreamsConfig.mainConsumerPrefix(GroupMemory.KEY), new GroupMemory(patience));
        }
        // State must survive a slow rolling restart.
        put(properties, StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG, "86400000");
        put(properties, StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksDb.class.getName());
        put(properties, SharedRocksDb.CACHE_BYTES, settings.text(Setting.BLOCK_CACHE_BYTES));
        put(properties, SharedRocksDb.WRITE_BUFFER_BYTES, settings.text(Setting.WRITE_BUFFER_BYTES));

        put(
                properties,
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG),
                MAX_POLL_INTERVAL_MS);
        put(properties, StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), "2000");
        put(
                properties,
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG),
                OFFSETS_TIMEOUT_MS);
        // Standbys share one consumer, whose pending fetches block new ones: a standby that takes over waits for them
        // before it can read its last records.
        put(properties, StreamsConfig.restoreConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG), "100");
        put(
                properties,
                StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                TRANSACTION_TIMEOUT_MS);
        // A commit may come while the broker still writes the last one's markers; it would then wait 100 ms.
        put(properties, StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), "10");
        // Streams would linger 100 ms; a commit flushes anyway.
        put(properties, StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), "5");
        // A transaction's first requests may overtake each other; the broker then refuses them with an error in its
        // log, and they are retried.
        put(properties, StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), "1");
        // A request takes one batch of a partition, and waits for the one before: the rows of a large step are one
        // partition's. Each partition that is written has such a buffer.
        put(properties, StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), "524288");
        put(properties, StreamsConfig.producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG), "67108864");
        put(properties, StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), REQUEST_BYTES_MAX);
        properties.putAll(settings.under("streams."));
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, names.scheduler());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        // Continuing after a step that failed halfway would keep half of its rows or lose its outputs.
        properties.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndFailProcessingExceptionHandler.class.getName());
        properties.put(
                StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
                DefaultProductionExceptionHandler.class.getName());
        if (settings.has(Setting.HTTP_ADVERTISED)) {
            put(properties, StreamsConfig.APPLICATION_SERVER_CONFIG, settings.text(Setting.HTTP_ADVERTISED));
        }
        membership(properties);
        // Polling longer than a commit interval would delay commits.
        properties.putIfAbsent(
                StreamsConfig.POLL_MS_CONFIG, String.valueOf(properties.get(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)));
        return properties;
    }

    /**
     * A static member of a classic group. The streams protocol has no static members, and Streams refuses to start with
     * a {@code group.instance.id}; its session timeout is the group's own setting, on the brokers.
     */
    private void membership(Properties properties) {
        String protocol = properties.getProperty(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        if (protocol.equalsIgnoreCase("classic")) {
            put(properties, StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instance());
            put(
                    properties,
                    StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
                    SESSION_TIMEOUT_MS);
            put(
                    properties,
                    StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
                    HEARTBEAT_INTERVAL_MS);
        }
    }

    public TransactionalIds transactionalIds(Names names) {
        return new TransactionalIds(names.scheduler(), instance());
    }

    /** The instance id. Always set: memberships and transactional ids are named after it. */
    private String instance() {
        return settings.has(Setting.INSTANCE_ID)
                ? settings.text(Setting.INSTANCE_ID)
                : host() + "-" + settings.text(Setting.HTTP_PORT);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "rota";
        }
    }

    private static void tryAgainSoon(Properties properties) {
        put(properties, CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, BACKOFF_MS_MAX);
        put(properties, CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, BACKOFF_MS_MAX);
    }

    private static void put(Properties properties, String key, String value) {
        properties.putIfAbsent(key, value);
    }
}
