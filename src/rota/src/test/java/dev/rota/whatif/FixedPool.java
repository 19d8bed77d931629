package dev.rota.whatif;

import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.serde.PlainJson;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.Simulation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A pool in which each transaction of a shard takes as long as every other of its shard, run in virtual time by a loop
 * that knows nothing of what-ifs: every millisecond, timers fire, then workers and clients send what they have planned,
 * then executed batches are reported.
 */
final class FixedPool {

    static final String POOL = "default";
    static final long END = 6_000;

    private static final int SHARDS = 5;
    private static final long FAILS_AFTER_MS = 25;

    /** What becomes of a transaction. */
    private enum Fate {
        SUCCEEDS,
        REVERTS,
        INVALID,
        RETRIES_ONCE,
        FAILS,
        FAILS_ITS_BATCH
    }

    private record Planned(long time, String topic, SpecificRecord value) {}

    /** A process of a worker. */
    private record Instance(String worker, String incarnation, long until) {}

    private record Due(long time, long seq, Instance process, Batch batch, long turnSince) {}

    private final boolean mixed;
    private final List<Planned> planned = new ArrayList<>();
    private final Map<String, Long> msOf = new TreeMap<>();
    private final Map<String, Fate> fates = new TreeMap<>();
    private final List<Instance> processes = new ArrayList<>();

    private final List<String> lines = new ArrayList<>();
    private final Map<String, Instance> inPool = new HashMap<>();
    private final Map<Long, Long> turns = new HashMap<>();
    private @Nullable Batch reported;

    /** Whether a transaction became a dead letter because another made its batch fail. */
    private boolean innocent;

