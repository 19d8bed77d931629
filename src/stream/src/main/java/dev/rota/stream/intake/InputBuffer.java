package dev.rota.stream.intake;

import dev.rota.engine.log.Source;
import dev.rota.kafka.SourceRecords;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** PolledRecord input records that are not appended yet, in order per partition. */
final class InputBuffer {

    /** A partition's records, which are counted in bytes. */
    private final class Records extends ArrayDeque<PolledRecord> {
        private static final long serialVersionUID = 1L;

        @Override
        public PolledRecord remove() {
            PolledRecord removed = super.remove();
            count(removed.record(), -1);
            return removed;
        }
    }

    /** The size of the records here, by topic. */
    private final Map<String, Long> bytes = new HashMap<>();

    /** Records polled since the topic ids were last compared. */
    private final Deque<ConsumerRecord<byte[], byte[]>> unchecked = new ArrayDeque<>();

    /** The checked records by partition; partitions without records are absent. */
    private final Map<TopicPartition, Deque<PolledRecord>> pending = new LinkedHashMap<>();

    void add(ConsumerRecord<byte[], byte[]> record) {
        unchecked.add(record);
        count(record, 1);
    }

    /** Returns the approximate size of a topic's records here. */
    long bytes(String topic) {
        return bytes.getOrDefault(topic, 0L);
    }

    private void count(ConsumerRecord<byte[], byte[]> record, int times) {
        bytes.merge(record.topic(), SourceRecords.bytes(record) * times, Long::sum);
    }

    boolean hasUnchecked() {
        return !unchecked.isEmpty();
    }

    /**
     * Passes the records whose topic ids were not compared yet to an action, in the order in which they were polled.
     */
    void eachUnchecked(Consumer<ConsumerRecord<byte[], byte[]>> show) {
        unchecked.forEach(show);
    }

    /** Drops the records of re-created topics and releases the others, after topic ids were compared. */
    void checked(InputPositions positions, Set<String> replaced) {
        for (ConsumerRecord<byte[], byte[]> record : unchecked) {
            if (!replaced.contains(record.topic())) {
                pending.computeIfAbsent(PolledRecord.partition(record), none -> new Records())
                        .add(new PolledRecord(record, positions.id(record.topic())));
            } else {
                count(record, -1);
            }
        }
        unchecked.clear();
    }

    /** Returns whether all pending records are of partitions that match. */
    boolean hasOnly(Predicate<TopicPartition> such) {
        return unchecked.isEmpty() && pending.keySet().stream().allMatch(such);
    }

    /** Passes each partition's queue to an action. */
    void each(Consumer<Deque<PolledRecord>> append) {
        pending.values().forEach(append);
        pending.values().removeIf(Deque::isEmpty);
    }

    /** Returns the first pending record of each partition. */
    Map<TopicPartition, Source> waiting() {
        Map<TopicPartition, Source> waiting = new HashMap<>();
        pending.forEach(
                (partition, records) -> waiting.put(partition, records.element().source()));
        return waiting;
    }

    /** Returns the first record of each partition, checked or not. */
    Map<TopicPartition, ConsumerRecord<byte[], byte[]>> first() {
        Map<TopicPartition, ConsumerRecord<byte[], byte[]>> first = new HashMap<>();
        pending.forEach((partition, records) -> {
            if (!records.isEmpty()) {
                first.put(partition, records.element().record());
            }
        });
        unchecked.forEach(record -> first.putIfAbsent(PolledRecord.partition(record), record));
        return first;
    }

    /** Returns the partitions that have checked records here. */
    Set<TopicPartition> checked() {
        return Collections.unmodifiableSet(pending.keySet());
    }

    /** Returns the partitions that have records here. */
    Set<TopicPartition> partitions() {
        Set<TopicPartition> partitions = new HashSet<>(pending.keySet());
        unchecked.forEach(record -> partitions.add(PolledRecord.partition(record)));
        return partitions;
    }

    /** Returns those of the given partitions whose polled records have all been checked. */
    Set<TopicPartition> checked(Collection<TopicPartition> partitions) {
        Set<TopicPartition> checked = new HashSet<>(partitions);
        unchecked.forEach(record -> checked.remove(PolledRecord.partition(record)));
        return checked;
    }

    void forget(Collection<TopicPartition> partitions) {
        unchecked.removeIf(record -> partitions.contains(PolledRecord.partition(record)));
        pending.keySet().removeAll(partitions);
        bytes.clear();
        unchecked.forEach(record -> count(record, 1));
        pending.values().forEach(records -> records.forEach(polled -> count(polled.record(), 1)));
    }

    void clear() {
        unchecked.clear();
        pending.clear();
        bytes.clear();
    }
}
