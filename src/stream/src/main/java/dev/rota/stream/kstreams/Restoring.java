package dev.rota.stream.kstreams;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tracks which stores are being restored and their progress. */
public final class Restoring implements StateRestoreListener {
    private static final Logger LOG = LoggerFactory.getLogger(Restoring.class);

    private final Map<TopicPartition, long[]> left = new ConcurrentHashMap<>();

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
        left.put(partition, new long[] {0, end - start});
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long end, long count) {
        left.computeIfPresent(partition, (key, progress) -> new long[] {progress[0] + count, progress[1]});
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long total) {
        if (total > 0) {
            LOG.info("restored {} rows of {}", total, partition);
        }
        left.remove(partition);
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long total) {
        left.remove(partition);
    }

    /** Returns the number of rows that are still to be restored. */
    public long rowsLeft() {
        return left.values().stream()
                .mapToLong(progress -> Math.max(0, progress[1] - progress[0]))
                .sum();
    }

    public List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        left.forEach((partition, progress) ->
                reasons.add("restoring " + partition + ": " + progress[0] + " of about " + progress[1] + " rows"));
        return reasons;
    }
}
