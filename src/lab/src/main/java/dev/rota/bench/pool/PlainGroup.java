package dev.rota.bench.pool;

import dev.rota.bench.lanes.RunTopics;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The alternative without a scheduler: a consumer group that executes transactions as they arrive and commits its
 * offsets. It has no blocks and no turns, so a busy shard delays its whole partition.
 */
public final class PlainGroup implements AutoCloseable {

    private final RunTopics site;
    private final Work work;
    private final AtomicLong executed = new AtomicLong();
    private final List<Thread> members = new ArrayList<>();
    private final CountDownLatch assigned;
    private volatile boolean running = true;

    public PlainGroup(RunTopics site, Work work, int members) {
        this.site = site;
        this.work = work;
        this.assigned = new CountDownLatch(members);
        for (int i = 1; i <= members; i++) {
            Thread member = new Thread(this::run, "bench-group-" + i);
            this.members.add(member);
            member.start();
        }
    }

    private void run() {
        Properties properties = site.settings().kafka();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, site.names().topic("plain"));
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        AvroCodec<Transaction> codec = AvroCodec.of(Transaction.class);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(site.names().topic(ShardsTopics.TRANSACTIONS)));
            boolean waiting = true;
            while (running) {
                if (waiting && !consumer.assignment().isEmpty()) {
                    waiting = false;
                    assigned.countDown();
                }
                var polled = consumer.poll(Duration.ofMillis(20));
                for (ConsumerRecord<byte[], byte[]> record : polled) {
                    codec.decode(record.value(), Framing.BYTES);
                    work.once();
                }
                if (!polled.isEmpty()) {
                    consumer.commitSync();
                    executed.addAndGet(polled.count());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until each member has its partitions. */
    public void awaitMembers() throws InterruptedException {
        assigned.await();
    }

    /** Waits until {@code transactions} transactions are executed and committed. */
    public void await(long transactions) throws InterruptedException {
        while (executed.get() < transactions) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Override
    public void close() {
        running = false;
        for (Thread member : members) {
            try {
                member.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
