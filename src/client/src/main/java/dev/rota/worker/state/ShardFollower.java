package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import dev.rota.serde.RegistryRefused;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardBlock;
import dev.rota.worker.ThreadJoin;
import dev.rota.worker.WorkerRefused;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;

/** Follows a pool's blocks on one thread and keeps the latest state of its shards. Workers of a process share it. */
public final class ShardFollower implements AutoCloseable {

    static final Duration POLL = Duration.ofMillis(200);
    private static final long ENDS_MS_MAX = 10_000;

    /** The number of other pools' records after which the position is committed without blocks. */
    private static final long RECORDS_MAX = 10_000;

    private final ShardStates states;
    private final @Nullable Path folder;
    private final BlockReader reader;
    private final Thread thread;
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private final List<ShardWatcher> watchers = new CopyOnWriteArrayList<>();
    private volatile boolean open = true;
    private volatile long lag;

    /** The number of records that were read at the last commit. */
    private long committed;

    @Nullable
    private volatile String failure;

    private ShardFollower(ShardStates states, @Nullable Path folder, BlockReader reader) {
        this.states = states;
        this.folder = folder;
        this.reader = reader;
        this.thread = new Thread(this::run, "rota-shard-blocks");
    }

    /**
     * Starts following.
     *
     * @param folder the folder in which the state is kept for the next start, or null to not keep it
     * @throws WorkerRefused if the topic does not exist, or the folder is another pool's
     */
    public static ShardFollower start(Settings settings, Wire wire, String pool, @Nullable Path folder) {
        return start(settings, wire, pool, folder, null);
    }

    /**
     * Starts following.
     *
     * @param snapshot the folder of a snapshot to start from unless there is a state already, or null
     * @throws WorkerRefused also if there is no such snapshot, or it is of other blocks
     */
    public static ShardFollower start(
            Settings settings, Wire wire, String pool, @Nullable Path folder, @Nullable Path snapshot) {
        long memory = settings.number(Setting.WORKER_MEMORY_BYTES);
        BlockReader reader = new BlockReader(settings, wire, pool);
        ShardStates states = null;
        try {
            states = folder == null ? ShardStates.temporary(pool, memory) : ShardStates.in(folder, pool, memory);
            StatesStart.at(states, reader, folder, snapshot);
            ShardFollower follower = new ShardFollower(states, folder, reader);
            follower.thread.start();
            return follower;
        } catch (RuntimeException e) {
            reader.close();
            if (states != null) {
                states.close();
            }
            throw e;
        }
    }

    /** Waits until it has read everything that was committed when it started. */
    public void awaitCaughtUp() throws InterruptedException {
        caughtUp.await();
        String why = failure;
        if (why != null) {
            throw new WorkerRefused(why);
        }
        if (!open) {
            throw new WorkerRefused("the worker was ended before it had caught up");
        }
    }

    public ShardStates states() {
        return states;
    }

    /** Returns the folder in which the state is kept, which no other process can have open; null if it is not kept. */
    public @Nullable Path folder() {
        return folder;
    }

    /** Returns the lag in records. */
    public long lag() {
        return lag;
    }

    public void watch(ShardWatcher watcher) {
        watchers.add(watcher);
        String why = failure;
        if (why != null) {
            watcher.stopped(why);
        }
    }

    public void unwatch(ShardWatcher watcher) {
        watchers.remove(watcher);
    }

    private void run() {
        try {
            while (open) {
                if (caughtUp.getCount() > 0 && reader.atFirstEnd()) {
                    caughtUp.countDown();
                }
                apply(reader.poll(POLL));
                lag = reader.lag();
            }
        } catch (WakeupException e) {
            // only close() wakes it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (BrokenHistory | RegistryRefused | WorkerRefused e) {
            fail(String.valueOf(e.getMessage()));
        } catch (UnreadableValue e) {
            fail("expected blocks that can be read, but " + e.sentence());
        } catch (KafkaException e) {
            fail("expected to follow the blocks, but " + e.getMessage());
        } catch (RuntimeException | Error e) {
            // without the blocks no batch can be executed: the worker must end, not wait in silence
            fail("following the blocks failed: " + e);
        } finally {
            reader.close();
            caughtUp.countDown();
        }
    }

    /** Applies blocks, and announces them when they can be read. */
    private void apply(List<ShardBlock> blocks) {
        List<ShardBlock> added = blocks.stream().filter(states::apply).toList();
        // positions advance over other pools' blocks too, so that those are not read again
        if (!added.isEmpty() || reader.records() - committed >= RECORDS_MAX) {
            states.commit(reader.positions());
            committed = reader.records();
        }
        for (ShardBlock block : added) {
            watchers.forEach(watcher -> watcher.advanced(block.getShard()));
        }
    }

    private void fail(String why) {
        failure = why;
        watchers.forEach(watcher -> watcher.stopped(why));
    }

    @Override
    public void close() {
        open = false;
        reader.wakeup();
        ThreadJoin.join(List.of(thread), ENDS_MS_MAX);
        states.close();
    }
}
