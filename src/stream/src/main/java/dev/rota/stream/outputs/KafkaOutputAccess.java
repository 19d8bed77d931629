package dev.rota.stream.outputs;

import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Consumers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.log.LogAccess.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.IntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads the output topics with a consumer outside any group, which each pass creates if there is anything to read. */
public final class KafkaOutputAccess implements OutputAccess {

    private static final Duration POLL = Duration.ofMillis(50);

    /** The time that one call may read: it runs on a stream thread, which has other partitions. */
    private static final long READ_NS_MAX = 200_000_000L;

    private final Names names;
    private final Admin admin;
    private final IntFunction<Consumer<byte[], byte[]>> connect;
    private final Ticker ticker;

    /** The outputs, by topic. */
    private final Map<String, String> outputs = new HashMap<>();

    public static KafkaOutputAccess of(Names names, ClientSettings clients) {
        return new KafkaOutputAccess(
                names,
                Admin.create(clients.admin(names)),
                partition -> {
                    Properties reader = clients.outputReader(names);
                    reader.merge(ConsumerConfig.CLIENT_ID_CONFIG, partition, (id, its) -> id + "-" + its);
                    return Consumers.of(reader);
                },
                Ticker.SYSTEM);
    }

    /**
     * @param admin closed with this
     * @param connect creates the consumer of a pass, by the log partition that it is for
     */
    public KafkaOutputAccess(Names names, Admin admin, IntFunction<Consumer<byte[], byte[]>> connect, Ticker ticker) {
        this.names = names;
        this.admin = admin;
        this.connect = connect;
        this.ticker = ticker;
        for (Output<?> output : names.domain().outputs()) {
            outputs.put(names.topic(output.topic()), output.topic());
        }
    }

    @Override
    public Scan scan(int reader) {
        return new KafkaScan(reader);
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }

    private final class KafkaScan implements Scan {
        /** The offset to reach, of each partition that has not reached it. */
        private final Map<TopicPartition, Long> unread = new HashMap<>();

        /** The first offset of each of them. */
        private final Map<TopicPartition, Long> begins = new HashMap<>();

        private @Nullable Consumer<byte[], byte[]> consumer;
        private boolean begun;
        private boolean beginsLate;
        private long records;
        private final int reader;

        KafkaScan(int reader) {
            this.reader = reader;
        }

        @Override
        public boolean read(java.util.function.Consumer<Committed> take) throws Unavailable {
            try {
                if (!begun) {
                    begin();
                    begun = true;
                }
                long start = ticker.nanoTime();
                boolean more = true;
                while (more && !unread.isEmpty() && ticker.nanoTime() - start < READ_NS_MAX) {
                    more = poll(consumer(), take);
                }
                return !unread.isEmpty();
            } catch (KafkaException e) {
                throw new Unavailable(
                        "the outputs of " + names.domain().name() + " cannot be read now: " + AdminAnswers.why(e));
            }
        }

        private void begin() {
            List<TopicPartition> partitions = new ArrayList<>();
            for (String topic : outputs.keySet()) {
                TopicDescription found = Topics.find(admin, topic)
                        .orElseThrow(() -> new KafkaException("expected the topic " + topic + ", but there is none"));
                partitions.addAll(Topics.partitions(found));
            }
            begins.putAll(Topics.offsets(admin, partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED));
            Map<TopicPartition, Long> ends =
                    Topics.offsets(admin, partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
            for (TopicPartition partition : partitions) {
                long from = begins.getOrDefault(partition, 0L);
                beginsLate |= from > 0;
                long end = ends.getOrDefault(partition, 0L);
                if (end > from) {
                    unread.put(partition, end);
                }
            }
        }

        private Consumer<byte[], byte[]> consumer() {
            if (consumer == null) {
                Consumer<byte[], byte[]> connected = connect.apply(reader);
                consumer = connected;
                connected.assign(unread.keySet());
                unread.keySet().forEach(partition -> connected.seek(partition, begins.getOrDefault(partition, 0L)));
            }
            return consumer;
        }

        /** Reads what has been fetched; returns false if there is nothing, as during an open transaction. */
        private boolean poll(Consumer<byte[], byte[]> from, java.util.function.Consumer<Committed> take) {
            ConsumerRecords<byte[], byte[]> polled = polled(from);
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                String output = outputs.get(record.topic());
                if (output != null) {
                    take.accept(new Committed(output, record.headers(), record.value()));
                }
                records++;
            }
            List<TopicPartition> done = new ArrayList<>();
            unread.forEach((partition, end) -> {
                if (from.position(partition) >= end) {
                    done.add(partition);
                }
            });
            unread.keySet().removeAll(done);
            from.pause(done);
            return !polled.isEmpty();
        }

        private ConsumerRecords<byte[], byte[]> polled(Consumer<byte[], byte[]> from) {
            try {
                return from.poll(POLL);
            } catch (InvalidOffsetException e) {
                // retention has deleted records since the pass began
                beginsLate = true;
                from.seekToBeginning(e.partitions());
                return ConsumerRecords.empty();
            }
        }

        @Override
        public boolean beginsLate() {
            return beginsLate;
        }

        @Override
        public String progress() {
            return records + " records so far, " + unread.size() + " partitions to be finished";
        }

        @Override
        public void close() {
            if (consumer != null) {
                consumer.close(CloseOptions.timeout(Duration.ZERO));
                consumer = null;
            }
        }
    }
}
