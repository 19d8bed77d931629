package dev.rota.stream.intake;

import dev.rota.stream.Health;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * The input partitions whose next record has a schema id that the registry is being asked for. Only they are paused, so
 * that one producer's unknown ids do not hold up the other partitions; a partition's own order is kept.
 *
 * <p>A partition waits in vain for one id in an interval. Without that limit, forty records with made-up ids would hold
 * up the records behind them for forty times the patience. An id that becomes known while it is waited for costs
 * nothing: it is waited for only once.
 */
final class ParkedPartitions {

    /** A partition that is parked for longer than this is a reason not to be ready: the registry may be down. */
    private static final long LONG_NS = 30_000_000_000L;

    private record Parked(int id, long since) {}

    private final SchemaDesk desk;
    private final long intervalNs;
    private final LongSupplier nanoTime;

    /** Read by other threads for metrics and health. */
    private final Map<TopicPartition, Parked> parked = new ConcurrentHashMap<>();

    /** When each partition last waited in vain. */
    private final Map<TopicPartition, Long> waitedInVain = new HashMap<>();

    ParkedPartitions(SchemaDesk desk, long intervalMs, LongSupplier nanoTime) {
        this.desk = desk;
        this.intervalNs = intervalMs * 1_000_000;
        this.nanoTime = nanoTime;
    }

    /** Parks a partition until the registry has answered for an id. */
    void park(TopicPartition partition, int id) {
        long now = nanoTime.getAsLong();
        Long last = waitedInVain.get(partition);
        parked.put(partition, new Parked(id, now));
        desk.ask(partition, id, last == null || now - last >= intervalNs);
    }

    boolean contains(TopicPartition partition) {
        return parked.containsKey(partition);
    }

    int count() {
        return parked.size();
    }

    /** The answers that have come; their partitions are no longer parked. */
    List<SchemaDesk.Answer> answers() throws InterruptedException {
        List<SchemaDesk.Answer> answers = desk.answers();
        for (SchemaDesk.Answer answer : answers) {
            parked.remove(answer.partition());
            if (answer.waited()) {
                waitedInVain.put(answer.partition(), nanoTime.getAsLong());
            }
        }
        return answers;
    }

    /** Partitions were taken away. */
    void forget(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            desk.forget(partition);
            parked.remove(partition);
        }
    }

    /** The partitions that have been parked for long, each as a sentence for {@link Health}. */
    List<String> reasons() {
        long now = nanoTime.getAsLong();
        List<String> reasons = new ArrayList<>();
        parked.forEach((partition, why) -> {
            if (now - why.since() >= LONG_NS) {
                reasons.add("intake waits for schema " + why.id() + " of " + partition.topic() + "/"
                        + partition.partition());
            }
        });
        return reasons.stream().sorted().toList();
    }
}
