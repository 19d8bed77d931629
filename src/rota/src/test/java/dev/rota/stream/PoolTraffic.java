package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.serde.PlainJson;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.Transaction;
import dev.rota.shards.Transfer;
import dev.rota.shards.scheduler.PoolHistory;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.testing.Dice;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;

/**
 * Sends transfers between accounts in a separate thread, to some shards more than to others, some twice and some
 * invalid. Meanwhile it pauses shards, as operators do, and changes the environment.
 */
final class PoolTraffic {

    private static final int ACCOUNTS = 8;

    private final Tenant tenant;
    private final Dice dice;
    private final int transactions;
    private final int shards;
    private final Semaphore room;
    private final Map<String, Long> nonces = new TreeMap<>();
    private final SortedSet<String> paused = new TreeSet<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "traffic");
    private volatile boolean stopping;

    /** The number of transactions sent. Belongs to the thread until it has ended. */
    private int sent;

    /** @param backlog the maximum number of transactions in progress */
    PoolTraffic(Tenant tenant, long seed, int transactions, int shards, int backlog) {
        this.tenant = tenant;
        this.dice = new Dice(seed);
        this.transactions = transactions;
        this.shards = shards;
        this.room = new Semaphore(backlog);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Records that {@code many} more transactions have ended. */
    void ended(int many) {
        room.release(many);
        failure();
    }

    /** Stops sending, resumes all shards, and returns how many transactions were sent. */
    int stop() throws InterruptedException {
        stopping = true;
        // The thread may be waiting for room.
        room.release();
        thread.join();
        failure();
        return sent;
    }

    void failure() {
        @Nullable Throwable why = failure.get();
        if (why != null) {
            throw new AssertionError("traffic ended", why);
        }
    }

    private void run() {
        try {
            for (int i = 0; i < transactions && !stopping; i++) {
                Transaction transaction = transaction(i);
                send(transaction);
                if (dice.oneIn(50)) {
                    // sent twice, in place of the next one
                    i++;
                    if (i < transactions) {
                        send(transaction);
                    }
                }
                if (dice.oneIn(400)) {
                    pauseOrResume();
                }
                if (dice.oneIn(1_000)) {
                    environment(i);
                }
            }
            resumeAll();
            tenant.flush();
        } catch (InterruptedException | RuntimeException e) {
            failure.set(e);
        }
    }

    private void send(Transaction transaction) throws InterruptedException {
        if (!room.tryAcquire()) {
            // all pending transactions may be in paused shards
            resumeAll();
            room.acquire();
        }
        tenant.produce("shards.transactions", transaction.getShard(), transaction);
        sent++;
    }

    private Transaction transaction(int number) {
        String shard = "shard-" + dice.below(1 + dice.below(1 + dice.below(shards)));
        ByteBuffer payload = dice.oneIn(200)
                ? ByteBuffer.wrap(new byte[] {(byte) 0xff})
                : ByteBuffer.wrap(PlainJson.write(transfer(shard)).getBytes(UTF_8));
        return Transactions.of(PoolHistory.POOL, shard, "t" + number, payload);
    }

    private Transfer transfer(String shard) {
        String to = "a" + dice.below(ACCOUNTS);
        if (dice.oneIn(3)) {
            return new Transfer(null, to, 1L + dice.below(100), 0L);
        }
        String from = "a" + dice.below(ACCOUNTS);
        long amount = 1L + dice.below(150);
        if (dice.oneIn(100)) {
            return new Transfer(from, to, amount, 1_000_000L);
        }
        long nonce = nonces.merge(shard + "/" + from, 1L, Long::sum) - 1;
        return new Transfer(from, to, amount, nonce);
    }

    private void pauseOrResume() throws InterruptedException {
        String shard = "shard-" + dice.below(shards);
        if (paused.remove(shard)) {
            control(shard, new ShardResumed(shard));
        } else {
            paused.add(shard);
            control(shard, new ShardPaused(shard));
        }
    }

    private void resumeAll() throws InterruptedException {
        for (String shard : paused) {
            control(shard, new ShardResumed(shard));
        }
        paused.clear();
    }

    private void control(String shard, SpecificRecord event) throws InterruptedException {
        tenant.produce("shards.controls", shard, new PoolControl(PoolHistory.POOL, event));
    }

    private void environment(long number) throws InterruptedException {
        BlockEnvironment environment = BlockEnvironment.newBuilder()
                .setPool(PoolHistory.POOL)
                .setNumber(number)
                .setTimestamp(number * 2)
                .setSequencer("sequencer")
                .setL1GasPrice(1L)
                .setL2GasPrice(2L)
                .setL1DataGasPrice(3L)
                .setProtocolVersion("1")
                .build();
        tenant.produce("shards.environments", PoolHistory.POOL, environment);
    }
}
