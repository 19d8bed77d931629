package dev.rota.shards;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Reason;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The state shared by all rules of a pool, and the current step. It is a cache of the rows. */
public final class Pool {

    private static final PoolPolicy DEFAULT_POLICY = PoolPolicy.newBuilder().build();

    /** The key of the deadline timer. */
    private static final Key DEADLINES = Key.of().kind('D').end();

    /** The key of the timer that looks at waiting retries and resting workers. */
    private static final Key WAKE = Key.of().kind('W').end();

    /** The key of the timer that continues a step. */
    private static final Key REST = Key.of().kind('R').end();

    private final PoolWorkers workers = new PoolWorkers();
    private final LostWorkers lostWorkers = new LostWorkers();
    private final WorkerRecords records = new WorkerRecords();
    private final ShardQueue queue;
    private final Turns turns;
    private final Shards shards;
    private final BlockHash blockHash = new BlockHash();
    /** The pool's row as last written. */
    private PoolRow row;

    private PoolPolicy policy;
    private @Nullable BlockEnvironment environment;
    private long pending;
    private long alarm;
    private long judgedTo;
    private long wake;
    private @Nullable Step step;

    /** Creates a pool over its rows that caches shards within the given memory. */
    Pool(Tables tables, long cacheBytes) {
        PoolRow stored = tables.table(ShardsTables.POOL).get(ShardsTables.ONLY);
        PoolPolicy inForce = tables.table(ShardsTables.POLICY).get(ShardsTables.ONLY);
        row = stored == null ? new PoolRow(0L, 0L, 0L, Times.NEVER, Long.MIN_VALUE, Times.NEVER) : stored;
        policy = inForce == null ? DEFAULT_POLICY : inForce;
        environment = tables.table(ShardsTables.ENVIRONMENT).get(ShardsTables.ONLY);
        queue = new ShardQueue(row.getTickets());
        turns = new Turns(row.getTokens());
        shards = new Shards(tables, cacheBytes);
        pending = row.getPending();
        alarm = row.getAlarm();
        judgedTo = row.getJudgedTo();
        wake = row.getWake();
    }

    /** Begins a step. */
    void begin(Step next) {
        step = next;
        records.forgetUntil(now());
    }

    Step step() {
        return Objects.requireNonNull(step, "a step is at work");
    }

    long now() {
        return step().now();
    }

    public PoolWorkers workers() {
        return workers;
    }

    LostWorkers lostWorkers() {
        return lostWorkers;
    }

    public WorkerRecords records() {
        return records;
    }

    public ShardQueue queue() {
        return queue;
    }

    public Turns turns() {
        return turns;
    }

    public Shards shards() {
        return shards;
    }

    BlockHash blockHash() {
        return blockHash;
    }

    public PoolPolicy policy() {
        return policy;
    }

    void policy(PoolPolicy next) {
        policy = next;
        step().table(ShardsTables.POLICY).upsert(ShardsTables.ONLY, next);
    }

    @Nullable
    BlockEnvironment environment() {
        return environment;
    }

    void environment(BlockEnvironment next) {
        environment = next;
        step().table(ShardsTables.ENVIRONMENT).upsert(ShardsTables.ONLY, next);
    }

    /** Pending transactions of all shards. */
    public long pending() {
        return pending;
    }

    void add(Shard shard, SoughtId id, ByteBuffer payload) {
        shard.add(id, payload);
        pending++;
        shards.save(shard);
    }

    /** Removes a shard's first transactions, which are in a block or dead letters now. */
    void removeFirst(Shard shard, int many) {
        shard.removeFirst(many);
        pending -= many;
        shards.save(shard);
    }

    /** Appends the shard to the queue. */
    void enqueue(Shard shard) {
        String notOn = shard.retries == 0 ? null : shard.avoids;
        shard.ticket = queue.append(shard.id, now(), notOn, Times.after(now(), policy.getRetryWithinMs()));
        shards.save(shard);
    }

    /** Whether a waiting shard no longer waits for another worker; the shard itself knows it when it leaves the queue. */
    public boolean isRetryGivenUp(Shard shard) {
        return shard.retries > 0 && shard.ticket != 0 && queue.at(shard.ticket).getNotOn() == null;
    }

