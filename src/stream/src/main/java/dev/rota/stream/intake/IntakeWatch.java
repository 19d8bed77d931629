package dev.rota.stream.intake;

import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Watches whether intake is in its group, commits positions, and appends what there is to read. Each of these may cease
 * without an exception, also since the thread of intake does not return from a call: only the time since shows it.
 */
final class IntakeWatch {

    private static final long LONG_NS = 30_000_000_000L;

    private static final long LOOK_NS = 1_000_000_000L;

    /**
     * A partition that has records to append.
     *
     * @param next the first of them
     * @param since when it became the first
     */
    private record Stand(long next, long since) {}

    /**
     * What intake waits for before it can read.
     *
     * @param what empty while it reads
     * @param since when it began
     * @param own whether intake itself may be what does not go on
     */
    private record Wait(String what, long since, boolean own) {}

    private final String group;
    private final Ticker ticker;
    private final Map<TopicPartition, Stand> stands = new ConcurrentHashMap<>();
    private volatile long inGroup;
    private volatile LongSupplier committed;
    private volatile Wait wait;
    private long looked;

    IntakeWatch(String group, Ticker ticker) {
        this.group = group;
        this.ticker = ticker;
        long now = ticker.nanoTime();
        this.inGroup = now;
        this.committed = () -> now;
        this.wait = new Wait("", now, true);
    }

    /** Notes that intake waits for an answer of the cluster, which comes soon unless the cluster does not answer. */
    void waits(String what) {
        wait(what, true);
    }

    /** Notes that intake waits for what is not for this process to end. */
    void waitsForOthers(String what) {
        wait(what, false);
    }

    /** Notes that intake waits for nothing. */
    void reads() {
        wait("", true);
    }

    private void wait(String what, boolean own) {
        if (!wait.what().equals(what)) {
            wait = new Wait(what, ticker.nanoTime(), own);
        }
    }

    /** Returns what intake waits for; empty while it reads. */
    String waitsFor() {
        return wait.what();
    }

    /**
     * Begins anew, with another consumer.
     *
     * @param committed returns when all positions to commit were committed, or some of them
     */
    void begin(LongSupplier committed) {
        this.committed = committed;
        inGroup = ticker.nanoTime();
        looked = inGroup;
        stands.clear();
    }

    /**
     * Notes the progress of intake; called by its thread, between polls.
     *
     * @param waits whether a partition waits for a reason of which intake tells
     */
    void look(Consumer<?, ?> consumer, InputBuffer buffer, Predicate<TopicPartition> waits) {
        long now = ticker.nanoTime();
        if (consumer.groupMetadata().generationId() >= 0) {
            inGroup = now;
        }
        if (now - looked < LOOK_NS) {
            return;
        }
        looked = now;
        Map<TopicPartition, ConsumerRecord<byte[], byte[]>> first = buffer.first();
        stands.keySet().retainAll(consumer.assignment());
        for (TopicPartition partition : consumer.assignment()) {
            ConsumerRecord<?, ?> record = first.get(partition);
            long next = record == null ? unread(consumer, partition) : record.offset();
            Stand before = stands.get(partition);
            if (next < 0 || waits.test(partition)) {
                stands.remove(partition);
            } else if (before == null || before.next() != next) {
                stands.put(partition, new Stand(next, now));
            }
        }
    }

    /** Returns the offset of a partition's next record; -1 if it has none, as far as is known. */
    private static long unread(Consumer<?, ?> consumer, TopicPartition partition) {
        try {
            return consumer.currentLag(partition).orElse(0) > 0 ? consumer.position(partition, Duration.ZERO) : -1;
        } catch (RetriableException e) {
            return -1;
        }
    }

    /** Returns why there is no progress, in sentences; may be called by any thread. */
    List<String> stalls() {
        long now = ticker.nanoTime();
        List<String> stalls = new ArrayList<>();
        Wait current = wait;
        if (!current.what().isEmpty()) {
            if (current.own() && now - current.since() >= LONG_NS) {
                stalls.add("intake has been waiting for " + current.what() + " for " + seconds(now - current.since())
                        + " s");
            }
            return stalls;
        }
        if (now - inGroup >= LONG_NS) {
            stalls.add("intake is not in its group " + group + " for " + seconds(now - inGroup)
                    + " s: it reads and commits nothing");
        }
        long last = committed.getAsLong();
        if (now - last >= LONG_NS) {
            stalls.add(
                    "intake has committed no positions to its group " + group + " for " + seconds(now - last) + " s");
        }
        stands.forEach((partition, stand) -> {
            if (now - stand.since() >= LONG_NS) {
                stalls.add("intake stands at " + partition.topic() + "/" + partition.partition() + "/" + stand.next()
                        + " for " + seconds(now - stand.since()) + " s");
            }
        });
        return stalls.stream().sorted().toList();
    }

    private static long seconds(long nanos) {
        return nanos / 1_000_000_000;
    }
}
