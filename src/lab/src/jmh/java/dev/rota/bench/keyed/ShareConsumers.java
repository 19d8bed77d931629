package dev.rota.bench.keyed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Members of a share group. A share consumer belongs to one thread and acknowledges what it has polled before it polls
 * again, so each member has a pool of threads for its records; its handlers are shared by several members, because a
 * pool waits for its slowest record.
 */
final class ShareConsumers implements KeyedSystem.Running {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MEMBERS_MAX = 8;

    /** The records of a poll for each handler: enough that few handlers wait for the last one. */
    private static final int RECORDS_PER_HANDLER = 4;

    private final Subscription subscription;
    private final RecordWork work;
    private final ConsumerThreads threads = new ConsumerThreads();
    private volatile boolean running = true;

    ShareConsumers(Subscription subscription, RecordWork work) {
        this.subscription = subscription;
        this.work = work;
        int members = Math.min(MEMBERS_MAX, subscription.handlers());
        for (int i = 0; i < members; i++) {
            int handlers = (subscription.handlers() + i) / members;
            threads.start(subscription.member() + "-" + i, () -> run(handlers));
        }
    }

    private void run(int handlers) throws InterruptedException, ExecutionException {
        Properties properties = subscription.consuming();
        properties.put(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, "explicit");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, String.valueOf(RECORDS_PER_HANDLER * handlers));
        ExecutorService pool = Executors.newFixedThreadPool(handlers);
        try (KafkaShareConsumer<byte[], byte[]> consumer =
                new KafkaShareConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(subscription.topic()));
            while (running) {
                List<Future<ConsumerRecord<byte[], byte[]>>> polled = new ArrayList<>();
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    polled.add(pool.submit(() -> {
                        work.handle(record.value());
                        return record;
                    }));
                }
                for (Future<ConsumerRecord<byte[], byte[]>> handled : polled) {
                    consumer.acknowledge(handled.get());
                }
            }
        } finally {
            pool.shutdown();
        }
    }

    @Override
    public void close() {
        running = false;
        threads.close();
    }
}
