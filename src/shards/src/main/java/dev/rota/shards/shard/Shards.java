package dev.rota.shards.shard;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.shards.ClosedShardRow;
import dev.rota.shards.ShardRow;
import dev.rota.shards.tables.ShardsTables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The shards of the pool. Recently used shards are cached, with the parts of their index that have been read; the
 * others are in their rows.
 *
 * <p>Eviction is by CLOCK (second chance): a use sets a flag of the shard. A list that each use reorders (LRU) cost the
 * garbage collector a fifth of all processor time with a hundred thousand shards in the old generation.
 */
public final class Shards {

    private final Tables tables;
    private final Table<ShardRow> rows;
    private final Table<ClosedShardRow> closed;
    private final Map<String, Shard> cached = new HashMap<>();
    private final ShardClock clock = new ShardClock();
    /** Shards that this step has used. */
    private final List<Shard> touched = new ArrayList<>();
    /** Shards whose rows must be written. */
    private final List<Shard> changed = new ArrayList<>();

    /** The approximate memory for cached shards. */
    private final long cacheBytes;

    private long weight;

    public Shards(Tables tables, long cacheBytes) {
        this.tables = tables;
        this.cacheBytes = cacheBytes;
        this.rows = tables.table(ShardsTables.SHARDS);
        this.closed = tables.table(ShardsTables.CLOSED);
    }

    @Nullable
    public Shard get(String id) {
        Shard shard = cached.get(id);
        if (shard == null) {
            shard = read(id);
            if (shard == null) {
                return null;
            }
            hold(shard);
        }
        touch(shard);
        return shard;
    }

    private void hold(Shard shard) {
        cached.put(shard.id, shard);
        clock.add(shard);
    }

    /** Marks a shard as used; its size is counted again at the end of the step. */
    private void touch(Shard shard) {
        shard.used = true;
        if (!shard.touched) {
            shard.touched = true;
            touched.add(shard);
        }
    }

    private @Nullable Shard read(String id) {
        ShardRow row = rows.get(Key.of(id));
        return row == null ? readClosed(id) : Shard.of(id, row, tables);
    }

    private @Nullable Shard readClosed(String id) {
        ClosedShardRow row = closed.get(Key.of(id));
        return row == null ? null : Shard.of(id, row, tables);
    }

    /** Returns a shard for an explanation, or null if it does not exist. It is not added to the cache. */
    @Nullable
    public Shard look(String id) {
        Shard shard = cached.get(id);
        if (shard != null) {
            return shard;
        }
        ShardRow row = rows.get(Key.of(id));
        return row == null ? readClosed(id) : Shard.of(id, row, tables);
    }

    /** Returns a shard that must exist. */
    public Shard expect(String id) {
        Shard shard = get(id);
        if (shard == null) {
            throw new IllegalStateException("expected shard " + id + ", but there is none");
        }
        return shard;
    }

    public Shard create(String id) {
        Shard shard = Shard.create(id, tables);
        hold(shard);
        touch(shard);
        return shard;
    }

    /** Marks a shard's row to be written. */
    public void save(Shard shard) {
        if (!shard.changed) {
            shard.changed = true;
            changed.add(shard);
        }
    }

    /**
     * Ends a step: writes the changed rows and evicts shards that were not used recently.
     *
     * @param areBlockless whether shards have no blocks: those that are spent are forgotten
     */
    public void write(boolean areBlockless) {
        for (Shard shard : changed) {
            shard.changed = false;
            if (shard.isDone()) {
                writeClosed(shard);
            } else if (areBlockless && shard.isSpent()) {
                remove(shard);
            } else {
                writeOpen(shard);
            }
        }
        changed.clear();
        for (Shard shard : touched) {
            shard.touched = false;
            weigh(shard);
        }
        touched.clear();
        while (weight > cacheBytes && cached.size() > 1) {
            forget(clock.next());
        }
    }

    private void forget(Shard eldest) {
        if (eldest.evicted) {
            return;
        }
        if (eldest.used) {
            eldest.used = false;
            clock.add(eldest);
            return;
        }
        evict(eldest);
    }

    private void evict(Shard shard) {
        cached.remove(shard.id);
        weigh(shard, 0);
        shard.evicted = true;
    }

    private void writeOpen(Shard shard) {
        Key key = Key.of(shard.id);
        if (shard.storedClosed) {
            closed.drop(key);
            shard.storedClosed = false;
        }
        rows.put(key, shard.write(), shard.stored);
        shard.stored = true;
    }

    /** Replaces the rows of a closed shard by one of a few bytes. */
    private void writeClosed(Shard shard) {
        dropOpen(shard);
        closed.put(Key.of(shard.id), shard.closedRow(), shard.storedClosed);
        // it is read from that row when it is used again, so that warm and cold state are alike
        evict(shard);
        clock.evicted();
    }

    private void remove(Shard shard) {
        dropOpen(shard);
        if (shard.storedClosed) {
            closed.drop(Key.of(shard.id));
            shard.storedClosed = false;
        }
        evict(shard);
        clock.evicted();
    }

    private void dropOpen(Shard shard) {
        if (shard.stored) {
            shard.forgetAll();
            rows.drop(Key.of(shard.id));
            shard.stored = false;
        }
    }

    private void weigh(Shard shard) {
        if (!shard.evicted) {
            weigh(shard, shard.bytes());
        }
    }

    private void weigh(Shard shard, long bytes) {
        weight += bytes - shard.weight;
        shard.weight = bytes;
    }
}
