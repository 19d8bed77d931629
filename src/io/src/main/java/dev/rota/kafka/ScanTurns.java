package dev.rota.kafka;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;

/**
 * Bounds what one poll of a consumer decompresses, and gives partitions their turns. The calls that have no other
 * comment about it are made by the polling thread only.
 */
final class ScanTurns implements AutoCloseable {

    /** The uncompressed size of the records that one poll returns or makes stubs of: a fraction of a second's work. */
    static final long POLL_BYTES_MAX = 64L << 20;

    /** The limit on suspended scans. The batch of a further one is scanned again from its beginning. */
    static final int SUSPENDED_MAX = 8;

    /**
     * A partition in requests and responses.
     *
     * @param topic the topic's id, or its name for a broker that does not know ids
     */
    record Part(String topic, int partition) {}

    /** The partitions with which polls have ended, in that order. */
    private final Set<Part> served = new LinkedHashSet<>();

    private final Map<Part, BatchScan> suspended = new LinkedHashMap<>();
    private long left;

    /** Begins a poll. */
    void begin() {
        left = POLL_BYTES_MAX;
    }

    /** Returns whether this poll returns no further records. */
    boolean isOver() {
        return left <= 0;
    }

    /** Counts what was scanned of a partition. */
    void count(Part part, long bytes) {
        boolean wasOver = isOver();
        left -= bytes;
        if (isOver() && !wasOver) {
            serve(part);
        }
    }

    private synchronized void serve(Part part) {
        served.remove(part);
        served.add(part);
    }

    /** Returns the partitions whose turn is last, the last one at the end; called by any thread. */
    synchronized List<Part> served() {
        return new ArrayList<>(served);
    }

    /** Keeps a scan whose batch the next response for the partition begins with. */
    void suspend(Part part, BatchScan scan) {
        resume(part);
        suspended.put(part, scan);
        if (suspended.size() > SUSPENDED_MAX) {
            resume(suspended.keySet().iterator().next());
        }
    }

    /** Returns the suspended scan of a batch; null if there is none. */
    @Nullable
    BatchScan resumed(Part part, DefaultRecordBatch batch, long from) {
        BatchScan scan = suspended.get(part);
        if (scan == null || !scan.isOf(batch, from)) {
            return null;
        }
        suspended.remove(part);
        return scan;
    }

    private void resume(Part part) {
        BatchScan former = suspended.remove(part);
        if (former != null) {
            former.close();
        }
    }

    @Override
    public void close() {
        suspended.values().forEach(BatchScan::close);
        suspended.clear();
    }
}
