package dev.rota.stream.intake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * The input partitions whose next record has a schema id that is being looked up in the registry. Only they are
 * paused, so that one producer's unknown ids do not delay other partitions; each partition's order is kept.
 *
 * <p>A partition waits out the full time for one unknown id per interval. Without that limit, forty records with
 * made-up ids would delay the records behind them forty times as long. An id that becomes known during the wait does
 * not count.
 */
final class ParkedPartitions {

    /** The time after which a parked partition is a reason not to be ready: the registry may be down. */
    private static final long LONG_NS = 30_000_000_000L;

    /** How long a schema id stays unknown after the registry has answered that it is. */
    private static final long UNKNOWN_NS = 60_000_000_000L;

    private record Parked(int id, long since) {}

    private final SchemaLookups lookups;
    private final long intervalNs;
    private final LongSupplier nanoTime;

    /** The parked partitions; also read by other threads, for metrics and health. */
    private final Map<TopicPartition, Parked> parked = new ConcurrentHashMap<>();

    /** When each partition last waited out the full time for an unknown id. */
    private final Map<TopicPartition, Long> waitedInVain = new HashMap<>();

    /** When unknown ids were last forgotten. */
    private long lastForgotten;

    ParkedPartitions(SchemaLookups lookups, long intervalMs, LongSupplier nanoTime) {
        this.lookups = lookups;
        this.intervalNs = intervalMs * 1_000_000;
        this.nanoTime = nanoTime;
    }

    /**
     * Parks a partition until the registry has answered for schema ids.
     *
     * @param ids the id that the next record needs, and the ids of records behind it
     */
    void park(TopicPartition partition, List<Integer> ids) {
        long now = nanoTime.getAsLong();
        Long last = waitedInVain.get(partition);
        parked.put(partition, new Parked(ids.get(0), now));
        lookups.ask(partition, ids, last == null || now - last >= intervalNs);
    }

    boolean contains(TopicPartition partition) {
        return parked.containsKey(partition);
    }

    int count() {
        return parked.size();
    }

    /** Returns whether ids that the registry did not know should be looked up again if they occur. */
    boolean isTimeToAskAgain() {
        long now = nanoTime.getAsLong();
        boolean isTime = now - lastForgotten > UNKNOWN_NS;
        lastForgotten = isTime ? now : lastForgotten;
        return isTime;
    }

    /** Takes the answers that have arrived; their partitions are no longer parked. */
    List<SchemaLookups.Answer> answers() throws InterruptedException {
        List<SchemaLookups.Answer> answers = lookups.answers();
        for (SchemaLookups.Answer answer : answers) {
            parked.remove(answer.partition());
            if (answer.waited()) {
                waitedInVain.put(answer.partition(), nanoTime.getAsLong());
            }
        }
        return answers;
    }

    /** Drops partitions that were revoked. */
    void forget(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            lookups.forget(partition);
            parked.remove(partition);
        }
    }

    /** Returns a sentence for the health of the instance about each partition that has been parked for long. */
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