    void dequeue(Shard shard) {
        if (isRetryGivenUp(shard)) {
            shard.giveUpRetry();
        }
        queue.remove(shard.ticket);
        shard.ticket = 0;
        shards.save(shard);
    }

    /** Emits a shard's new state. */
    void announce(Shard shard, ShardCause cause) {
        Turn turn = shard.token == 0 ? null : turns.get(shard.token);
        announce(shard, cause, turn == null ? null : turn.worker(), 0);
    }

    /** Emits that a shard has a turn on a worker after its wait. */
    void announceTurn(Shard shard, PoolWorker worker, long waitedMs) {
        announce(shard, ShardCause.DISPATCHED, worker, waitedMs);
    }

    private void announce(Shard shard, ShardCause cause, @Nullable PoolWorker worker, long waitedMs) {
        step().emit(
                        ShardsDomain.STATES,
                        shard.id,
                        new ShardState(
                                step().unit(),
                                shard.id,
                                shard.status(),
                                cause,
                                worker == null ? null : worker.id,
                                worker == null ? null : shard.token,
                                shard.pending().count(),
                                waitedMs));
    }

    /** Emits that a worker's standing in the pool has changed. */
    void announce(PoolWorker worker, WorkerChangeKind kind, String reason) {
        announce(worker.id, kind, worker.incarnation, worker.slots, worker.timeoutMs, reason);
    }

    /** Emits that the standing of a worker has changed, which may have gone. */
    void announce(String id, WorkerChangeKind kind, String reason) {
        PoolWorker worker = workers.get(id);
        if (worker == null) {
            announce(id, kind, "", 0, 0, reason);
        } else {
            announce(worker, kind, reason);
        }
    }

    private void announce(
            String id, WorkerChangeKind kind, String incarnation, int slots, long timeoutMs, String reason) {
        WorkerChange change = new WorkerChange(step().unit(), id, kind, incarnation, slots, timeoutMs, reason);
        step().emit(ShardsDomain.WORKER_EVENTS, id, change);
    }

    void reject(Reason reason, String message) {
        step().reject(reason, message);
    }

    /** The earliest deadline of a batch or a worker. */
    public long deadline() {
        return Math.min(turns.deadline(), workers.deadline());
    }

    /** Whoever has a deadline up to this time was judged, and is late. */
    public long judgedTo() {
        return judgedTo;
    }

    void judgedTo(long time) {
        judgedTo = time;
    }

    static boolean isOfDeadlines(Key timer) {
        return timer.equals(DEADLINES);
    }

    static boolean isOfWaits(Key timer) {
        return timer.equals(WAKE);
    }

    /** The timer of waits has fired. */
    void takeWake() {
        wake = Times.NEVER;
        queue.giveUpRetries(now());
    }

    /** Requests a following step, because this one has no room for everything. */
    void continueLater() {
        step().continueWith(REST);
    }

    /** The timer has fired; returns when it was due. */
    long takeAlarm() {
        long due = alarm;
        alarm = Times.NEVER;
        return due;
    }

    /** Ends a step: writes the changed rows and moves the timers to the earliest deadline and the earliest end of a wait. */
    void write() {
        shards.write();
        workers.write(step());
        lostWorkers.write(step());
        records.write(step());
        queue.write(step());
        turns.write(step());
        // one timer for all deadlines: a timer for each would be a row for each turn
        long deadline = deadline();
        step().attended().move(alarm, deadline, DEADLINES);
        alarm = deadline;
        workers.wake(now());
        long waitEnds = Math.min(workers.restEnds(), queue.retryEnds());
        step().timers().move(wake, waitEnds, WAKE);
        wake = waitEnds;
        if (row.getTokens() != turns.tokens()
                || row.getTickets() != queue.tickets()
                || row.getPending() != pending
                || row.getAlarm() != alarm
                || row.getJudgedTo() != judgedTo
                || row.getWake() != wake) {
            row = new PoolRow(turns.tokens(), queue.tickets(), pending, alarm, judgedTo, wake);
            step().table(ShardsTables.POOL).upsert(ShardsTables.ONLY, row);
        }
    }
}
