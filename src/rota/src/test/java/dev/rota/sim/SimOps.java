package dev.rota.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/** Runs the operations on a simulated cluster. */
public final class SimOps implements ClusterOps.Target {

    private static final String TOPIC = "topic";
    private static final String GROUP = "group";

    private final SimCluster cluster = new SimCluster();
    private final Map<Integer, SimTransactions> producers = new HashMap<>();
    private final Map<Integer, SimTransactions> zombies = new HashMap<>();

    /** Producers that have begun a transaction. The cluster learns of it with the first request in it. */
    private final Set<Integer> begun = new HashSet<>();

    private SimOps() {
        cluster.create(TOPIC, ClusterOps.PARTITIONS);
    }

    /** Returns the results of a seed's operations. */
    public static List<String> results(long seed) {
        return ClusterOps.run(seed, new SimOps());
    }

    private static SimRecord.Sent sent(String value) {
        return new SimRecord.Sent(ClusterOps.time(value), null, value.getBytes(UTF_8), List.of());
    }

    private static TopicPartition at(int partition) {
        return new TopicPartition(TOPIC, partition);
    }

    @Override
    public String append(int partition, String value) {
        return "at " + cluster.append(at(partition), sent(value));
    }

    @Override
    public String init(int id) {
        SimTransactions before = producers.put(id, cluster.transactions("producer-" + id));
        if (before != null) {
            zombies.put(id, before);
        }
        begun.remove(id);
        return "done";
    }

    @Override
    public String appendIn(int id, int partition, String value) {
        SimTransactions producer = producers.get(id);
        return producer == null ? "no producer" : "at " + producer.append(at(partition), sent(value));
    }

    @Override
    public String positionIn(int id, int partition, long offset) {
        SimTransactions producer = producers.get(id);
        if (producer == null) {
            return "no producer";
        }
        producer.offsets(GROUP, Map.of(at(partition), new SimGroup.Committed(offset, "by " + id)));
        return "done";
    }

    @Override
    public String noPositionsIn(int id) {
        if (producers.get(id) == null) {
            return "no producer";
        }
        begun.add(id);
        return "done";
    }

    @Override
    public String end(int id, boolean commit) {
        SimTransactions producer = producers.get(id);
        boolean empty = begun.remove(id);
        if (producer == null || !producer.isOngoing()) {
            return empty ? "nothing in it" : "no transaction";
        }
        producer.end(commit);
        return "done";
    }

    @Override
    public String zombie(int id, int partition, String value) {
        @Nullable SimTransactions zombie = zombies.remove(id);
        if (zombie == null) {
            return "no zombie";
        }
        try {
            return "at " + zombie.append(at(partition), sent(value));
        } catch (InvalidProducerEpochException e) {
            return "fenced";
        }
    }

    @Override
    public String read(int partition, long from, boolean committedOnly) {
        SimPartition log = cluster.partition(at(partition));
        if (from < log.begin() || from > log.end()) {
            return "out of range";
        }
        return log.read(from, committedOnly, Integer.MAX_VALUE).stream()
                .map(record -> ClusterOps.text(record.offset(), new String(record.value(), UTF_8), record.timestamp()))
                .collect(Collectors.joining(" "));
    }

    @Override
    public String ends(int partition) {
        SimPartition log = cluster.partition(at(partition));
        return log.begin() + " " + log.lastStable() + " " + log.end();
    }

    @Override
    public String deleteBefore(int partition, long offset) {
        SimPartition log = cluster.partition(at(partition));
        if (offset > log.end()) {
            return "out of range";
        }
        log.deleteBefore(offset);
        return "to " + log.begin();
    }

    @Override
    public String recreate() {
        if (producers.values().stream().anyMatch(SimTransactions::isOngoing)) {
            return "not now";
        }
        cluster.delete(TOPIC);
        cluster.create(TOPIC, ClusterOps.PARTITIONS);
        cluster.group(GROUP).forgetOffsets();
        return "done";
    }

    @Override
    public String stablePosition(int partition) {
        return cluster.isPending(GROUP, at(partition)) ? "pending" : position(partition);
    }

    @Override
    public String positionOfStranger(int id, int partition, long offset) {
        SimTransactions producer = producers.get(id);
        if (producer == null) {
            return "no producer";
        }
        try {
            cluster.group(GROUP).requireCurrent("stranger", "strange", 1);
            return "done";
        } catch (UnknownMemberIdException e) {
            begun.remove(id);
            if (producer.isOngoing()) {
                producer.end(false);
            }
            return "refused";
        }
    }

    @Override
    public String position(int partition) {
        SimGroup.Committed committed = cluster.group(GROUP).committed(at(partition));
        return committed == null ? "none" : committed.offset() + " " + committed.metadata();
    }
}
