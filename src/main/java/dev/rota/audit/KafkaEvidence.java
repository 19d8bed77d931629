package dev.rota.audit;

import dev.rota.audit.StoredRecord.StoredHeader;
import dev.rota.engine.Nullable;
import dev.rota.settings.Names;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topics of a cluster, committed records only. Reading is all that it needs to be allowed. */
final class KafkaEvidence implements Evidence {

    private static final Duration POLL = Duration.ofMillis(200);

    private final Names names;
    private final Settings settings;
    private final Consumer<byte[], byte[]> lookup;
    private final Map<String, SortedMap<Integer, Stretch>> stretches = new HashMap<>();
    private final Map<String, String> topicIds = new HashMap<>();
    private final Map<Integer, Long> committed;

    KafkaEvidence(Names names, Settings settings) {
        this.names = names;
        this.settings = settings;
        this.lookup = consumer();
        // Before the outputs' ends are asked for: what is committed now is in the outputs then.
        this.committed = askCommitted();
    }

    @Override
    public SortedMap<Integer, Stretch> stretches(String topic) {
        return stretches.computeIfAbsent(topic, this::askStretches);
    }

    private SortedMap<Integer, Stretch> askStretches(String topic) {
        List<PartitionInfo> infos = lookup.listTopics().get(topic);
        if (infos == null) {
            return Collections.emptySortedMap();
        }
        List<TopicPartition> partitions = infos.stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        Map<TopicPartition, Long> begins = lookup.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = lookup.endOffsets(partitions);
        SortedMap<Integer, Stretch> found = new TreeMap<>();
        for (TopicPartition partition : partitions) {
            found.put(
                    partition.partition(),
                    new Stretch(
                            Objects.requireNonNull(begins.get(partition)),
                            Objects.requireNonNull(ends.get(partition))));
        }
        return found;
    }

    @Override
    public String topicId(String topic) {
        return topicIds.computeIfAbsent(topic, this::askTopicId);
    }

    private String askTopicId(String topic) {
        Properties properties = new Properties();
        properties.putAll(settings.under("kafka."));
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.text(Setting.BOOTSTRAP));
        try (Admin admin = Admin.create(properties)) {
            return admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .values()
                    .iterator()
                    .next()
                    .topicId()
                    .toString();
        } catch (ExecutionException e) {
            // The topic is gone: its records cannot be compared, which the findings say.
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }

    @Override
    public Map<Integer, Long> committed() {
        return committed;
    }

    private Map<Integer, Long> askCommitted() {
        List<PartitionInfo> infos = lookup.listTopics().get(names.log());
        if (infos == null) {
            return Map.of();
        }
        Map<Integer, Long> found = new TreeMap<>();
        for (PartitionInfo info : infos) {
            TopicPartition partition = new TopicPartition(names.log(), info.partition());
            OffsetAndMetadata offset = lookup.committed(Set.of(partition)).get(partition);
            found.put(info.partition(), offset == null ? 0L : offset.offset());
        }
        return found;
    }

    @Override
    public Records read(String topic, int partition, long from, long to) {
        return new Reading(consumer(), new TopicPartition(topic, partition), from, to);
    }

    /** In the scheduler's group by name only, to ask what it committed; it never joins. */
    private Consumer<byte[], byte[]> consumer() {
        Properties properties = new Properties();
        properties.putAll(settings.under("kafka."));
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.text(Setting.BOOTSTRAP));
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, names.scheduler());
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        lookup.close();
    }

    private static final class Reading implements Records {
        private final Consumer<byte[], byte[]> consumer;
        private final TopicPartition partition;
        private final long to;
        private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();
        private boolean open = true;

        Reading(Consumer<byte[], byte[]> consumer, TopicPartition partition, long from, long to) {
            this.consumer = consumer;
            this.partition = partition;
            this.to = to;
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
        }

        @Override
        public @Nullable StoredRecord next() {
            while (polled.isEmpty() && open && consumer.position(partition) < to) {
                poll();
            }
            ConsumerRecord<byte[], byte[]> record = polled.poll();
            if (record == null || record.offset() >= to) {
                close();
                return null;
            }
            return stored(record);
        }

        private void poll() {
            try {
                consumer.poll(POLL).forEach(polled::add);
            } catch (AuthorizationException e) {
                throw e;
            } catch (KafkaException e) {
                throw new Unreadable(
                        partition.topic() + "/" + partition.partition() + "/" + consumer.position(partition),
                        String.valueOf(
                                Objects.requireNonNullElse(e.getCause(), e).getMessage()));
            }
        }

        private static StoredRecord stored(ConsumerRecord<byte[], byte[]> record) {
            List<StoredHeader> headers = new ArrayList<>();
            record.headers().forEach(header -> headers.add(new StoredHeader(header.key(), header.value())));
            return new StoredRecord(
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    record.timestamp(),
                    record.key(),
                    headers,
                    record.value());
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                consumer.close();
            }
        }
    }
}
