package dev.rota.shards.shard;

import dev.rota.engine.Nullable;
import dev.rota.engine.Tables;
import dev.rota.shards.ClosedShardRow;
import dev.rota.shards.ShardRow;
import dev.rota.shards.ShardStatus;
import java.nio.ByteBuffer;
import java.util.List;

/** A cached shard: its row, and the parts of its index that have been read. */
public final class Shard {

    /** The approximate size of a shard without its lists. */
    private static final int SHARD_BYTES = 880;

    private static final ShardRow NEW = new ShardRow(
            0L,
            false,
            false,
            0L,
            0L,
            null,
            0,
            0L,
            null,
            false,
            0L,
            false,
            0L,
            0L,
            "",
            0L,
            0,
            0L,
            0L,
            false,
            ByteBuffer.allocate(0),
            false);

    public final String id;
    public long height;
    public boolean paused;
    /** True if it accepts no more transactions. */
    public boolean closed;
    /** Its ticket in the queue while PENDING, or 0. */
    public long ticket;
    /** Its turn's token while RUNNING, or 0. */
    public long token;
    /** The worker on which its last turn was lost. */
    @Nullable
    public String avoids;

    public int losses;
    /** The size of a failed batch that is to be tried on another worker, or 0. */
    public long retries;
    /** The only worker on which a batch with the current first transaction failed or was lost. */
    private @Nullable String failedOn;

    private boolean failedOnSeveral;
    /** The number of its first transactions that are suspects, executed one by one. */
    public long suspects;

    /**
     * True if the last try of its first transaction FAILED on the worker that it avoids, and the next one is to be on
     * another.
     */
    public boolean failed;
    /** The number of receipts in a row that asked for a retry of its first transaction. */
    public long delays;
    /** When it is queued for that retry, or 0 if it does not wait for one. */
    public long delayedUntil;
    /** The reason of the latest of these receipts. */
    public String retryReason;

    boolean stored;
    /** True if it is stored as the row of a closed shard only. */
    boolean storedClosed;

    boolean changed;
    boolean touched;
    boolean evicted;
    /** True if it was used since the cache last spared it. */
    boolean used;
    /** Its size as {@link Shards} has counted it. */
    long weight;

    private final PendingTransactions pending;
    private final ExecutedIds executed;

    private Shard(String id, ShardRow row, Tables tables) {
        this.id = id;
        this.height = row.getHeight();
        this.paused = row.getPaused();
        this.closed = row.getClosed();
        this.ticket = row.getTicket();
        this.token = row.getToken();
        this.avoids = row.getAvoids();
        this.losses = row.getLosses();
        this.retries = row.getRetries();
        this.failedOn = row.getFailedOn();
        this.failedOnSeveral = row.getFailedOnSeveral();
        this.suspects = row.getSuspects();
        this.failed = row.getFailed();
        this.delays = row.getDelays();
        this.delayedUntil = row.getDelayedUntil();
        this.retryReason = row.getRetryReason();
        this.pending = new PendingTransactions(id, tables, row);
        this.executed = new ExecutedIds(id, tables, row.getHasExecuted());
    }

    static Shard create(String id, Tables tables) {
        return new Shard(id, NEW, tables);
    }

    public static Shard of(String id, ShardRow row, Tables tables) {
        Shard shard = new Shard(id, row, tables);
        shard.stored = true;
        return shard;
    }

    /** Creates a closed shard that is done from its row. */
    static Shard of(String id, ClosedShardRow row, Tables tables) {
        Shard shard = create(id, tables);
        shard.height = row.getHeight();
        shard.executed.follow(row.getHash());
        shard.paused = row.getPaused();
        shard.closed = true;
        shard.storedClosed = true;
        return shard;
    }

    public ShardStatus status() {
        return token != 0 ? ShardStatus.RUNNING : ticket != 0 ? ShardStatus.PENDING : ShardStatus.IDLE;
    }

    public PendingTransactions pending() {
        return pending;
    }

