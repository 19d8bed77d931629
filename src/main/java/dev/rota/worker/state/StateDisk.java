package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.worker.WorkerRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
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
 * Shards' states in a folder, together with their position. There is no write-ahead log: entries, heads and positions
 * are written together, so whatever a crash loses is read from the blocks again.
 */
final class StateDisk implements AutoCloseable {

    private static final long CACHE_BYTES = 64L << 20;
    private static final long WRITE_BUFFER_BYTES = 32L << 20;

    private static final byte ENTRY = 'E';
    private static final byte HEAD = 'H';
    private static final byte[] OWNER = {'O'};
    private static final byte[] POSITIONS = {'P'};

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

    private StateDisk(Path folder, boolean temporary) throws RocksDBException {
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

    /** Opens one pool's folder; creates it if it does not exist. */
    static StateDisk at(Path folder, String pool) {
        RocksDB.loadLibrary();
        try {
            return owned(new StateDisk(Files.createDirectories(folder), false), pool);
        } catch (IOException | RocksDBException e) {
            throw new WorkerRefused("expected " + folder + " to be a folder for a worker's state that no other process"
                    + " uses, but " + e.getMessage());
        }
    }

    /** A folder that is deleted after its last use. */
    static StateDisk temporary(String pool) {
        RocksDB.loadLibrary();
        try {
            return owned(new StateDisk(Files.createTempDirectory("rota-shards"), true), pool);
        } catch (IOException | RocksDBException e) {
            throw new WorkerRefused("expected room for a state that is too large for memory, but " + e.getMessage());
        }
    }

    private static StateDisk owned(StateDisk disk, String pool) throws RocksDBException {
        byte[] owner = disk.rows.get(OWNER);
        if (owner == null) {
            disk.rows.put(OWNER, pool.getBytes(UTF_8));
        } else if (!Arrays.equals(owner, pool.getBytes(UTF_8))) {
            disk.close();
            throw new WorkerRefused("expected " + disk.folder + " to hold the state of pool " + pool
                    + ", but it holds that of pool " + new String(owner, UTF_8));
        }
        return disk;
    }

    /** Changes an entry, with effect at the next commit. */
    void put(String shard, byte[] key, @Nullable byte[] value) {
        byte[] row = key(ENTRY, shard, key);
        open(() -> {
            if (value == null) {
                batch.delete(row);
            } else {
                batch.put(row, value);
            }
        });
    }

    void put(String shard, Head head) {
        String text = head.height() + " " + head.token() + " " + head.hash();
        open(() -> batch.put(key(HEAD, shard, new byte[0]), text.getBytes(UTF_8)));
    }

    void commit(Positions positions) {
        open(() -> {
            batch.put(POSITIONS, positions.text().getBytes(UTF_8));
            rows.write(unlogged, batch);
            batch.clear();
        });
    }

    @Nullable
    byte[] get(String shard, byte[] key) {
        return get(key(ENTRY, shard, key));
    }

    @Nullable
    Positions positions() {
        byte[] text = get(POSITIONS);
        return text == null ? null : Positions.parse(new String(text, UTF_8));
    }

    private @Nullable byte[] get(byte[] row) {
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

    Map<String, Head> heads() {
        Map<String, Head> heads = new TreeMap<>();
        each(new byte[] {HEAD}, (row, value) -> {
            String[] words = new String(value, UTF_8).split(" ");
            heads.put(
                    new String(row, 3, row.length - 3, UTF_8),
                    new Head(Long.parseLong(words[0]), words[2], Long.parseLong(words[1])));
        });
        return heads;
    }

    /** Visits one shard's committed entries, in the order of their keys. */
    void entries(String shard, BiConsumer<byte[], byte[]> taker) {
        byte[] prefix = key(ENTRY, shard, new byte[0]);
        each(prefix, (row, value) -> taker.accept(Arrays.copyOfRange(row, prefix.length, row.length), value));
    }

    private void each(byte[] prefix, BiConsumer<byte[], byte[]> taker) {
        open(() -> {
            try (RocksIterator at = rows.newIterator()) {
                for (at.seek(prefix); at.isValid() && startsWith(at.key(), prefix); at.next()) {
                    taker.accept(at.key(), at.value());
                }
                at.status();
            }
        });
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the worker's state is closed");
        }
    }

    private static boolean startsWith(byte[] row, byte[] prefix) {
        return row.length >= prefix.length && Arrays.equals(row, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** The shard's length precedes it, so that no shard's rows are among another's. */
    private static byte[] key(byte kind, String shard, byte[] key) {
        byte[] name = shard.getBytes(UTF_8);
        return ByteBuffer.allocate(3 + name.length + key.length)
                .put(kind)
                .putShort((short) name.length)
                .put(name)
                .put(key)
                .array();
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
