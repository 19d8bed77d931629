package dev.rota.shards.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.Reason;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * A naive model of one pool: it searches plain lists from their beginnings. It is slow, and obviously follows the
 * rules. It does not model the limits of this implementation on the bytes of an id and of a batch's record.
 *
 * <p>Where the rules could be read in two ways, the model takes them literally: a turn that ends because its worker
 * leaves does not change which worker its shard avoids; a batch whose receipts count succeeds, even if all of them are
 * INVALID; a stuck slot is free once its worker has reported the token for any known shard; a token that is reported
 * for an unknown shard does not count as reported; times beyond the end of time are never reached.
 */
final class NaivePool {

    private static final String REJECTIONS = new ShardsDomain().rejections().topic();

    final String name;
    final List<NaiveShard> shards = new ArrayList<>();

    /** PENDING shards, in the order in which they became so. */
    final List<NaiveShard> queue = new ArrayList<>();

    /** Running turns, in token order. */
    final List<NaiveTurn> turns = new ArrayList<>();

    final List<NaiveWorker> workers = new ArrayList<>();

    /** Records of workers in the pool, and of those that left or were lost. */
    final List<NaiveRecord> records = new ArrayList<>();

    /** True if it has had a policy. */
    boolean hasPolicy;

    PoolPolicy policy = PoolPolicy.newBuilder().build();

    @Nullable
    BlockEnvironment environment;

    /** The transactions per second that a turn's first batch had receipts for lately; 0 if there was none. */
    long pace;

    /** The latest token. */
    long token;

    long now;

    private final List<TimedDecision> told = new ArrayList<>();

    /** The first batch for each worker that reads more in a record, in the order in which they were cut. */
    private final Map<String, Batch> batches = new LinkedHashMap<>();

    private final List<BatchReceipts> receipts = new ArrayList<>();

    /** The worker whose receipts these are. */
    private String reporter = "";

    /** The time of the nameless unit, which receives the inputs that intake refuses. */
    private long namelessNow;

    NaivePool(String name) {
        this.name = name;
    }

    /** Returns the decisions of a moment, including those of timers that were due before it. */
    List<TimedDecision> take(Moment moment) {
        told.clear();
        SpecificRecord event = moment.event();
        if (event == null) {
            fireTimers(moment.time());
            return List.copyOf(told);
        }
        IntakeReason refusal = NaiveIntake.refuses(event);
        if (refusal != null) {
            namelessNow = Math.max(namelessNow, moment.time());
            return List.of(new TimedDecision(namelessNow, REJECTIONS, "", refusal.name()));
        }
        fireTimers(moment.time());
        now = Math.max(now, moment.time());
        decide(event, moment.adopted());
        new NaiveQueue(this).dispatch();
        end();
        return List.copyOf(told);
    }

    private void decide(SpecificRecord event, boolean adopted) {
        if (event instanceof Transaction transaction) {
            arrive(transaction, adopted);
        } else if (event instanceof WorkerEvent worker && worker.getEvent() instanceof BatchExecuted report) {
            report(worker.getWorker(), report.getIncarnation(), List.of(report));
        } else if (event instanceof WorkerEvent worker && worker.getEvent() instanceof BatchesExecuted joined) {
            report(worker.getWorker(), joined.getIncarnation(), joined.getReports());
        } else if (event instanceof WorkerEvent worker) {
            new NaiveWorkers(this).take(worker);
        } else {
            new NaiveControls(this).take(event);
        }
    }

    private void report(String id, String incarnation, List<BatchExecuted> reports) {
        NaiveWorker worker = new NaiveWorkers(this).known(id, incarnation);
        if (worker != null) {
            new NaiveWorkers(this).hear(worker);
            reports.forEach(report -> new NaiveReport(this, worker, report).take());
        }
    }

