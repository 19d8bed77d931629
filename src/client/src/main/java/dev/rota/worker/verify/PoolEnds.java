package dev.rota.worker.verify;

import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardsTopics;
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
 * A consistent extent of several topics: the outputs of each log record are either entirely inside it or excluded.
 *
 * <p>A Kafka transaction becomes visible in one partition after another, so end offsets alone could contain a block
 * but not its dead letters. Therefore this (1) takes the scheduler's committed positions in the log, (2) takes the
 * topics' end offsets, and (3) waits until everything below those is visible. A record counts only if its cause is
 * below the position of step 1 ({@link #isWhole}). The transaction that committed that position had written all
 * outputs of the cause before, so they are below the ends of step 2, and visible after step 3.
 *
 * <p>Example: the scheduler has committed position 100, and a transaction for the records 100 to 104 is just
 * committing. Its block may be below the ends and its dead letters beyond. Their cause is 100 or later, so none of
 * them counts.
 */
final class PoolEnds {

    static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

    /** The maximum time for which an abandoned transaction blocks readers: its timeout is two minutes. */
    private static final long VISIBLE_MS_MAX = 150_000;

    private static final long LOOK_EVERY_MS = 20;

    private static final String DOMAIN = "shards";

    private final Map<Integer, Long> decided = new HashMap<>();
    private final SortedMap<TopicPartition, Long> begins = new TreeMap<>(ORDER);
    private final SortedMap<TopicPartition, Long> ends = new TreeMap<>(ORDER);

    private PoolEnds() {}

    /** Determines the extent of topics of the shards' scheduler. */
    static PoolEnds of(Settings settings, List<String> topics) throws WorkerRefused {
        PoolEnds found = new PoolEnds();
        try (Admin admin = Admin.create(settings.kafka())) {
            found.decided.putAll(
                    Topics.committed(admin, Names.scheduler(settings, DOMAIN), settings.topic(ShardsTopics.LOG)));
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

    /** Returns the number of partitions of a topic. */
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

    /**
     * Returns whether all outputs of a log record are inside the extent. If the scheduler's position has expired, no
     * transaction is open.
     */
    boolean isWhole(String cause) {
        int offset = cause.lastIndexOf('/');
        int partition = cause.lastIndexOf('/', offset - 1);
        Long position = decided.get(Integer.valueOf(cause.substring(partition + 1, offset)));
        return position == null || Long.parseLong(cause.substring(offset + 1)) < position;
    }
}
