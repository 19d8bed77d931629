package dev.rota.stream.common;

import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The configuration of all Kafka clients, with the reasons. A user's {@code kafka.*} or {@code streams.*} settings
 * win, except where exactly-once depends on a value: a delivery timeout set for all clients, for example, would lose
 * records.
 */
public final class ClientSettings {

    /**
     * The session time-out, after which the group reassigns a killed instance's partitions. A static member that
     * returns sooner keeps them; one that is stopped leaves the group at once. This is the shortest that brokers
     * accept by default; half of it was enough for live members on two processors with a load of 17.
     */
    public static final String SESSION_TIMEOUT_MS = "6000";

    /**
     * The heartbeat interval. A member learns of a rebalance by its heartbeats, so a handover waits for the next one of
     * each member.
     */
    public static final String HEARTBEAT_INTERVAL_MS = "500";

    /**
     * The longest pause between retries. When a broker dies, a commit needs several answers one after the other: from
     * two coordinators and the new leaders. Kafka's default would wait up to a second before each attempt.
     */
    private static final String BACKOFF_MS_MAX = "300";

    /**
     * The longest time that a step may take before the group reassigns its partitions. A member's connections must not
     * be idle for too long in it.
     */
    public static final String MAX_POLL_INTERVAL_MS = "900000";

    /** The largest request: room for the largest record with headers, and no more than a broker accepts by default. */
    public static final String REQUEST_BYTES_MAX = "1048588";

    private final Settings settings;

    public ClientSettings(Settings settings) {
        this.settings = settings;
    }

    /**
     * Returns the settings of intake's consumer. Intake itself determines where to resume, never a reset policy.
     *
     * @param fetchBytes how much it fetches of a partition at once, unless a single batch is larger
     */
    public Properties intakeConsumer(Names names, int fetchBytes) {
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
        put(properties, ConsumerConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG, MAX_POLL_INTERVAL_MS);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        put(properties, ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        put(properties, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000");
        put(properties, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, String.valueOf(fetchBytes));
        // A re-created topic is noticed at the next metadata refresh.
        put(properties, ConsumerConfig.METADATA_MAX_AGE_CONFIG, "10000");
        return properties;
    }

    /**
     * Returns the settings of intake's producer, which never leaves a gap: no record times out, and none overtakes
     * another. With Kafka's defaults, an outage of a little over two minutes fails the first records and writes later
     * ones; the scheduler, which drops duplicates by offset, would then drop the retries of the first ones. The log is
     * compressed because it is kept for ever.
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
        put(properties, ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        put(properties, ProducerConfig.COMPRESSION_ZSTD_LEVEL_CONFIG, "1");
        return properties;
    }

    /**
     * Returns the settings of the producer of intake's positions topic. A lost position costs some re-reading; a
     * blocked intake thread would cost more.
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

    /** Returns the settings of a consumer that reads the positions topic or the log from beginning to end. */
    public Properties wholeTopicReader(Names names) {
        Properties properties = reader(names.intake() + "-reader");
        put(properties, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
        return properties;
    }

    /**
     * Returns the settings of a consumer that reads the log independently of Streams, from the position that the rows
     * contain.
     */
    public Properties logReader(Names names) {
        Properties properties = reader(names.scheduler() + "-log");
        put(properties, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1000");
        put(properties, ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "10000");
        return properties;
    }

    /** Returns the settings of a consumer that reads the outputs, to compare a rebuild of the rows with them. */
    public Properties outputReader(Names names) {
        Properties properties = reader(names.scheduler() + "-outputs");
        put(properties, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
        put(properties, ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "10000");
        return properties;
    }

    /** Returns the settings of a consumer of committed records without a group; the caller seeks. */
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

    /** Returns the settings of the producer of Ticks: losing one is harmless, blocking the stream thread is not. */
    public Properties tickProducer(Names names) {
        Properties properties = settings.producing();
        put(properties, ProducerConfig.CLIENT_ID_CONFIG, names.ticks());
        put(properties, ProducerConfig.MAX_BLOCK_MS_CONFIG, "100");
        put(properties, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "10000");
        put(properties, ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        put(properties, ProducerConfig.LINGER_MS_CONFIG, "0");
        return properties;
    }

    /**
     * Returns the settings of the producer of the levels of units: they are told again, and the thread that watches is
     * not to wait.
     */
    public Properties levelProducer(Names names) {
        Properties properties = tickProducer(names);
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, names.scheduler() + "-levels");
        return properties;
    }

    public Properties admin(Names names) {
        Properties properties = settings.kafka();
        put(properties, CommonClientConfigs.CLIENT_ID_CONFIG, names.intake() + "-admin");
        return properties;
    }

    /**
     * Returns the settings of the client that looks for attendance and for transactions. It fails soon if the cluster
     * does not answer.
     */
    public Properties lookingAdmin(Names names) {
        return admin(names.scheduler() + "-attendance", 3_000, 5_000);
    }

    /**
     * Returns the settings of the client of health checks. It fails soon if the cluster does not answer, but not while
     * a dead broker is being replaced.
     */
    public Properties watchingAdmin(Names names) {
        return admin(names.scheduler() + "-watch", 5_000, 10_000);
    }

    private Properties admin(String clientId, int requestMs, int callMs) {
        Properties properties = settings.kafka();
        put(properties, CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        put(properties, CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, String.valueOf(requestMs));
        put(properties, CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, String.valueOf(callMs));
        return properties;
    }

    /** Returns the instance id. It is always set: memberships and transactional ids are named after it. */
    public String instance() {
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

    public static void tryAgainSoon(Properties properties) {
        put(properties, CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, BACKOFF_MS_MAX);
        put(properties, CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, BACKOFF_MS_MAX);
    }

    private static void put(Properties properties, String key, String value) {
        properties.putIfAbsent(key, value);
    }
}