    private void arrive(Transaction transaction, boolean adopted) {
        NaiveShard known = shard(transaction.getShard());
        NaiveShard shard = known == null ? new NaiveShard(transaction.getShard()) : known;
        int all = shards.stream().mapToInt(one -> one.pending.size()).sum();
        if (shard.closed) {
            reject(ShardsReason.SHARD_CLOSED);
        } else if (!adopted && shard.knows(transaction.getId())) {
            reject(ShardsReason.TRANSACTION_EXISTS);
        } else if (!adopted && shard.pending.size() >= policy.getShardPendingMax()) {
            reject(ShardsReason.SHARD_FULL);
        } else if (!adopted && all >= policy.getPendingTransactionsMax()) {
            reject(ShardsReason.POOL_FULL);
        } else {
            if (known == null) {
                shards.add(shard);
            }
            shard.pending.add(transaction);
            if (adopted) {
                shard.mapped.add(transaction);
            }
            new NaiveQueue(this).schedule(shard, ShardCause.SCHEDULED);
        }
    }

    long quantumMs(NaiveTurn turn) {
        return turn.grantedMs > 0 ? turn.grantedMs : policy.getQuantumMs();
    }

    long turnMsMax() {
        Long most = policy.getTurnMsMax();
        return most != null ? most : Math.max(10_000, 10 * policy.getQuantumMs());
    }

