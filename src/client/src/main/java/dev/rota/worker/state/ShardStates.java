package dev.rota.worker.state;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import dev.rota.worker.ParentState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The latest state of the shards of one pool, computed from its blocks. All of it is on disk. Memory contains only
 * entries that executors read, of the shards executed latest, up to a number of bytes: any shard of the pool may be
 * this worker's next one, but most are other workers'. One thread applies and commits blocks; any thread may read what
 * is committed.
 */
public final class ShardStates implements AutoCloseable {

    /** The memory for states that do not belong to a worker. */
    static final long MEMORY_BYTES = 64L << 20;

    private final String pool;
    private final StateDisk disk;
    private final StateCache cache;

    /** The changes of the blocks that were applied since the last commit. */
    private final Map<String, Uncommitted> uncommitted = new LinkedHashMap<>();

    private final AtomicInteger shards;

    /**
     * Prevents reading a head while blocks are committed: a thread that has read one executes on the cached entries at
     * once, which are updated after the disk.
     */
    private final ReadWriteLock commits = new ReentrantReadWriteLock();

    /** A shard's changes since the last commit. */
    private static final class Uncommitted {
        final boolean isNew;
        Head head;
        final List<EntryChange> changes = new ArrayList<>();

        Uncommitted(Head head) {
            this.isNew = head.equals(Head.NONE);
            this.head = head;
        }
    }

    private ShardStates(String pool, long memoryBytesMax, StateDisk disk) {
        this.pool = pool;
        this.disk = disk;
        this.cache = new StateCache(disk::get, memoryBytesMax / 2);
        this.shards = new AtomicInteger(disk.shards());
    }

    /** Creates states that are deleted when they are closed. */
    public static ShardStates temporary(String pool) {
        return temporary(pool, MEMORY_BYTES);
    }

    /** Creates states that are deleted when they are closed, with a limit on their memory. */
    static ShardStates temporary(String pool, long memoryBytesMax) {
        return new ShardStates(pool, memoryBytesMax, StateDisk.temporary(pool, memoryBytesMax / 2));
    }

    /** Opens states that continue from a folder. */
    static ShardStates in(Path folder, String pool, long memoryBytesMax) {
        return new ShardStates(pool, memoryBytesMax, StateDisk.at(folder, pool, memoryBytesMax / 2));
    }

    public String pool() {
        return pool;
    }

    /** Returns a shard's latest committed block. */
    public Head head(String shard) {
        commits.readLock().lock();
        try {
            Head head = disk.head(shard);
            return head == null ? Head.NONE : head;
        } finally {
            commits.readLock().unlock();
        }
    }

    /** Returns the number of shards that have a block. */
    public int shards() {
        return shards.get();
    }

    /** Returns an entry of a shard's latest state, from the disk, or null if it does not exist. */
    public @Nullable byte[] get(String shard, byte[] key) {
        return disk.get(shard, key);
    }

    /** Returns a view of a shard's latest state for an executor. */
    public ParentState view(String shard) {
        return view(shard, head(shard).height());
    }

    /** Returns a view of the latest state of a shard that is known to have reached a height. */
    public ParentState view(String shard, long height) {
        return new LatestView(pool, cache.opened(shard), height);
    }

    /** Returns all entries of a shard's latest state, in the order of the keys' bytes. */
    public SortedMap<byte[], byte[]> entries(String shard) {
        TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        disk.entries(shard, entries::put);
        return entries;
    }

    /**
     * Applies a block, with effect at the next commit. Ignores blocks that are not above the shard's height.
     *
     * @return whether the block was new
     * @throws BrokenHistory if it does not follow the shard's latest block
     */
    public boolean apply(ShardBlock block) {
        String shard = block.getShard();
        Uncommitted known = uncommitted.get(shard);
        Head head = known == null ? head(shard) : known.head;
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
        Uncommitted next = uncommitted.computeIfAbsent(shard, name -> new Uncommitted(head));
        next.head = new Head(block.getHeight(), block.getHash(), block.getToken());
        disk.put(shard, next.head);
        for (StateChange change : block.getStateDiff()) {
            byte[] key = Bytes.of(change.getKey());
            byte[] value = Bytes.orNull(change.getValue());
            disk.put(shard, key, value);
            next.changes.add(new EntryChange(key, value));
        }
        return true;
    }

    /** Commits the applied blocks of states that are not continued later. */
    public void commit() {
        write(null);
    }

    /** Commits the applied blocks together with the positions after them. */
    void commit(Positions positions) {
        write(positions);
    }

    private void write(@Nullable Positions positions) {
        commits.writeLock().lock();
        try {
            disk.commit(positions);
            publish();
        } finally {
            commits.writeLock().unlock();
        }
    }

    private void publish() {
        for (Map.Entry<String, Uncommitted> shard : uncommitted.entrySet()) {
            CachedShard cached = cache.cached(shard.getKey());
            if (cached != null) {
                cached.committed(shard.getValue().changes);
            }
            if (shard.getValue().isNew) {
                shards.incrementAndGet();
            }
        }
        uncommitted.clear();
    }

    /** Continues from a snapshot, which replaces all states. */
    void load(PoolSnapshot snapshot) {
        disk.load(snapshot);
        shards.set(disk.shards());
    }

    /** Writes a snapshot of the committed states, which must have positions. */
    PoolSnapshot save(Path folder) {
        return PoolSnapshot.write(folder, pool, Objects.requireNonNull(positions()), shards(), disk::save);
    }

    /** Returns the positions up to which the blocks were read, or null if they are unknown. */
    @Nullable
    Positions positions() {
        return disk.positions();
    }

    /** Returns the number of cached shards, for tests. */
    int cachedShards() {
        return cache.size();
    }

    long cachedBytes() {
        return cache.bytes();
    }

    @Override
    public void close() {
        disk.close();
    }

    /** A view of a shard's latest state, which does not change while the viewer holds the shard's turn. */
    private record LatestView(String pool, CachedShard cached, long height) implements ParentState {

        @Override
        public String shard() {
            return cached.name();
        }

        @Override
        public @Nullable byte[] get(byte[] key) {
            return cached.get(key);
        }
    }
}
