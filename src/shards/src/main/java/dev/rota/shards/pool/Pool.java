package dev.rota.shards.pool;

import dev.rota.engine.Nullable;
import dev.rota.engine.Reason;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import dev.rota.engine.TimerType;
import dev.rota.engine.Times;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.PoolRow;
import dev.rota.shards.shard.Content;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.shard.Shards;
import dev.rota.shards.shard.TransactionId;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.shards.workers.PoolWorker;
import dev.rota.shards.workers.PoolWorkers;
import dev.rota.shards.workers.WorkerRecords;
import java.util.Objects;

/** The state that all rules of a pool share, and the current step. It is a cache of the rows. */
public final class Pool {

    private static final PoolPolicy DEFAULT_POLICY = PoolPolicy.newBuilder().build();

    /** The divisor of the difference between the latest turn's pace and the one before by which the pace changes. */
    private static final int PACE_WEIGHT = 8;

    /** The least maximum of a batch's transactions, unless the policy's is lower. */
    private static final int BATCH_MIN = 16;

    /** The longest time for which the size of a batch is computed. */
    private static final long BATCH_MS_MAX = 3_600_000;

    /** The time beyond the end of its turn for which a batch has work, since a worker may be faster than lately. */
    private static final long BATCH_SPARE_MS = 100;

    /** The quantum of a turn for which no other shard has to wait. */
    private static final long QUANTUM_ALONE_MS = 1_000;

    /** Judges deadlines; an attended timer. */
    public static final TimerType<Void> DEADLINES = TimerType.ofUnit('D');

    /** Ends waits for another worker, delays of retries, and rests. */
    public static final TimerType<Void> WAKE = TimerType.ofUnit('W');

    /** Continues a step. */
    public static final TimerType<Void> REST = TimerType.ofUnit('R');

    private final PoolWorkers workers = new PoolWorkers();
    private final DepartedWorkers departed = new DepartedWorkers();
    private final WorkerRecords records = new WorkerRecords();
    private final DelayedShards delayed = new DelayedShards();
    private final ShardQueue queue;
    private final Turns turns;
    private final Shards shards;
    private final Outbox outbox = new Outbox();
    /** The pool's row as last written. */
    private PoolRow row;

    private PoolPolicy policy;
    private boolean hasPolicy;
    private @Nullable BlockEnvironment environment;
    private long pending;
    private long alarm;
    private long judgedTo;
    private long wake;
    private long pace;
    private @Nullable Step step;

    /** Creates a pool over its rows that caches shards within the given memory. */
    Pool(Tables tables, long cacheBytes) {
        PoolRow stored = tables.table(ShardsTables.POOL).get(ShardsTables.ONLY);
        PoolPolicy inForce = tables.table(ShardsTables.POLICY).get(ShardsTables.ONLY);
        row = stored == null ? new PoolRow(0L, 0L, 0L, Times.NEVER, Long.MIN_VALUE, Times.NEVER, 0L) : stored;
        policy = inForce == null ? DEFAULT_POLICY : inForce;
        hasPolicy = inForce != null;
        environment = tables.table(ShardsTables.ENVIRONMENT).get(ShardsTables.ONLY);
        queue = new ShardQueue(row.getTickets());
        turns = new Turns(row.getTokens());
        shards = new Shards(tables, cacheBytes);
        pending = row.getPending();
        alarm = row.getAlarm();
        judgedTo = row.getJudgedTo();
        wake = row.getWake();
        pace = row.getPace();
    }

    /** Begins a step. */
    public void begin(Step next) {
        step = next;
        records.forgetUntil(now());
    }

    public Step step() {
        return Objects.requireNonNull(step, "a step is at work");
    }

    public long now() {
        return step().now();
    }

    public PoolWorkers workers() {
        return workers;
    }

    public DepartedWorkers departed() {
        return departed;
    }

    public WorkerRecords records() {
        return records;
    }

    public ShardQueue queue() {
        return queue;
    }

    public DelayedShards delayed() {
        return delayed;
    }

    public Turns turns() {
        return turns;
    }

    public Shards shards() {
        return shards;
    }

    /** Returns the batches and the receipts of this step. */
    public Outbox outbox() {
        return outbox;
    }

    public PoolPolicy policy() {
        return policy;
    }

    /** Returns whether results depend on a transaction alone: shards have no blocks. */
    public boolean isStateless() {
        return policy.getStateless();
    }

    /** Returns whether the states of shards are emitted. */
    public boolean emitsStates() {
        return !policy.getStateless() || policy.getStates();
    }

    /**
     * Returns the quantum that is granted to a turn that has just begun on a worker, or 0 if it is the policy's. In a
     * stateless pool it is longer while fewer shards wait than slots are free: a busy shard would only be sent to the
     * same worker again. What such a turn executes is known all the time, since the worker reports it while it goes on.
     */
    public long grantedMs(PoolWorker worker) {
        long quantumMs = policy.getQuantumMs();
        boolean isAlone = isStateless()
                && worker.protocol > 0
                && quantumMs > 0
                && queue.size() < workers.totals().free();
        long longest = Math.min(QUANTUM_ALONE_MS, turnMsMax());
        return isAlone && longest > quantumMs ? longest : 0;
    }

    /** Returns the quantum of a turn that was granted one, or 0. */
    public long quantumMs(long grantedMs) {
        return grantedMs > 0 ? grantedMs : policy.getQuantumMs();
    }