    /** Returns the earliest deadline, or the greatest long if there is none. */
    long nextDue() {
        LongStream batches = turns.stream().mapToLong(turn -> turn.deadline);
        LongStream silences = workers.stream().mapToLong(worker -> worker.deadline);
        LongStream retries = queue.stream()
                .filter(shard -> shard.retries > 0 || shard.failed)
                .mapToLong(shard -> shard.retryUntil);
        LongStream delays = delayed().mapToLong(shard -> shard.delayedUntil);
        LongStream rests = workers.stream()
                .map(worker -> new NaiveHealth(this).of(worker.id))
                .filter(record -> record.isSick() && record.restUntil > now)
                .mapToLong(record -> record.restUntil);
        return Stream.of(batches, silences, retries, delays, rests)
                .flatMapToLong(times -> times)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /**
     * Runs one step for each distinct time that is due: tries on other workers, delays by time and id, batches by token, workers by id, then one dispatch.
     */
    private void fireTimers(long time) {
        for (long next = nextDue(); next <= time; next = nextDue()) {
            long due = next;
            now = Math.max(now, due);
            for (NaiveShard shard : queue) {
                if ((shard.retries > 0 || shard.failed) && shard.retryUntil <= due) {
                    new NaiveLoss(this).giveUpRetry(shard);
                }
            }
            for (NaiveShard shard :
                    delayed().filter(one -> one.delayedUntil <= due).toList()) {
                new NaiveQueue(this).end(shard, ShardCause.SCHEDULED);
            }
            for (NaiveTurn turn :
                    turns.stream().filter(one -> one.deadline <= due).toList()) {
                turn.worker.stuck.add(turn.token);
                new NaiveLoss(this).lose(turn, ShardCause.BATCH_TIMEOUT);
            }
            List<NaiveWorker> silent = silent(due);
            silent.forEach(worker -> new NaiveWorkers(this).forget(worker, WorkerChangeKind.LOST));
            silent.forEach(worker -> new NaiveWorkers(this).lose(worker, ShardCause.WORKER_LOST));
            new NaiveQueue(this).dispatch();
            end();
        }
    }

    /** Ends a step. A stateless pool forgets shards that have nothing to do, to remember or to obey. */
    private void end() {
        tellReceipts();
        batches.forEach((worker, batch) -> tell(ShardsTopics.ASSIGNMENTS.topic(), worker, batch));
        batches.clear();
        shards.forEach(NaiveShard::rest);
        shards.removeIf(shard -> policy.getStateless() && shard.isSpent());
    }

    private void tellReceipts() {
        if (!receipts.isEmpty()) {
            tell(ShardsTopics.RECEIPTS.topic(), name, new ReceiptsCommitted(name, reporter, List.copyOf(receipts)));
            receipts.clear();
        }
    }

    void committed(NaiveTurn turn, List<Receipt> some, boolean continues) {
        reporter = turn.worker.id;
        receipts.add(BatchReceipts.newBuilder()
                .setShard(turn.shard.id)
                .setToken(turn.token)
                .setEnvironmentNumber(turn.environment)
                .setReceipts(some)
                .setContinues(continues)
                .build());
    }

    void assign(NaiveWorker worker, Batch batch) {
        if (worker.protocol == 0) {
            tellReceipts();
            tell(ShardsTopics.ASSIGNMENTS.topic(), worker.id, batch);
        } else if (batches.containsKey(worker.id)) {
            batches.get(worker.id).getMore().add(batch);
        } else {
            batches.put(worker.id, batch);
        }
    }

    /** Returns the shards that wait for a retry and are not paused, by time and id. */
    Stream<NaiveShard> delayed() {
        return shards.stream()
                .filter(shard -> shard.isDelayed() && !shard.paused)
                .sorted(Comparator.<NaiveShard>comparingLong(shard -> shard.delayedUntil)
                        .thenComparing(shard -> shard.id, Ids.BY_BYTES));
    }

    private List<NaiveWorker> silent(long due) {
        return workers.stream()
                .filter(worker -> worker.deadline <= due)
                .sorted(Comparator.comparing(worker -> worker.id, Ids.BY_BYTES))
                .toList();
    }

    @Nullable
    NaiveShard shard(String id) {
        return shards.stream().filter(shard -> shard.id.equals(id)).findFirst().orElse(null);
    }

    @Nullable
    NaiveWorker worker(String id) {
        return workers.stream()
                .filter(worker -> worker.id.equals(id))
                .findFirst()
                .orElse(null);
    }

    @Nullable
    NaiveTurn turn(NaiveShard shard) {
        return turns.stream().filter(turn -> turn.shard == shard).findFirst().orElse(null);
    }

    Stream<NaiveTurn> turns(NaiveWorker worker) {
        return turns.stream().filter(turn -> turn.worker == worker);
    }

    /** Returns the time after a duration, or the greatest long on overflow. */
    long in(long ms) {
        return ms > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + ms;
    }

    /** Publishes a shard's new state. */
    void changed(NaiveShard shard, ShardCause cause) {
        if (policy.getStateless() && !policy.getStates()) {
            return;
        }
        NaiveTurn turn = turn(shard);
        long waited = cause == ShardCause.DISPATCHED ? now - shard.since : 0;
        ShardState state = ShardState.newBuilder()
                .setPool(name)
                .setShard(shard.id)
                .setState(shard.status)
                .setCause(cause)
                .setWorker(turn == null ? null : turn.worker.id)
                .setToken(turn == null ? null : turn.token)
                .setPending((long) shard.pending.size())
                .setWaitedMs(waited)
                .build();
        tell(ShardsTopics.STATES.topic(), shard.id, state);
    }

    /** Publishes a change of a worker, which may have left. */
    void changed(String id, WorkerChangeKind kind) {
        NaiveWorker worker = worker(id);
        changed(worker == null ? new NaiveWorker(id, "") : worker, kind);
    }

    void changed(NaiveWorker worker, WorkerChangeKind kind) {
        WorkerChange change = WorkerChange.newBuilder()
                .setPool(name)
                .setWorker(worker.id)
                .setKind(kind)
                .setIncarnation(worker.incarnation)
                .setSlots(worker.slots)
                .setTimeoutMs(worker.timeoutMs)
                .setReason("")
                .setProtocol(worker.protocol)
                .build();
        tell(ShardsTopics.WORKER_EVENTS.topic(), worker.id, change);
    }

    void died(NaiveTurn turn, Transaction transaction, DeadLetterReason reason, String message) {
        DeadLetter letter = DeadLetter.newBuilder()
                .setPool(name)
                .setShard(turn.shard.id)
                .setTransaction(transaction.getId())
                .setPayload(transaction.getPayload())
                .setToken(turn.token)
                .setReason(reason)
                .setMessage(message)
                .setKey(transaction.getKey())
                .setHeaders(transaction.getHeaders())
                .setSource(transaction.getSource())
                .setTombstone(transaction.getTombstone())
                .build();
        tell(ShardsTopics.DEAD_LETTERS.topic(), turn.shard.id, letter);
    }

    void tell(String topic, String key, SpecificRecord value) {
        told.add(new TimedDecision(now, topic, key, value));
    }

    void reject(Reason reason) {
        told.add(new TimedDecision(now, REJECTIONS, name, reason.name()));
    }
}
