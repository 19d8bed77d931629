package dev.rota.stream.kstreams;

import dev.rota.engine.Nullable;
import dev.rota.engine.RebuildRow;
import dev.rota.engine.rows.Applied;
import dev.rota.engine.rows.BufferedRows;
import dev.rota.engine.rows.RebuildMarker;
import dev.rota.engine.rows.RowFormats;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.rows.RowStore;
import dev.rota.engine.rows.RowWipe;
import dev.rota.kafka.NativeLibraries;
import dev.rota.stream.partition.PartitionRows;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * A domain's tables as a state store: a RocksDB store with a changelog, and the engine's write-back buffer over it.
 *
 * <p>Streams has no public hook before a commit. It has the internal {@link CachedStateStore}: caches are flushed just
 * before the transaction's records, which is when the buffer must be written. {@code SchedulerTopologyTest} fails if a
 * version of Streams does not do so.
 */
public final class RowsStore implements PartitionRows, StateStore, CachedStateStore<Bytes, byte[]> {

    /** The folder of RocksDB's stores in the folder of a task. */
    private static final String ROCKSDB = "rocksdb";

    private final KeyValueStore<Bytes, byte[]> inner;
    private final RowStore stored;
    private final RowLayout layout;

    @Nullable
    private RowFormats formats;

    @Nullable
    private BufferedRows rows;

    @Nullable
    private TaskId task;

    private Runnable beforeFlush = () -> {};

    /** The first transaction with rows that are not committed to the disk; null if there are none. */
    @Nullable
    private StreamTransaction staged;

    public RowsStore(KeyValueStore<Bytes, byte[]> inner, RowLayout layout) {
        NativeLibraries.loadRocksDb();
        this.inner = inner;
        this.stored = new Stored();
        this.layout = layout;
    }

    /**
     * Returns the rows of this task. They are opened again after each {@link #init}: a revived task must not see
     * uncommitted rows. While the store's rows are {@link RowFormats#unreadable}, there are none.
     */
    @Override
    public BufferedRows rows() {
        if (rows == null) {
            RowFormats found = formats();
            rows = found.unreadable() == null
                    ? new BufferedRows(stored, found)
                    : new BufferedRows(NoRows.STORE, RowFormats.open(NoRows.STORE, layout));
        }
        return rows;
    }

    @Override
    public RowFormats formats() {
        if (formats == null) {
            formats = RowFormats.open(stored, layout);
        }
        return formats;
    }

    @Override
    public @Nullable Applied applied() {
        return formats().applied(stored);
    }

    @Override
    public @Nullable RebuildRow rebuild() {
        return RebuildMarker.read(stored);
    }

    @Override
    public void beginRebuild(boolean wiped, String why, @Nullable Long decided) {
        RebuildMarker.write(stored, layout, wiped, why, decided);
        discard();
    }

    @Override
    public void endRebuild() {
        RebuildMarker.delete(stored);
    }

    @Override
    public RowWipe wipe() {
        return new RowWipe(stored);
    }

    @Override
    public void beforeFlush(Runnable hook) {
        beforeFlush = hook;
    }

    @Override
    public void discard() {
        rows = null;
        formats = null;
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        discard();
        beforeFlush = () -> {};
        staged = null;
        task = context.taskId();
        try {
            inner.init(context, this);
        } catch (TaskCorruptedException e) {
            // A build without transactional stores was killed on this disk. Streams would try again and again.
            delete(new File(context.stateDir(), ROCKSDB + File.separator + name()));
            inner.init(context, this);
        }
    }

    private static void delete(File folder) {
        try {
            Utils.delete(folder);
        } catch (IOException e) {
            throw new ProcessorStateException("the rows in " + folder + " cannot be deleted", e);
        }
    }

    @Override
    public void flushCache() {
        beforeFlush.run();
        if (rows != null) {
            rows.flush();
        }
    }

    /**
     * Discards the rows and the hook: the task becomes a standby task, and its processor, which set the hook, is gone.
     */
    @Override
    public void clearCache() {
        discard();
        beforeFlush = () -> {};
    }

