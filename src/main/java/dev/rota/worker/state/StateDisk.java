package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.worker.WorkerRefused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Shards' states in a folder, together with their position. There is no write-ahead log: entries, heads and positions
 * are written together, so whatever a crash loses is read from the blocks again.
 */
final class StateDisk implements AutoCloseable {

    private static final byte ENTRY = 'E';
    private static final byte HEAD = 'H';
    private static final byte[] OWNER = {'O'};
    private static final byte[] POSITIONS = {'P'};

    private final NativeRows rows;

    private StateDisk(NativeRows rows) {
        this.rows = rows;
    }

    /** Opens one pool's folder; creates it if it does not exist. */
    static StateDisk at(Path folder, String pool) {
        RocksDB.loadLibrary();
        try {
            return owned(new NativeRows(Files.createDirectories(folder), false), pool);
        } catch (IOException | RocksDBException e) {
            throw new WorkerRefused("expected " + folder + " to be a folder for a worker's state that no other process"
                    + " uses, but " + e.getMessage());
        }
    }

    /** A folder that is deleted after its last use. */
    static StateDisk temporary(String pool) {
        RocksDB.loadLibrary();
        try {
            return owned(new NativeRows(Files.createTempDirectory("rota-shards"), true), pool);
        } catch (IOException | RocksDBException e) {
            throw new WorkerRefused("expected room for a state that is too large for memory, but " + e.getMessage());
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

    void commit(Positions positions) {
        rows.commit(POSITIONS, positions.text().getBytes(UTF_8));
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

    Map<String, Head> heads() {
        Map<String, Head> heads = new TreeMap<>();
        rows.each(new byte[] {HEAD}, (row, value) -> {
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
        rows.each(prefix, (row, value) -> taker.accept(Arrays.copyOfRange(row, prefix.length, row.length), value));
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

    @Override
    public void close() {
        rows.close();
    }
}
