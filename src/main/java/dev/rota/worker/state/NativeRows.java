package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Rows of bytes in a folder, in RocksDB without a write-ahead log: rows of one batch are written together, and a crash
 * loses the latest batches. Safe to be closed while other threads read.
 */
final class NativeRows implements AutoCloseable {

    private static final long CACHE_BYTES = 64L << 20;
    private static final long WRITE_BUFFER_BYTES = 32L << 20;

    private interface Action {
        void run() throws RocksDBException;
    }

    private final Path folder;
    private final boolean temporary;
    private final LRUCache cache = new LRUCache(CACHE_BYTES);
    private final BloomFilter filter = new BloomFilter(10);
    private final Options options;
    private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
    private final WriteBatch batch = new WriteBatch();
    private final RocksDB rows;

    /** Rows are native memory: they must not be freed under a thread that hangs in an executor and wakes up later. */
    private final ReadWriteLock use = new ReentrantReadWriteLock();

    private boolean closed;

    /**
     * Opens the rows of a folder.
     *
     * @param temporary the folder is deleted with the last use of it
     */
    NativeRows(Path folder, boolean temporary) throws RocksDBException {
        this.folder = folder;
        this.temporary = temporary;
        this.options = new Options()
                .setCreateIfMissing(true)
                .setWriteBufferSize(WRITE_BUFFER_BYTES)
                .setKeepLogFileNum(1)
                .setTableFormatConfig(
                        new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(filter));
        this.rows = RocksDB.open(options, folder.toString());
    }

    Path folder() {
        return folder;
    }

    /** Takes a change of a row; it is written with the next commit. */
    void put(byte[] row, @Nullable byte[] value) {
        open(() -> {
            if (value == null) {
                batch.delete(row);
            } else {
                batch.put(row, value);
            }
        });
    }

    /** Writes all changes since the last commit together, with one more row. */
    void commit(byte[] last, byte[] value) {
        open(() -> {
            batch.put(last, value);
            rows.write(unlogged, batch);
            batch.clear();
        });
    }

    /** Whose rows these are; from now on the claimant's if they were nobody's. */
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

    /** Committed rows whose keys begin so, in order. */
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
                RocksDB.destroyDB(folder.toString(), options);
                Files.deleteIfExists(folder);
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

    private void flush() throws RocksDBException {
        try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            rows.flush(wait);
        }
    }
}
