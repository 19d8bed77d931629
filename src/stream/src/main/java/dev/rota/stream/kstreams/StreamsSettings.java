package dev.rota.stream.kstreams;

import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;

/** The configuration of Kafka Streams, with the reasons. */
public final class StreamsSettings {

    /**
     * The transaction time-out. The transaction of an instance that died is ended by the others, or after this time:
     * brokers check every ten seconds. It is open only while a commit sends decisions ({@link HeldOutputs}), never
     * while a step computes. A broker's failover must fit in, for after an aborted transaction all tasks of the thread
     * begin anew.
     */
    private static final String TRANSACTION_TIMEOUT_MS = "30000";

    /**
     * The time-out of a request for offsets, which an open transaction holds back. The stream thread must not wait long
     * for them: it has other partitions.
     */
    private static final String OFFSETS_TIMEOUT_MS = "1000";

    private StreamsSettings() {}

    /**
     * Returns the configuration of a domain's scheduler. A user's settings win, except where exactly-once depends on a
     * value.
     */
    public static Properties of(Names names, Settings settings) {
        Properties properties = settings.kafka();
        ClientSettings.tryAgainSoon(properties);
        state(properties, settings);
        assignment(properties, settings);
        consumers(properties);
        producers(properties);
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
        membership(properties, settings);
        // Polling longer than a commit interval would delay commits.
        properties.putIfAbsent(
                StreamsConfig.POLL_MS_CONFIG, String.valueOf(properties.get(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)));
        return properties;
    }

    private static void state(Properties properties, Settings settings) {
        put(properties, StreamsConfig.STATE_DIR_CONFIG, "rota-state");
        put(properties, StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "100");
        put(properties, StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1");
        // A task reads one partition, and so never waits for another.
        put(properties, StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, String.valueOf(StreamsConfig.MAX_TASK_IDLE_MS_DISABLED));
        put(properties, StreamsConfig.REPLICATION_FACTOR_CONFIG, settings.text(Setting.REPLICATION_FACTOR));
        // A broker's own default would be 1: what a lost leader alone had acknowledged would be lost with it.
        put(properties, StreamsConfig.topicPrefix("min.insync.replicas"), String.valueOf(settings.leastInSync()));
        put(properties, StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, "true");
        // The tables have their own write-back buffer; a second cache below it would only add cost.
        put(properties, StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
        // Rows reach the disk only when they are committed. What is left of a process that was killed can then be used,
        // and only the rows that RocksDB had not flushed are restored.
        put(properties, StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, "true");
        // State must survive a slow rolling restart.
        put(properties, StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG, "86400000");
        put(properties, StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksDb.class.getName());
        put(properties, SharedRocksDb.CACHE_BYTES, settings.text(Setting.BLOCK_CACHE_BYTES));
        put(properties, SharedRocksDb.WRITE_BUFFER_BYTES, settings.text(Setting.WRITE_BUFFER_BYTES));
    }

    private static void assignment(Properties properties, Settings settings) {
        // Another instance keeps a copy of each partition's rows, and takes over without restoring them.
        put(properties, StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, "1");
        put(properties, StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, "8");
        put(properties, StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, "10000");
        put(properties, StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, "60000");
        if (!settings.under("streams.").containsKey(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG)) {
            // Kafka's own assignor considers racks, ours does not.
            put(properties, StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, StickyAssignor.class.getName());
            Duration patience = Duration.ofMillis(settings.number(Setting.INSTANCE_SETTLE_MS));
            properties.put(StreamsConfig.mainConsumerPrefix(GroupMemory.KEY), new GroupMemory(patience));
        }
    }

    private static void consumers(Properties properties) {
        put(
                properties,
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG),
                ClientSettings.MAX_POLL_INTERVAL_MS);
        put(
                properties,
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG),
                ClientSettings.MAX_POLL_INTERVAL_MS);
        // A screened consumer drops the batches of a response beyond its limit and fetches them again. A response is
        // rarely that large when it is decompressed.
        put(properties, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "262144");
        // Standbys share one consumer, whose pending fetches block new ones: a standby that takes over waits for them
        // before it can read its last records.
        put(properties, StreamsConfig.restoreConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG), "100");
    }

    private static void producers(Properties properties) {
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
        // Outputs are kept for ever. Some clients, such as kafkajs, decompress nothing but gzip without an extension.
        // Without the prefix, which would win over a user's setting for all clients.
        put(properties, ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
        put(properties, ProducerConfig.COMPRESSION_GZIP_LEVEL_CONFIG, "1");
        put(
                properties,
                StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
                ClientSettings.REQUEST_BYTES_MAX);
    }

    /** A static member, which gets its partitions back when it returns. */
    private static void membership(Properties properties, Settings settings) {
        put(properties, StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), "2000");
        put(
                properties,
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
                new ClientSettings(settings).instance());
        put(
                properties,
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
                ClientSettings.SESSION_TIMEOUT_MS);
        put(
                properties,
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
                ClientSettings.HEARTBEAT_INTERVAL_MS);
        put(
                properties,
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG),
                OFFSETS_TIMEOUT_MS);
    }

    private static void put(Properties properties, String key, String value) {
        properties.putIfAbsent(key, value);
    }
}