    @Override
    public boolean setFlushListener(CacheFlushListener<Bytes, byte[]> listener, boolean sendOldValues) {
        return false;
    }

    /**
     * Commits rows to the disk, unless their transaction is not known to be committed: Streams calls this in several
     * places also after a commit that failed, before it closes the tasks. What is not committed is then dropped.
     */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        if (staged == null || staged.isCommitted()) {
            inner.commit(changelogOffsets);
            staged = null;
        }
    }

    /** Notes that a row is written in the current transaction. */
    private void stage() {
        if (staged == null || staged.isCommitted()) {
            staged = StreamTransaction.current();
        }
    }

    /**
     * Rows without a position are left of a store that was only half deleted: Streams would restore others over them.
     */
    @Override
    @SuppressWarnings("NullAway") // null means that nothing is committed
    public Long committedOffset(TopicPartition partition) {
        Long offset = inner.committedOffset(partition);
        if (offset == null && inner.persistent() && !isEmpty()) {
            throw new TaskCorruptedException(Set.of(Objects.requireNonNull(task)));
        }
        return offset;
    }

    private boolean isEmpty() {
        try (KeyValueIterator<Bytes, byte[]> rows = inner.all()) {
            return !rows.hasNext();
        }
    }

    @Override
    @Deprecated
    public boolean managesOffsets() {
        return inner.managesOffsets();
    }

    @Override
    public long approximateNumUncommittedBytes() {
        return inner.approximateNumUncommittedBytes();
    }

    @Override
    public void close() {
        inner.close();
    }

    @Override
    public boolean persistent() {
        return inner.persistent();
    }

    @Override
    public boolean isOpen() {
        return inner.isOpen();
    }

    @Override
    public Position getPosition() {
        return inner.getPosition();
    }

    /** The engine's view of the underlying store. */
    private final class Stored implements RowStore {

        @Override
        public @Nullable byte[] get(byte[] key) {
            return inner.get(Bytes.wrap(key));
        }

        @Override
        public void put(byte[] key, byte[] value) {
            stage();
            inner.put(Bytes.wrap(key), value);
        }

        @Override
        @SuppressWarnings("NullAway") // a null value is how the store deletes without reading first
        public void delete(byte[] key) {
            stage();
            inner.put(Bytes.wrap(key), null);
        }

        @Override
        @SuppressWarnings("NullAway") // a null value deletes
        public void write(List<Entry> entries) {
            List<KeyValue<Bytes, byte[]>> all = new ArrayList<>(entries.size());
            for (Entry entry : entries) {
                all.add(new KeyValue<>(Bytes.wrap(entry.key()), entry.value()));
            }
            stage();
            inner.putAll(all);
        }

        @Override
        @SuppressWarnings("NullAway") // a null bound means the end of the store
        public Range range(byte[] from, @Nullable byte[] to) {
            return new StoredRange(inner.range(Bytes.wrap(from), to == null ? null : Bytes.wrap(to)), to);
        }
    }

    /** The store's ranges include their end; the engine's do not. */
    private static final class StoredRange implements RowStore.Range {
        private final KeyValueIterator<Bytes, byte[]> rows;

        @Nullable
        private final byte[] end;

        @Nullable
        private KeyValue<Bytes, byte[]> current;

        StoredRange(KeyValueIterator<Bytes, byte[]> rows, @Nullable byte[] end) {
            this.rows = rows;
            this.end = end;
        }

        @Override
        public boolean next() {
            current = rows.hasNext() ? rows.next() : null;
            // Comparing Kafka's Bytes would compute a hash code of each key.
            if (current != null && Arrays.equals(current.key.get(), end)) {
                current = null;
            }
            return current != null;
        }

        @Override
        public byte[] key() {
            return Objects.requireNonNull(current).key.get();
        }

        @Override
        public byte[] value() {
            return Objects.requireNonNull(current).value;
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
