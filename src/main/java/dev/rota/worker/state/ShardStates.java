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
 * The latest state of every shard of one pool, computed from its blocks. It is kept in memory while it is small;
 * otherwise, or if a folder is given, all of it is on disk, and memory caches recent writes. One thread applies
 * blocks; any thread may read.
 */
public final class ShardStates implements AutoCloseable {

    /** The size at which each of the two generations in memory is full. */
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

    /** States that are not kept after closing. */
    public static ShardStates temporary(String pool) {
        return new ShardStates(pool, GENERATION_BYTES_MAX, null);
    }

    /** States that continue from a folder. */
    public static ShardStates in(Path folder, String pool) {
        return new ShardStates(pool, GENERATION_BYTES_MAX, StateDisk.at(folder, pool));
    }

    /** For tests: states with small generations in memory. */
    static ShardStates small(String pool, long generationBytesMax, @Nullable Path folder) {
        return new ShardStates(pool, generationBytesMax, folder == null ? null : StateDisk.at(folder, pool));
    }

    public String pool() {
        return pool;
    }

    /** The shard's latest block. */
    public Head head(String shard) {
        return heads.getOrDefault(shard, Head.NONE);
    }

    /** How many shards have a block. */
    public int shards() {
        return heads.size();
    }

    /** An entry of a shard's latest state; null if there is none. The caller must not change it. */
    public @Nullable byte[] get(String shard, byte[] key) {
        byte[] value = recent.get(new EntryKey(shard, key));
        if (value != null) {
            return RecentEntries.isGone(value) ? null : value;
        }
        // Read after memory: entries evicted from memory since then are on disk by now.
        StateDisk kept = disk;
        return kept == null ? null : kept.get(shard, key);
    }

    /** A view of a shard's latest state for an executor. */
    public ShardView view(String shard) {
        return new LatestView(this, shard, head(shard).height());
    }

    /**
     * All entries of a shard's latest state, in the order of the keys' bytes. Not consistent while blocks are
     * applied.
     */
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
     * Applies a block; ignores blocks not above the shard's height.
     *
     * @return whether it was new
     * @throws BrokenHistory if it does not follow the shard's latest block
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

    /** Commits the applied blocks together with the positions after them, if the states are on disk. */
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

    /** The positions up to which the blocks were read; null if unknown. */
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
