package dev.rota.worker.verify;

import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.worker.WorkerRefused;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Where topics begin and end, such that what was decided together is there together. A transaction becomes visible in
 * one partition after the other; so its records count only if their cause is below the scheduler's position, and that
 * was asked for before all that was written by then is waited for.
 */
final class PoolEnds {

    static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

    /** A transaction that nobody ends holds readers back for two minutes; then they go on. */
    private static final long VISIBLE_MS_MAX = 150_000;

    private static final long LOOK_EVERY_MS = 20;

    private final Map<Integer, Long> decided = new HashMap<>();
    private final SortedMap<TopicPartition, Long> begins = new TreeMap<>(ORDER);
    private final SortedMap<TopicPartition, Long> ends = new TreeMap<>(ORDER);

    private PoolEnds() {}

    /** Asks for the ends of topics of the shards' scheduler. */
    static PoolEnds of(Settings settings, Names names, List<String> topics) throws WorkerRefused {
        PoolEnds found = new PoolEnds();
        try (Admin admin = Admin.create(settings.kafka())) {
            found.decided.putAll(Topics.committed(admin, names.scheduler(), names.log()));
            List<TopicPartition> partitions = topics.stream()
                    .flatMap(topic -> partitions(admin, topic).stream())
                    .toList();
            Map<TopicPartition, Long> written =
                    Topics.offsets(admin, partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
            found.begins.putAll(
                    Topics.offsets(admin, partitions, OffsetSpec.earliest(), IsolationLevel.READ_COMMITTED));
            found.await(admin, written);
        }
        return found;
    }

    private void await(Admin admin, Map<TopicPartition, Long> written) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(VISIBLE_MS_MAX);
        while (true) {
            ends.putAll(Topics.offsets(
                    admin, List.copyOf(written.keySet()), OffsetSpec.latest(), IsolationLevel.READ_COMMITTED));
            if (ends.entrySet().stream()
                    .allMatch(visible -> visible.getValue() >= Objects.requireNonNull(written.get(visible.getKey())))) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw new WorkerRefused(
                        "expected what is written to be committed or given up, but a transaction is open");
            }
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new WorkerRefused("interrupted");
            }
        }
    }

    private static List<TopicPartition> partitions(Admin admin, String topic) {
        return Topics.find(admin, topic)
                .map(Topics::partitions)
                .orElseThrow(() ->
                        new WorkerRefused("expected the topic " + topic + ", but the cluster has none of that name"));
    }

    Set<TopicPartition> partitions() {
        return ends.keySet();
    }

    /** How many a topic has. */
    int partitions(String topic) {
        return (int) ends.keySet().stream()
                .filter(partition -> partition.topic().equals(topic))
                .count();
    }

    long begin(TopicPartition partition) {
        return Objects.requireNonNull(begins.get(partition));
    }

    long end(TopicPartition partition) {
        return Objects.requireNonNull(ends.get(partition));
    }

    /** Whether all that this log record caused is there. Where the scheduler's position is forgotten, nothing is open. */
    boolean isWhole(String cause) {
        int offset = cause.lastIndexOf('/');
        int partition = cause.lastIndexOf('/', offset - 1);
        Long position = decided.get(Integer.valueOf(cause.substring(partition + 1, offset)));
        return position == null || Long.parseLong(cause.substring(offset + 1)) < position;
    }
}
