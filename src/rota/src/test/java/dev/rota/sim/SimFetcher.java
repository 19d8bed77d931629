package dev.rota.sim;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/** Reads committed records of a consumer's partitions, from its positions on. */
final class SimFetcher {

    private static final int POLLED_MAX = 20;

    private final World world;
    private final SimActor actor;
    private final Map<TopicPartition, Long> positions = new TreeMap<>(SimConsumer.BY_NAME);
    private final Set<TopicPartition> paused = new TreeSet<>(SimConsumer.BY_NAME);

    /** Records that were fetched and not returned yet, by partition. Their topic may have been deleted since. */
    private final Map<TopicPartition, List<SimRecord>> fetched = new HashMap<>();

    SimFetcher(World world, SimActor actor) {
        this.world = world;
        this.actor = actor;
    }

    Set<TopicPartition> assigned() {
        Set<TopicPartition> assigned = new TreeSet<>(SimConsumer.BY_NAME);
        assigned.addAll(positions.keySet());
        return assigned;
    }

    void seek(TopicPartition partition, long offset) {
        positions.put(partition, offset);
        fetched.remove(partition);
    }

    void forget(TopicPartition partition) {
        positions.remove(partition);
        fetched.remove(partition);
        paused.remove(partition);
    }

    long position(TopicPartition partition) {
        return positions.getOrDefault(partition, 0L);
    }

    void pause(Collection<TopicPartition> partitions) {
        paused.addAll(partitions);
    }

    void resume(Collection<TopicPartition> partitions) {
        paused.removeAll(partitions);
    }

    Set<TopicPartition> paused() {
        return Set.copyOf(paused);
    }

    ConsumerRecords<byte[], byte[]> fetch() {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        Map<TopicPartition, Long> outOfRange = new HashMap<>();
        int room = 1 + world.draw(actor.name + " polls", POLLED_MAX);
        for (Map.Entry<TopicPartition, Long> position : positions.entrySet()) {
            TopicPartition partition = position.getKey();
            if (paused.contains(partition) || room <= 0) {
                continue;
            }
            List<SimRecord> ready = fetched.remove(partition);
            if (ready == null) {
                SimTopic topic = world.cluster.topic(partition.topic());
                if (topic == null) {
                    continue;
                }
                SimPartition log = topic.partitions().get(partition.partition());
                if (position.getValue() < log.begin() || position.getValue() > log.end()) {
                    outOfRange.put(partition, position.getValue());
                    continue;
                }
                ready = log.read(position.getValue(), true, POLLED_MAX);
                if (ready.isEmpty()) {
                    // There are only markers, or records that were aborted.
                    if (log.lastStable() > position.getValue()) {
                        position.setValue(log.lastStable());
                        next.put(partition, new OffsetAndMetadata(position.getValue()));
                    }
                    continue;
                }
            }
            List<SimRecord> taken = ready.subList(0, Math.min(room, ready.size()));
            room -= taken.size();
            if (taken.size() < ready.size()) {
                fetched.put(partition, ready.subList(taken.size(), ready.size()));
            }
            polled.put(
                    partition,
                    taken.stream().map(each -> each.toClient(partition)).toList());
            position.setValue(taken.get(taken.size() - 1).offset() + 1);
            next.put(partition, new OffsetAndMetadata(position.getValue()));
        }
        if (polled.isEmpty() && !outOfRange.isEmpty()) {
            throw new OffsetOutOfRangeException(outOfRange);
        }
        return new ConsumerRecords<>(polled, next);
    }
}
