package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Logger;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Rows of bytes in a folder, in RocksDB without a write-ahead log. The rows of a commit are written together, and a
 * crash loses the latest commits. It can be closed safely while other threads read.
 */
final class NativeRows implements AutoCloseable {

    /** The number of write buffers: one that is written to, and one that is being flushed. */
    private static final int WRITE_BUFFERS = 2;

    /** The size of a batch of rows that are written without a position. */
    private static final long BATCH_BYTES = 4L << 20;

    private interface Action {
        void run() throws RocksDBException;
    }

    private final Path folder;
    private final boolean temporary;
    private final LRUCache cache;
    private final BloomFilter filter = new BloomFilter(10);
    private final Options options;
    private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
    private final WriteBatch batch = new WriteBatch();
    private final RocksDB rows;

    /**
     * Guards the native memory of rows, which must not be freed under a thread that hangs in an executor and wakes up
     * later.
     */
    private final ReadWriteLock use = new ReentrantReadWriteLock();

    private boolean closed;

    /**
     * Opens the rows of a folder.
     *
     * @param temporary whether the folder is deleted with its last use
     * @param memoryBytesMax the maximum native memory
     */
    NativeRows(Path folder, boolean temporary, long memoryBytesMax) throws RocksDBException {
        this.folder = folder;
        this.temporary = temporary;
        this.cache = new LRUCache(memoryBytesMax / 2);
        this.options = new Options()
                .setCreateIfMissing(true)
                .setWriteBufferSize(memoryBytesMax / 2 / WRITE_BUFFERS)
                .setMaxWriteBufferNumber(WRITE_BUFFERS)
                .setKeepLogFileNum(1)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setCacheIndexAndFilterBlocks(true)
                        .setFilterPolicy(filter));
        this.rows = RocksDB.open(options, folder.toString());
    }

    Path folder() {
        return folder;
    }

    /** Adds a change of a row; the next commit writes it. */
    void put(byte[] row, @Nullable byte[] value) {
        open(() -> {
            if (value == null) {
                batch.delete(row);
            } else {
                batch.put(row, value);
            }
        });
    }

    /** Writes all changes since the last commit together. */
    void commit() {
        open(this::write);
    }

    /** Writes one of many rows at some time before the next commit. */
    void add(byte[] row, byte[] value) {
        open(() -> {
            batch.put(row, value);
            if (batch.getDataSize() >= BATCH_BYTES) {
                write();
            }
        });
    }

    private void write() throws RocksDBException {
        rows.write(unlogged, batch);
        batch.clear();
    }

    /** Deletes the rows from a key to before another. */
    void delete(byte[] from, byte[] to) {
        open(() -> rows.deleteRange(unlogged, from, to));
    }

    /** Returns the owner of the rows, which becomes the claimant if there is none yet. */
    byte[] claim(byte[] row, byte[] claimant) throws RocksDBException {
        byte[] owner = rows.get(row);
        if (owner == null) {
            rows.put(row, claimant);
            return claimant;
        }
        return owner;
    }

    @Nullable
    byte[] get(byte[] row) {
        use.readLock().lock();
        try {
            requireOpen();
            return rows.get(row);
        } catch (RocksDBException e) {
            throw failed(e);
        } finally {
            use.readLock().unlock();
        }
    }

    /** Visits the committed rows whose keys have a prefix, in order. */
    void each(byte[] prefix, BiConsumer<byte[], byte[]> taker) {
        open(() -> {
            try (RocksIterator at = rows.newIterator()) {
                for (at.seek(prefix); at.isValid() && startsWith(at.key(), prefix); at.next()) {
                    taker.accept(at.key(), at.value());
                }
                at.status();
            }
        });
    }

    private static boolean startsWith(byte[] row, byte[] prefix) {
        return row.length >= prefix.length && Arrays.equals(row, 0, prefix.length, prefix, 0, prefix.length);
    }

    private void open(Action action) {
        use.readLock().lock();
        try {
            requireOpen();
            action.run();
        } catch (RocksDBException e) {
            throw failed(e);
        } finally {
            use.readLock().unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the worker's state is closed");
        }
    }

    private IllegalStateException failed(RocksDBException e) {
        return new IllegalStateException("the worker's state in " + folder + " fails: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        use.writeLock().lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            if (!temporary) {
                flush();
            }
            rows.close();
            if (temporary) {
                destroy(folder, options);
            }
            batch.close();
            unlogged.close();
            options.close();
            filter.close();
            cache.close();
        } catch (RocksDBException e) {
            throw failed(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            use.writeLock().unlock();
        }
    }

    /** Deletes a folder unless another process uses it. */
    static void destroy(Path folder) throws IOException {
        try (Options options = new Options();
                Logger silent = new NoLog()) {
            // otherwise RocksDB would begin a log file, and rename that of a process that uses the folder
            options.setLogger(silent);
            destroy(folder, options);
        }
    }

    private static final class NoLog extends Logger {

        NoLog() {
            super(InfoLogLevel.FATAL_LEVEL);
        }

        @Override
        protected void log(InfoLogLevel level, String message) {
            // only whether the folder is gone matters
        }
    }

    private static void destroy(Path folder, Options options) throws IOException {
        try {
            RocksDB.destroyDB(folder.toString(), options);
            Files.deleteIfExists(folder);
        } catch (RocksDBException | DirectoryNotEmptyException e) {
            // another process uses it, or is deleting it
        }
    }

    private void flush() throws RocksDBException {
        try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            rows.flush(wait);
        }
    }
}