    /**
     * Returns the maximum duration of a turn in log time, which also ends the turns of a worker that reports no elapsed
     * time.
     */
    public long turnMsMax() {
        Long most = policy.getTurnMsMax();
        long quantumMs = policy.getQuantumMs();
        if (most != null) {
            return most;
        }
        boolean endless = quantumMs > Long.MAX_VALUE / ShardsLimits.TURN_QUANTA_MAX;
        return endless ? Long.MAX_VALUE : Math.max(ShardsLimits.TURN_MS_MAX, ShardsLimits.TURN_QUANTA_MAX * quantumMs);
    }

    /** Takes note of the number of receipts in a report of a turn's first batch, and of the time since the one before. */
    public void paced(int transactions, long elapsedMs) {
        long latest = transactions * 1_000L / Math.max(1, elapsedMs);
        pace = pace == 0 ? latest : pace + (latest - pace) / PACE_WEIGHT;
    }

    /**
     * Returns the maximum size of a batch in a turn that lasts so much longer. Without states, what the turn does not
     * execute is only sent again, so it is what was executed lately in that time and a little more.
     */
    public int batchTransactionsMax(long leftMs) {
        int most = policy.getBatchTransactionsMax();
        long ms = Math.min(leftMs, BATCH_MS_MAX) + BATCH_SPARE_MS;
        return isStateless() ? (int) Math.min(most, Math.max(BATCH_MIN, pace * ms / 1_000)) : most;
    }

    /** Returns whether its first policy may still decide that it is stateless: no turn has had state to change. */
    public boolean mayBecomeStateless() {
        return !hasPolicy && turns.tokens() == 0;
    }

    public void policy(PoolPolicy next) {
        policy = next;
        hasPolicy = true;
        step().table(ShardsTables.POLICY).upsert(ShardsTables.ONLY, next);
    }

    @Nullable
    public BlockEnvironment environment() {
        return environment;
    }

    public void environment(BlockEnvironment next) {
        environment = next;
        step().table(ShardsTables.ENVIRONMENT).upsert(ShardsTables.ONLY, next);
    }

    /** Returns the number of pending transactions of all shards. */
    public long pending() {
        return pending;
    }

    public void add(Shard shard, TransactionId id, Content content) {
        shard.add(id, content);
        pending++;
        shards.save(shard);
    }

    /** Removes a shard's first transactions, which are in a block or are dead letters. */
    public void removeFirst(Shard shard, int many) {
        shard.removeFirst(many);
        pending -= many;
        shards.save(shard);
    }

    /** Appends the shard to the queue. */
    public void enqueue(Shard shard) {
        shard.delayedUntil = 0;
        shard.failed &= workers.hasHealthyBesides(shard.avoids);
        String notOn = shard.retries > 0 || shard.failed ? shard.avoids : null;
        shard.ticket = queue.append(shard.id, now(), notOn, Times.after(now(), policy.getRetryWithinMs()));
        shards.save(shard);
    }

    /** Lets an idle shard wait for the retry of its first transaction. */
    public void delay(Shard shard) {
        delayed.add(step(), shard.id, shard.delayedUntil);
    }

    /** Ends the wait of a shard for its retry. */
    public void endDelay(Shard shard) {
        delayed.remove(step(), shard.id, shard.delayedUntil);
    }

    /** Returns whether a waiting shard no longer waits for another worker. Its row changes when it leaves the queue. */
    public boolean isRetryGivenUp(Shard shard) {
        return shard.retries > 0 && shard.ticket != 0 && queue.at(shard.ticket).getNotOn() == null;
    }

    public void dequeue(Shard shard) {
        if (isRetryGivenUp(shard)) {
            shard.giveUpRetry();
        }
        shard.failed &= queue.at(shard.ticket).getNotOn() != null;
        queue.remove(shard.ticket);
        shard.ticket = 0;
        shards.save(shard);
    }

    public void reject(Reason reason, String message) {
        step().reject(reason, message);
    }

    /** Returns the earliest deadline of a batch or a worker. */
    public long deadline() {
        return Math.min(turns.deadline(), workers.deadline());
    }

    /**
     * Returns the time up to which deadlines were judged: turns and workers whose deadline is not later are overdue.
     */
    public long judgedTo() {
        return judgedTo;
    }

    public void judgedTo(long time) {
        judgedTo = time;
    }

    /** Ends waits for another worker, after their timer has fired. */
    public void takeWake() {
        wake = Times.NEVER;
        queue.giveUpRetries(now());
    }

    /** Requests a following step, because this one has no room for all changes. */
    public void continueLater() {
        step().continueWith(REST.key());
    }

    /** Returns when the timer of deadlines was due, after it has fired. */
    public long takeAlarm() {
        long due = alarm;
        alarm = Times.NEVER;
        return due;
    }

    /** Ends a step: writes the changed rows and moves the timers to the earliest deadline and the earliest end of a wait. */
    public void write() {
        outbox.emit(step());
        shards.write(isStateless());
        workers.write(step());
        departed.write(step());
        records.write(step());
        queue.write(step());
        turns.write(step());
        // one timer for all deadlines: a timer for each would cost a row per turn
        long deadline = deadline();
        step().attended().move(alarm, deadline, DEADLINES.key());
        alarm = deadline;
        workers.wake(now());
        long waitEnds = Math.min(delayed.ends(), Math.min(workers.restEnds(), queue.retryEnds()));
        step().timers().move(wake, waitEnds, WAKE.key());
        wake = waitEnds;
        if (row.getTokens() != turns.tokens()
                || row.getTickets() != queue.tickets()
                || row.getPending() != pending
                || row.getAlarm() != alarm
                || row.getJudgedTo() != judgedTo
                || row.getWake() != wake
                || row.getPace() != pace) {
            row = new PoolRow(turns.tokens(), queue.tickets(), pending, alarm, judgedTo, wake, pace);
            step().table(ShardsTables.POOL).upsert(ShardsTables.ONLY, row);
        }
    }
}
