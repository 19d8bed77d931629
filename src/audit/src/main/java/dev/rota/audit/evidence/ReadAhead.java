package dev.rota.audit.evidence;

import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Prefetches a partition's records on another thread: the next batch is read while one is consumed. Fetching thus
 * overlaps with deciding, which is single-threaded if a log has one busy unit. Order and failures are the same as
 * without prefetching: a failure is thrown after the records before it.
 *
 *
 * <p>A consumer that needs a batch whose reading has not begun reads it itself, so that it never waits for a thread.
 */
final class ReadAhead implements Records {

    private static final int BATCH_RECORDS_MAX = 500;

    private static final Batch EMPTY = new Batch(List.of(), 0, false, null);

    /**
     * A batch of records.
     * @param ended whether it is the last batch
     * @param failure the exception thrown after its last record; null if there was none
     */
    private record Batch(
            List<StoredRecord> records,
            long bytes,
            boolean ended,
            @Nullable RuntimeException failure) {}

    private final Supplier<Records> opening;
    private final Executor readers;
    private final Buffers buffers;
    private final long batchBytes;

    /** Guards the source, which is not thread-safe. */
    private final Object reading = new Object();

    @Nullable
    private Records source;

    private volatile boolean closed;

    @Nullable
    private FutureTask<Batch> ahead;

    private Batch batch = EMPTY;
    private int taken;

    /**
     * Creates a reader and begins to prefetch.
     * @param opening opens the records; called on a reader thread
     * @param batchBytes the size at which a batch ends, with the record that reaches it
     */
    ReadAhead(Supplier<Records> opening, Executor readers, Buffers buffers, long batchBytes) {
        this.opening = opening;
        this.readers = readers;
        this.buffers = buffers;
        this.batchBytes = batchBytes;
        begin();
    }

    @Override
    public @Nullable StoredRecord next() {
        while (taken == batch.records().size()) {
            Batch used = batch;
            if (used.ended()) {
                return null;
            }
            release();
            if (used.failure() != null) {
                // Later records are read on demand, if possible.
                throw used.failure();
            }
            batch = await();
            if (!batch.ended() && batch.failure() == null) {
                begin();
            }
        }
        return batch.records().get(taken++);
    }

    /** Releases the consumed batch. */
    private void release() {
        buffers.held(-batch.bytes());
        batch = EMPTY;
        taken = 0;
    }

    private void begin() {
        FutureTask<Batch> task = new FutureTask<>(this::read);
        ahead = task;
        try {
            readers.execute(task);
        } catch (RejectedExecutionException e) {
            // The consumer will read the batch.
        }
    }

    private Batch await() {
        FutureTask<Batch> task = ahead == null ? new FutureTask<>(this::read) : ahead;
        ahead = null;
        task.run();
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AuditRefused("the audit was interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private Batch read() {
        synchronized (reading) {
            List<StoredRecord> records = new ArrayList<>();
            long bytes = 0;
            boolean ended = false;
            RuntimeException failure = null;
            try {
                while (!ended && !closed && records.size() < BATCH_RECORDS_MAX && bytes < batchBytes) {
                    if (source == null) {
                        source = opening.get();
                    }
                    StoredRecord record = source.next();
                    if (record == null) {
                        ended = true;
                    } else {
                        records.add(record);
                        bytes += record.bytes();
                    }
                }
            } catch (RuntimeException e) {
                failure = e;
            }
            buffers.held(bytes);
            return new Batch(records, bytes, ended || closed, failure);
        }
    }

    @Override
    public void close() {
        // A batch being read ends with its current record.
        closed = true;
        synchronized (reading) {
            if (source != null) {
                source.close();
            }
        }
    }
}
