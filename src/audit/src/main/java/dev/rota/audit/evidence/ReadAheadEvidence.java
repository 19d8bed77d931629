package dev.rota.audit.evidence;

import java.util.Collection;
import java.util.SortedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Evidence whose partitions are prefetched while an audit decides, within a memory budget. A batch may exceed its share
 * by its last record.
 */
public final class ReadAheadEvidence implements Evidence {

    /** The smallest batch size; with smaller batches, prefetching costs more than it saves. */
    private static final long BATCH_BYTES_MIN = 4_096;

    private final Evidence evidence;
    private final Buffers buffers;
    private final long batchBytes;
    private final ExecutorService readers;

    /**
     * Creates evidence that prefetches from another.
     * @param evidence the evidence to read, which {@link #close} leaves open
     * @param memoryBytes the budget of all readers together
     * @param partitions the number of partitions read concurrently
     */
    public ReadAheadEvidence(Evidence evidence, Buffers buffers, long memoryBytes, int partitions) {
        this.evidence = evidence;
        this.buffers = buffers;
        // Each partition has one batch being consumed and one being read.
        this.batchBytes = memoryBytes / Math.max(1, partitions) / 2;
        this.readers = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), task -> {
            Thread thread = new Thread(task, "rota-audit-reader");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public Records read(String topic, int partition, long from, long to) {
        return from + 1 < to && batchBytes >= BATCH_BYTES_MIN
                ? new ReadAhead(() -> evidence.read(topic, partition, from, to), readers, buffers, batchBytes)
                : evidence.read(topic, partition, from, to);
    }

    @Override
    public void settle(Collection<String> topics) {
        evidence.settle(topics);
    }

    @Override
    public SortedMap<Integer, OffsetRange> ranges(String topic) {
        return evidence.ranges(topic);
    }

    @Override
    public String topicId(String topic) {
        return evidence.topicId(topic);
    }

    @Override
    public boolean isCompacted(String topic) {
        return evidence.isCompacted(topic);
    }

    @Override
    public long firstSince(String topic, int partition, long time) {
        return evidence.firstSince(topic, partition, time);
    }

    /** Ends the threads after their current reads. */
    @Override
    public void close() {
        readers.shutdown();
    }
}
