package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import dev.rota.worker.ShardView;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The latest state of every shard of one pool, made of its blocks. It is in memory while it is small; when it is not, or
 * when a folder is given, all of it is on disk, and memory has what was written latest. One thread applies blocks; any
 * may read.
 */
public final class ShardStates implements AutoCloseable {

    /** Each of the two generations that are in memory is full with this much. */
    static final long GENERATION_BYTES_MAX = 128L << 20;

    private final String pool;
    private final long generationBytesMax;
    private final Map<String, Head> heads = new ConcurrentHashMap<>();
    private final RecentEntries recent = new RecentEntries();

    @Nullable
    private volatile StateDisk disk;

    private ShardStates(String pool, long generationBytesMax, @Nullable StateDisk disk) {
        this.pool = pool;
        this.generationBytesMax = generationBytesMax;
        this.disk = disk;
        if (disk != null) {
            heads.putAll(disk.heads());
        }
    }

    /** States that nobody keeps. */
    public static ShardStates temporary(String pool) {
        return new ShardStates(pool, GENERATION_BYTES_MAX, null);
    }

    /** States that go on as a folder has them. */
    public static ShardStates in(Path folder, String pool) {
        return new ShardStates(pool, GENERATION_BYTES_MAX, StateDisk.at(folder, pool));
    }

    /** States of which memory holds little. */
    static ShardStates small(String pool, long generationBytesMax, @Nullable Path folder) {
        return new ShardStates(pool, generationBytesMax, folder == null ? null : StateDisk.at(folder, pool));
    }

    public String pool() {
        return pool;
    }

    /** Of the shard's latest block. */
    public Head head(String shard) {
        return heads.getOrDefault(shard, Head.NONE);
    }

    /** How many shards have a block. */
    public int shards() {
        return heads.size();
    }

    /** An entry of a shard's latest state; null where there is none. The caller does not change it. */
    public @Nullable byte[] get(String shard, byte[] key) {
        byte[] value = recent.get(new EntryKey(shard, key));
        if (value != null) {
            return RecentEntries.isGone(value) ? null : value;
        }
        // Read after memory: what memory has given up since is on disk by now.
        StateDisk kept = disk;
        return kept == null ? null : kept.get(shard, key);
    }

    /** A shard's latest state as an executor sees it. */
    public ShardView view(String shard) {
        return new LatestView(this, shard, head(shard).height());
    }

    /** All of a shard's latest state, in the order of the keys' bytes. While blocks are applied it may be mixed. */
    public SortedMap<byte[], byte[]> entries(String shard) {
        TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        RecentEntries.Generations memory = recent.generations();
        StateDisk kept = disk;
        if (kept != null) {
            kept.entries(shard, entries::put);
        }
        memory.overlay(shard, entries);
        return entries;
    }

    /**
     * Applies a block; what is not above the shard's height is known, and ignored.
     *
     * @return whether it was news
     * @throws BrokenHistory where it does not follow the shard's latest block
     */
    public boolean apply(ShardBlock block) {
        String shard = block.getShard();
        Head head = head(shard);
        if (block.getHeight() <= head.height()) {
            return false;
        }
        if (block.getHeight() != head.height() + 1) {
            throw new BrokenHistory("expected block " + (head.height() + 1) + " of shard " + shard + " of pool " + pool
                    + ", but it is block " + block.getHeight());
        }
        if (!block.getParentHash().equals(head.hash())) {
            throw new BrokenHistory("expected block " + block.getHeight() + " of shard " + shard + " of pool " + pool
                    + " to follow " + head.hash() + ", but it follows " + block.getParentHash());
        }
        StateDisk kept = disk;
        for (StateChange change : block.getStateDiff()) {
            byte[] key = bytes(change.getKey());
            byte[] value = change.getValue() == null ? null : bytes(change.getValue());
            recent.put(new EntryKey(shard, key), value, kept != null);
            if (kept != null) {
                kept.put(shard, key, value);
            }
        }
        Head next = new Head(block.getHeight(), block.getHash(), block.getToken());
        if (kept != null) {
            kept.put(shard, next);
        }
        heads.put(shard, next);
        return true;
    }

    /** Ends a run of blocks: they and the positions behind them are on disk together, if the states are. */
    public void commit(Positions positions) {
        StateDisk kept = disk;
        if (kept != null) {
            kept.commit(positions);
        }
        if (recent.youngerBytes() < generationBytesMax) {
            return;
        }
        if (kept == null) {
            disk = spilt(positions);
        }
        recent.age();
    }

    private StateDisk spilt(Positions positions) {
        StateDisk made = StateDisk.temporary(pool);
        recent.generations().younger().forEach((key, value) -> made.put(key.shard(), key.key(), value));
        heads.forEach(made::put);
        made.commit(positions);
        return made;
    }

    /** Up to where the topic of blocks was read; null where nothing says so. */
    @Nullable
    Positions positions() {
        StateDisk kept = disk;
        return kept == null ? null : kept.positions();
    }

    boolean onDisk() {
        return disk != null;
    }

    @Override
    public void close() {
        StateDisk kept = disk;
        if (kept != null) {
            kept.close();
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