    private final Set<String> retried = new HashSet<>();
    private final Set<String> known = new HashSet<>();
    private final Set<String> knownShards = new HashSet<>();
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::time).thenComparingLong(Due::seq));

    /** @param mixed whether there are transactions that do not succeed */
    FixedPool(Random random, boolean mixed) {
        this.mixed = mixed;
        for (int i = 0; i < SHARDS; i++) {
            msOf.put("s" + i, (long) (5 + random.nextInt(50)));
        }
        for (int i = 0; i < 2 + random.nextInt(3); i++) {
            worker("w" + i, random);
        }
        for (int i = 0; i < 90; i++) {
            transaction("t" + i, random);
        }
        for (int i = 0; i < 5; i++) {
            BlockEnvironment environment = BlockEnvironment.newBuilder()
                    .setNumber(i)
                    .setTimestamp(i)
                    .setSequencer("q")
                    .build();
            plan(1 + random.nextInt(4_000), ShardsTopics.ENVIRONMENTS, environment);
            String shard = "s" + random.nextInt(SHARDS);
            long time = 1L + random.nextInt(3_000);
            plan(time, ShardsTopics.CONTROLS, new PoolControl(POOL, new ShardPaused(shard)));
            plan(
                    time + 100L + random.nextInt(600),
                    ShardsTopics.CONTROLS,
                    new PoolControl(POOL, new ShardResumed(shard)));
        }
        planned.sort(Comparator.comparingLong(Planned::time));
    }

    private void worker(String name, Random random) {
        long from = 1L + random.nextInt(300);
        for (int life = 0; from < END; life++) {
            boolean ends = random.nextInt(3) == 0;
            long until = ends ? from + 500 + random.nextInt(2_500) : END;
            until = until > END - 2_000 ? END : until;
            String incarnation = name + "-" + life;
            int slots = 1 + random.nextInt(2);
            long last = from;
            for (long time = from; time <= until; time += 200 + random.nextInt(100)) {
                int now = random.nextInt(8) == 0 ? random.nextInt(3) : slots;
                plan(time, ShardsTopics.WORKERS, new WorkerEvent(POOL, name, new WorkerReady(now, incarnation, 0)));
                last = time;
            }
            if (until < END && random.nextBoolean()) {
                last = until + 1;
                plan(last, ShardsTopics.WORKERS, new WorkerEvent(POOL, name, new WorkerLeft(incarnation)));
            }
            processes.add(new Instance(name, incarnation, until < END ? last : END));
            from = until < END && random.nextBoolean() ? last + 1 + random.nextInt(1_200) : END;
        }
    }

    private void transaction(String id, Random random) {
        String shard = "s" + random.nextInt(SHARDS);
        Fate fate =
                !mixed || random.nextInt(5) > 0 ? Fate.SUCCEEDS : Fate.values()[random.nextInt(Fate.values().length)];
        fates.put(id, fate);
        Transaction transaction = Transactions.of(POOL, shard, id, ByteBuffer.wrap(new byte[random.nextInt(20)]));
        long time = 1L + random.nextInt(4_000);
        plan(time, ShardsTopics.TRANSACTIONS, transaction);
        if (random.nextInt(10) == 0 && fate == Fate.SUCCEEDS) {
            // one that became a dead letter would be accepted again
            plan(time + random.nextInt(30), ShardsTopics.TRANSACTIONS, transaction);
        }
    }

    private void plan(long time, String topic, SpecificRecord value) {
        planned.add(new Planned(time, topic, value));
    }

    /** Runs under a policy. Returns the record as lines. */
    List<String> run(PoolPolicy policy) throws BadLine {
        lines.clear();
        inPool.clear();
        turns.clear();
        innocent = false;
        retried.clear();
        known.clear();
        knownShards.clear();
        due.clear();
        Simulation simulation = new Simulation(new ShardsDomain(), Parallel.SEQUENTIAL, (decision, chain) -> {
            if (decision.value() instanceof Batch batch) {
                sent(batch, decision.time(), decision.seq());
            } else if (decision.value() instanceof ShardBlock block) {
                block.getReceipts().forEach(receipt -> known.add(receipt.getTransaction()));
                knownShards.add(block.getShard());
            } else if (decision.value() instanceof DeadLetter letter) {
                died(letter);
            } else if (decision.value() instanceof ShardState state) {
                if (state.getCause() == ShardCause.RETRY) {
                    retried.add(Objects.requireNonNull(reported).getTransactions().stream()
                            .map(Transaction::getId)
                            .filter(this::isRetry)
                            .findFirst()
                            .orElseThrow());
                }
            }
        });
        line(simulation, 0, ShardsTopics.CONTROLS, new PoolControl(POOL, policy));
        int next = 0;
        for (long now = 0; now <= END; now++) {
            simulation.until(now);
            for (; next < planned.size() && planned.get(next).time() == now; next++) {
                SpecificRecord value = planned.get(next).value();
                if (value instanceof WorkerEvent event && event.getEvent() instanceof WorkerReady ready) {
                    inPool.put(event.getWorker(), process(ready.getIncarnation()));
                } else if (value instanceof WorkerEvent event && event.getEvent() instanceof WorkerLeft) {
                    inPool.remove(event.getWorker());
                }
                line(simulation, now, planned.get(next).topic(), value);
            }
            while (!due.isEmpty() && due.element().time() <= now) {
                Due its = due.remove();
                if (its.process().equals(inPool.get(its.process().worker()))) {
                    reported = its.batch();
                    line(simulation, now, ShardsTopics.WORKERS, report(its, now));
                }
            }
        }
        return List.copyOf(lines);
    }

    private void sent(Batch batch, long time, long seq) {
        Instance process = Objects.requireNonNull(inPool.get(batch.getWorker()));
        long turnSince = turns.computeIfAbsent(batch.getToken(), token -> time);
        long ms = 0;
        for (Transaction transaction : batch.getTransactions()) {
            Fate fate = fates.get(transaction.getId());
            if (fate == Fate.FAILS_ITS_BATCH) {
                ms = FAILS_AFTER_MS;
                break;
            }
            ms += Objects.requireNonNull(msOf.get(batch.getShard()));
            if (isRetry(transaction.getId())) {
                break;
            }
        }
        if (time + ms <= process.until()) {
            due.add(new Due(time + ms, seq, process, batch, turnSince));
        }
    }

    private Fate fate(String transaction) {
        return Objects.requireNonNull(fates.get(transaction));
    }

    private boolean isRetry(String transaction) {
        Fate fate = fates.get(transaction);
        return fate == Fate.FAILS || (fate == Fate.RETRIES_ONCE && !retried.contains(transaction));
    }

    private WorkerEvent report(Due its, long now) {
        Batch batch = its.batch();
        List<Receipt> receipts = new ArrayList<>();
        String error = null;
        for (Transaction transaction : batch.getTransactions()) {
            String id = transaction.getId();
            if (fates.get(id) == Fate.FAILS_ITS_BATCH) {
                error = "no " + id;
                receipts.clear();
                break;
            }
            ReceiptStatus status = switch (fate(id)) {
                case SUCCEEDS, FAILS_ITS_BATCH -> ReceiptStatus.SUCCEEDED;
                case REVERTS -> ReceiptStatus.REVERTED;
                case INVALID -> ReceiptStatus.INVALID;
                case FAILS -> ReceiptStatus.FAILED;
                case RETRIES_ONCE -> retried.contains(id) ? ReceiptStatus.SUCCEEDED : ReceiptStatus.RETRY;
            };
            String reason = status == ReceiptStatus.SUCCEEDED ? "" : fate(id).name();
            receipts.add(new Receipt(id, status, reason, null));
            if (isRetry(id)) {
                break;
            }
        }
        return new WorkerEvent(
                POOL,
                batch.getWorker(),
                BatchExecuted.newBuilder()
                        .setShard(batch.getShard())
                        .setToken(batch.getToken())
                        .setBatch(batch.getBatch())
                        .setElapsedMs(now - its.turnSince())
                        .setReceipts(receipts)
                        .setError(error)
                        .setIncarnation(its.process().incarnation())
                        .build());
    }

    private void died(DeadLetter letter) {
        boolean itsFate = switch (letter.getReason()) {
            case BATCH_FAILED -> fates.get(letter.getTransaction()) == Fate.FAILS_ITS_BATCH;
            case INVALID -> true;
            case ATTEMPTS_EXHAUSTED -> letter.getMessage().equals(Fate.FAILS.name());
        };
        if (itsFate) {
            known.add(letter.getTransaction());
        } else if (letter.getReason() == DeadLetterReason.BATCH_FAILED) {
            innocent = true;
        }
    }

    /** Returns whether the last run shows how long each shard takes, and what becomes of each transaction. */
    boolean isKnown() {
        return !innocent
                && knownShards.containsAll(msOf.keySet())
                && fates.entrySet().stream()
                        .allMatch(each -> each.getValue() == Fate.SUCCEEDS || known.contains(each.getKey()));
    }

    private Instance process(String incarnation) {
        return processes.stream()
                .filter(its -> its.incarnation().equals(incarnation))
                .findFirst()
                .orElseThrow();
    }

    private void line(Simulation simulation, long time, String topic, SpecificRecord value) throws BadLine {
        String line = "{\"topic\":\"" + topic + "\",\"time\":" + time + ",\"value\":" + PlainJson.write(value) + "}";
        lines.add(line);
        simulation.line(line);
    }
}