    public boolean hasWork() {
        return pending.count() > 0;
    }

    /** Returns whether it is idle although it has work; it may wait for a retry. */
    public boolean couldWork() {
        return status() == ShardStatus.IDLE && !paused && hasWork();
    }

    /** Returns whether it is idle and is queued for a retry later, unless it is paused. */
    public boolean isDelayed() {
        return status() == ShardStatus.IDLE && delayedUntil != 0;
    }

    /** Returns whether a transaction with that id is pending, or remembered from a block. */
    public boolean knows(String transaction) {
        return knows(new TransactionId(transaction));
    }

    public boolean knows(TransactionId transaction) {
        return pending.knows(transaction) || executed.knows(transaction);
    }

    /** Returns whether a transaction with that id is pending. */
    public boolean isPending(String transaction) {
        return pending.knows(new TransactionId(transaction));
    }

    public void add(TransactionId id, Content content) {
        pending.add(id, content);
    }

    /** Returns the hash of its latest block. */
    public String hash() {
        return executed.hash();
    }

    /** Records a block; of the executed transactions whose ids are to be remembered, the latest {@code window} are. */
    public void remember(String hash, List<String> transactions, long window) {
        executed.add(hash, transactions, window);
    }

    /** Remembers the latest {@code window} ids of executed transactions that have no block. */
    public void remember(List<String> transactions, long window) {
        if (executed.isStored() || (window > 0 && !transactions.isEmpty())) {
            executed.add(executed.hash(), transactions, window);
        }
    }

    /** Removes the first transactions; suspects among them are cleared. */
    public void removeFirst(int many) {
        pending.removeFirst(many);
        suspects = Math.max(0, suspects - many);
        if (many > 0) {
            failedOn = null;
            failedOnSeveral = false;
            failed = false;
            delays = 0;
            retryReason = "";
        }
    }

    /** Records that a batch with its current first transaction failed or was lost on a worker. */
    public void failedOn(String worker) {
        failedOnSeveral |= failedOn != null && !failedOn.equals(worker);
        failedOn = failedOnSeveral ? null : worker;
    }

    /**
     * Returns the only worker on which a batch with its current first transaction failed or was lost, or null if there
     * is none or several.
     */
    @Nullable
    public String failedOn() {
        return failedOn;
    }

    /**
     * Gives up the retry of a failed batch, for which no other worker was free in time. That is the first loss of its
     * transactions.
     */
    public void giveUpRetry() {
        losses++;
        suspects = Math.max(suspects, retries);
        retries = 0;
    }

    /** Returns whether it is closed, and all accepted transactions are in a block or are dead letters. */
    boolean isDone() {
        return closed && !hasWork() && status() == ShardStatus.IDLE;
    }

    /**
     * Returns whether it is like a shard that never was, unless it has blocks: it has nothing to do, to remember or to
     * obey.
     */
    boolean isSpent() {
        return !closed && !paused && !hasWork() && status() == ShardStatus.IDLE && !executed.remembers();
    }

    /** Forgets all ids of transactions; the shard is not used any more. */
    void forgetAll() {
        executed.forgetAll();
    }

    ClosedShardRow closedRow() {
        return new ClosedShardRow(height, hash(), paused);
    }

    /** Returns its approximate size in memory. */
    long bytes() {
        return SHARD_BYTES + retryReason.length() + pending.bytes() + executed.bytes();
    }

    /** Writes its other rows, and returns its own. */
    ShardRow write() {
        executed.write();
        return new ShardRow(
                height,
                paused,
                closed,
                ticket,
                token,
                avoids,
                losses,
                retries,
                failedOn,
                failedOnSeveral,
                suspects,
                failed,
                delays,
                delayedUntil,
                retryReason,
                pending.count(),
                pending.taken(),
                pending.firstPage(),
                pending.nextPage(),
                pending.isLastPageOpen(),
                pending.latest(),
                executed.isStored());
    }
}
