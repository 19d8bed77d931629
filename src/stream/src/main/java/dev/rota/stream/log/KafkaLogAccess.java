package dev.rota.stream.log;

import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.kafka.Consumers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads the log with one plain consumer for all partitions of an instance, created on first use. */
public final class KafkaLogAccess implements LogAccess {

    private static final int ANSWER_MS_MAX = 10_000;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long READ_NS_MAX = 10_000_000_000L;

    private final Names names;
    private final Admin admin;
    private final Supplier<Consumer<byte[], byte[]>> connect;
    private final Ticker ticker;

    private volatile @Nullable Consumer<byte[], byte[]> connected;
    private volatile boolean stopping;

    public static KafkaLogAccess of(Names names, ClientSettings clients) {
        Properties reader = clients.logReader(names);
        return new KafkaLogAccess(names, Admin.create(clients.admin(names)), () -> Consumers.of(reader), Ticker.SYSTEM);
    }

    /** @param admin closed with this */
    public KafkaLogAccess(Names names, Admin admin, Supplier<Consumer<byte[], byte[]>> connect, Ticker ticker) {
        this.names = names;
        this.admin = admin;
        this.connect = connect;
        this.ticker = ticker;
    }

    @Override
    public synchronized Extent extent(int partition) throws Unavailable {
        try {
            return askExtent(partition);
        } catch (KafkaException e) {
            throw unavailable(e);
        }
    }

    private Extent askExtent(int partition) {
        String topicId = Topics.id(admin, names.log());
        if (topicId.isEmpty()) {
            return new Extent("", 0, 0, -1);
        }
        TopicPartition log = new TopicPartition(names.log(), partition);
        Consumer<byte[], byte[]> consumer = consumer(log);
        long begin = consumer.beginningOffsets(Set.of(log)).getOrDefault(log, 0L);
        long end = consumer.endOffsets(Set.of(log)).getOrDefault(log, 0L);
        Map<Integer, Long> committed = Topics.committed(
                admin,
                names.scheduler(),
                names.log(),
                new ListConsumerGroupOffsetsOptions().requireStable(false).timeoutMs(ANSWER_MS_MAX));
        return new Extent(topicId, begin, end, committed.getOrDefault(partition, -1L));
    }

    @Override
    public synchronized Slice read(int partition, long from, long to) throws Unavailable {
        try {
            return askSlice(partition, from, to);
        } catch (KafkaException e) {
            throw unavailable(e);
        }
    }

    private Unavailable unavailable(KafkaException e) {
        return new Unavailable(
                names.log() + " cannot be read now: " + e.getClass().getSimpleName() + ": " + e.getMessage());
    }

    private Slice askSlice(int partition, long from, long to) {
        TopicPartition log = new TopicPartition(names.log(), partition);
        Consumer<byte[], byte[]> consumer = consumer(log);
        long end = Math.min(to, consumer.endOffsets(Set.of(log)).getOrDefault(log, 0L));
        if (from >= end) {
            return new Slice(List.of(), from);
        }
        consumer.seek(log, from);
        long begun = ticker.nanoTime();
        while (ticker.nanoTime() - begun < READ_NS_MAX) {
            List<ConsumerRecord<byte[], byte[]>> polled = consumer.poll(POLL).records(log);
            if (!polled.isEmpty() || consumer.position(log) >= end) {
                return slice(polled, consumer.position(log), end);
            }
        }
        throw new TimeoutException(log + " was not read from offset " + from + " in time");
    }

    private static Slice slice(List<ConsumerRecord<byte[], byte[]>> polled, long position, long end) {
        List<Delivered> records = new ArrayList<>(polled.size());
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            if (record.offset() < end) {
                records.add(new Delivered(
                        new Position(record.partition(), record.offset(), record.timestamp()),
                        record.key(),
                        record.headers(),
                        record.value()));
            }
        }
        return new Slice(records, Math.min(position, end));
    }

    private Consumer<byte[], byte[]> consumer(TopicPartition log) {
        Consumer<byte[], byte[]> consumer = connected;
        if (consumer == null) {
            consumer = connect.get();
            connected = consumer;
        }
        if (stopping) {
            // A consumer that was created after stop() has not been woken up.
            consumer.wakeup();
        }
        if (!consumer.assignment().contains(log)) {
            Set<TopicPartition> all = new HashSet<>(consumer.assignment());
            all.add(log);
            consumer.assign(all);
            // Every assigned partition needs a position, even a paused one.
            consumer.seek(log, 0);
        }
        // One partition is read at a time. The others stay assigned, because the client warns of responses for
        // unassigned ones.
        consumer.pause(consumer.assignment());
        consumer.resume(Set.of(log));
        return consumer;
    }

    @Override
    public void stop() {
        stopping = true;
        Consumer<byte[], byte[]> consumer = connected;
        if (consumer != null) {
            consumer.wakeup();
        }
    }

    @Override
    public synchronized void close() {
        Consumer<byte[], byte[]> consumer = connected;
        if (consumer != null) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
        admin.close(Duration.ZERO);
    }
}
