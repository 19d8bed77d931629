package org.apache.kafka.streams.processor.internals;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.internals.metrics.StreamsThreadMetricsDelegatingReporter;
import org.apache.kafka.streams.processor.StandbyUpdateListener;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.internals.assignment.ReferenceContainer;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.internals.ThreadCache;

/**
 * The stream thread of Kafka Streams, put together as {@code StreamThread.create} does, except that state is restored
 * on the stream thread itself: so all that it does follows from the answers of its clients. It is here because its
 * parts are private to this package.
 */
public final class SteppedStreamThread {

    private final StreamThread thread;
    private final TaskManager tasks;

    /** @param failed takes what ends the thread */
    public SteppedStreamThread(
            InternalTopologyBuilder topology,
            StreamsConfig config,
            KafkaClientSupplier clients,
            Admin admin,
            UUID process,
            Time time,
            BiConsumer<Throwable, Boolean> failed) {
        String application = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        String threadId = application + "-StreamThread-1";
        LogContext logContext = new LogContext("stream-thread [" + threadId + "] ");
        TopologyMetadata metadata = new TopologyMetadata(topology, config);
        metadata.buildAndRewriteTopology();
        metadata.setLog(logContext);
        StateDirectory directory = new StateDirectory(config, time, metadata.hasPersistentStores(), false);
        StreamsMetricsImpl metrics = new StreamsMetricsImpl(new Metrics(time), application, time);
        ReferenceContainer references = new ReferenceContainer();
        references.adminClient = admin;
        references.time = time;
        StreamsMetadataState metadataState = new StreamsMetadataState(metadata, HostInfo.unavailable(), logContext);
        references.streamsMetadataState = metadataState;
        references.clientTags = config.getClientTags();
        Consumer<byte[], byte[]> restoring =
                clients.getRestoreConsumer(config.getRestoreConsumerConfigs(threadId + "-restore-consumer"));
        StoreChangelogReader changelogs =
                new StoreChangelogReader(time, config, logContext, admin, restoring, new Unheard(), new Unheard());
        ThreadCache cache = new ThreadCache(logContext, 0, metrics);
        InlineStateUpdater updater = new InlineStateUpdater(changelogs);
        OrderedTasks registry = new OrderedTasks(logContext);
        tasks = new TaskManager(
                time,
                changelogs,
                new ProcessId(process),
                logContext.logPrefix(),
                new ActiveTaskCreator(
                        metadata,
                        config,
                        metrics,
                        directory,
                        cache,
                        time,
                        clients,
                        threadId,
                        1,
                        process,
                        logContext,
                        false),
                new StandbyTaskCreator(metadata, config, metrics, directory, time, threadId, logContext),
                registry,
                metadata,
                admin,
                directory,
                updater,
                null);
        OrderedExecutor.into(tasks, registry, logContext);
        references.taskManager = tasks;
        Map<String, Object> consumerConfig = config.getMainConsumerConfigs(application, threadId + "-consumer", 1);
        consumerConfig.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        Consumer<byte[], byte[]> consumer = clients.getConsumer(consumerConfig);
        tasks.setMainConsumer(consumer);
        references.mainConsumer = consumer;
        thread = new StreamThread(
                time,
                config,
                admin,
                consumer,
                restoring,
                changelogs,
                "earliest",
                tasks,
                updater,
                metrics,
                metadata,
                process,
                threadId,
                logContext,
                references.assignmentErrorCode,
                references.nextScheduledRebalanceMs,
                references.nonFatalExceptionsToHandle,
                () -> {},
                failed,
                size -> {},
                Optional.empty(),
                metadataState,
                new StreamsThreadMetricsDelegatingReporter(consumer, threadId, Optional.empty()),
                config.getLong(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG));
        thread.updateThreadMetadata(threadId + "-admin");
        thread.setStateListener((changed, now, before) -> {});
    }

    /** Runs it on the thread that calls, until it is shut down or fails. */
    @SuppressWarnings("DoNotCall") // whoever simulates has a thread for it
    public void run() {
        thread.run();
    }

    /** Lets it end in an orderly way, as another thread does. */
    public void shutdown() {
        thread.shutdown(org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    }

    /** A rebalance begins for this member: nothing is committed until it is over. */
    public void rebalancing(Set<String> topics) {
        tasks.handleRebalanceStart(topics);
    }

    /** Takes what the group's leader has assigned, as Streams' assignor does before the consumer goes on. */
    public void assigned(Map<TaskId, Set<TopicPartition>> active, Map<TaskId, Set<TopicPartition>> standby) {
        tasks.handleAssignment(active, standby);
    }

    private static final class Unheard implements StateRestoreListener, StandbyUpdateListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long to, long records) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long records) {}

        @Override
        public void onUpdateStart(TopicPartition partition, String store, long from) {}

        @Override
        public void onBatchLoaded(
                TopicPartition partition, String store, TaskId task, long to, long records, long end) {}

        @Override
        public void onUpdateSuspended(
                TopicPartition partition, String store, long to, long end, SuspendReason reason) {}
    }
}
