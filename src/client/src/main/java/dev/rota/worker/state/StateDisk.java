package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.kafka.NativeLibraries;
import dev.rota.worker.WorkerRefused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The states of shards in a folder, together with their position. There is no write-ahead log: entries, heads and
 * positions are written together, so what a crash loses is read from the blocks again.
 */
final class StateDisk implements AutoCloseable {

    private static final byte ENTRY = 'E';
    private static final byte HEAD = 'H';
    private static final byte BEYOND_HEADS = HEAD + 1;
    private static final byte[] OWNER = {'O'};
    private static final byte[] POSITIONS = {'P'};

    private static final String TEMPORARY = "rota-temporary-shards-";

    /** The names that {@link Files#createTempDirectory} makes. A folder with any other name may be in use. */
    private static final Pattern TEMPORARY_NAME = Pattern.compile(Pattern.quote(TEMPORARY) + "[0-9]+");

    private static final Logger LOG = LoggerFactory.getLogger(StateDisk.class);

    private final NativeRows rows;

    private StateDisk(NativeRows rows) {
        this.rows = rows;
    }

    /** Opens one pool's folder; creates it if it does not exist. */
    static StateDisk at(Path folder, String pool, long memoryBytesMax) {
        NativeLibraries.loadRocksDb();
        try {
            StateDisk disk = owned(new NativeRows(Files.createDirectories(folder), false, memoryBytesMax), pool);
            if (disk.positions() == null) {
                // rows that a killed process has loaded of a snapshot
                disk.clear();
            }
            return disk;
        } catch (IOException | RocksDBException e) {
            throw new WorkerRefused("expected " + folder + " to be a folder for a worker's state that no other process"
                    + " uses, but " + e.getMessage());
        }
    }

    /** Creates a folder that is deleted after its last use, or by a later process if this one is killed. */
    static StateDisk temporary(String pool, long memoryBytesMax) {
        NativeLibraries.loadRocksDb();
        try {
            deleteAbandoned();
            return owned(new NativeRows(Files.createTempDirectory(TEMPORARY), true, memoryBytesMax), pool);
        } catch (IOException | RocksDBException e) {
            throw new WorkerRefused("expected room for a state on disk, but " + e.getMessage());
        }
    }

    /**
     * Deletes the folders of processes that were killed. Folders in use are locked. In a shared temporary folder, a link
     * with such a name may lead anywhere, and a folder may belong to another user.
     */
    private static void deleteAbandoned() throws IOException {
        Path all = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(all, TEMPORARY + "*")) {
            for (Path folder : folders) {
                // a folder that is being created has no such file yet
                if (TEMPORARY_NAME.matcher(String.valueOf(folder.getFileName())).matches()
                        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.isRegularFile(folder.resolve("CURRENT"), LinkOption.NOFOLLOW_LINKS)) {
                    destroy(folder);
                }
            }
        }
    }

    private static void destroy(Path folder) {
        try {
            NativeRows.destroy(folder);
        } catch (IOException e) {
            LOG.warn("Cannot delete {}, which a killed worker has left: {}", folder, e.toString());
        }
    }

    private static StateDisk owned(NativeRows rows, String pool) throws RocksDBException {
        byte[] owner = rows.claim(OWNER, pool.getBytes(UTF_8));
        if (!Arrays.equals(owner, pool.getBytes(UTF_8))) {
            rows.close();
            throw new WorkerRefused("expected " + rows.folder() + " to hold the state of pool " + pool
                    + ", but it holds that of pool " + new String(owner, UTF_8));
        }
        return new StateDisk(rows);
    }

    /** Changes an entry, with effect at the next commit. */
    void put(String shard, byte[] key, @Nullable byte[] value) {
        rows.put(key(ENTRY, shard, key), value);
    }

    void put(String shard, Head head) {
        String text = head.height() + " " + head.token() + " " + head.hash();
        rows.put(key(HEAD, shard, new byte[0]), text.getBytes(UTF_8));
    }

    /** Commits all changes since the last commit, with the positions after them if they have any. */
    void commit(@Nullable Positions positions) {
        if (positions != null) {
            rows.put(POSITIONS, positions.text().getBytes(UTF_8));
        }
        rows.commit();
    }

    @Nullable
    byte[] get(String shard, byte[] key) {
        return rows.get(key(ENTRY, shard, key));
    }

    @Nullable
    Positions positions() {
        byte[] text = rows.get(POSITIONS);
        return text == null ? null : Positions.parse(new String(text, UTF_8));
    }

    /** Returns a shard's committed head, or null if it has no block. */
    @Nullable
    Head head(String shard) {
        byte[] text = rows.get(key(HEAD, shard, new byte[0]));
        if (text == null) {
            return null;
        }
        String[] words = new String(text, UTF_8).split(" ");
        return new Head(Long.parseLong(words[0]), words[2], Long.parseLong(words[1]));
    }

    /** Counts the committed heads. */
    int shards() {
        AtomicInteger shards = new AtomicInteger();
        rows.each(new byte[] {HEAD}, (row, value) -> shards.incrementAndGet());
        return shards.get();
    }

    /** Replaces all rows by those of a snapshot. The positions come last: without them, the rows do not count. */
    void load(PoolSnapshot snapshot) {
        clear();
        snapshot.each(rows::add);
        commit(snapshot.positions());
    }

    /** Passes on all committed entries and heads, in the order of their rows. */
    void save(BiConsumer<byte[], byte[]> taker) {
        rows.each(new byte[] {ENTRY}, taker);
        rows.each(new byte[] {HEAD}, taker);
    }

    private void clear() {
        rows.delete(new byte[] {ENTRY}, new byte[] {BEYOND_HEADS});
    }

    /** Visits one shard's committed entries, in the order of their keys. */
    void entries(String shard, BiConsumer<byte[], byte[]> taker) {
        byte[] prefix = key(ENTRY, shard, new byte[0]);
        rows.each(prefix, (row, value) -> taker.accept(Arrays.copyOfRange(row, prefix.length, row.length), value));
    }

    /** Returns the key of a row. The shard's length precedes its name, so that no shard's rows are among another's. */
    private static byte[] key(byte kind, String shard, byte[] key) {
        byte[] name = shard.getBytes(UTF_8);
        return ByteBuffer.allocate(3 + name.length + key.length)
                .put(kind)
                .putShort((short) name.length)
                .put(name)
                .put(key)
                .array();
    }

    @Override
    public void close() {
        rows.close();
    }
}
