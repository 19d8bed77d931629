package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Header;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.testing.Dice;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Generates random events of a pool, chosen by the model's state so that most of them are valid. */
final class RandomHistory {

    static final String POOL = "default";

    /** The limit of honest reports until nothing is left to do, which exceeds the transactions of any history. */
    private static final int REPORTS_MAX = 5_000;

    private static final List<String> SHARDS =
            List.of("s1", "s2", "\uD83D\uDC1F", "s10", "\uFF5E", "\u00E9", "s4", "s5", "s6", "s7", "s8", "s9");

    private final Dice dice;
    private final Profile profile;
    private final NaivePool model = new NaivePool(POOL);
    private final List<String> shards;
    private final RandomWorkers workers;
    private final RandomControls controls;
    private final RandomTimes times;
    private final List<Moment> moments = new ArrayList<>();

    private RandomHistory(long seed, Profile profile, boolean showsStates) {
        this.dice = new Dice(seed * 31 + profile.length);
        this.profile = profile;
        this.shards = SHARDS.subList(0, 1 + dice.below(profile.shards));
        this.workers = new RandomWorkers(dice, profile, model);
        this.controls = new RandomControls(dice, profile, model, shards, showsStates);
        this.times = new RandomTimes(dice, profile, model);
    }

    /** Returns a history at whose end every accepted transaction is executed or dead. */
    static List<Moment> of(long seed, Profile profile) {
        return of(seed, profile, false);
    }

    /** Returns a history in which all states of shards are emitted. */
    static List<Moment> shown(long seed, Profile profile) {
        return of(seed, profile, true);
    }

    /** Returns a history in which each report and each batch is a record, of moments that are otherwise the same. */
    static List<Moment> single(long seed, Profile profile) {
        return of(seed, profile).stream()
                .map(moment -> new Moment(moment.time(), null, single(moment.event()), moment.adopted()))
                .toList();
    }

    private static @Nullable SpecificRecord single(@Nullable SpecificRecord event) {
        if (event instanceof WorkerEvent worker && worker.getEvent() instanceof BatchesExecuted joined) {
            BatchExecuted first = joined.getReports().get(0);
            return RandomWorkers.event(
                    worker.getWorker(),
                    BatchExecuted.newBuilder(first)
                            .setIncarnation(joined.getIncarnation())
                            .build());
        }
        if (event instanceof WorkerEvent worker && worker.getEvent() instanceof WorkerReady ready) {
            return RandomWorkers.event(
                    worker.getWorker(), new WorkerReady(ready.getSlots(), ready.getIncarnation(), 0));
        }
        return event;
    }

    private static List<Moment> of(long seed, Profile profile, boolean showsStates) {
        RandomHistory history = new RandomHistory(seed, profile, showsStates);
        history.open();
        while (history.moments.size() < profile.length) {
            history.add(history.event());
        }
        history.drain();
        return history.moments;
    }

    private void open() {
        if (!dice.oneIn(4)) {
            add(controls.firstPolicy());
        }
        workers.ids().forEach(id -> add(workers.ready(id)));
    }

    private void add(@Nullable SpecificRecord event) {
        add(times.next(), event);
    }

    private void add(long time, @Nullable SpecificRecord event) {
        // A transaction that was put back has a source, too.
        boolean adopted = event instanceof Transaction transaction
                && !transaction.getSource().isEmpty()
                && isMapped();
        Moment moment = new Moment(time, null, event, adopted);
        moments.add(moment);
        for (TimedDecision told : model.take(moment)) {
            if (told.value() instanceof Batch batch) {
                workers.see(batch);
                batch.getMore().forEach(workers::see);
            }
        }
    }

    private boolean isMapped() {
        return moments.size() % 2 == 0;
    }

    private @Nullable SpecificRecord event() {
        return switch (dice.weighted(profile.weights())) {
            case 0 -> transaction();
            case 1 -> workers.report();
            case 2 -> workers.ready();
            case 3 -> workers.left();
            case 4 -> controls.environment();
            case 5 -> controls.policy();
            case 6 -> controls.pauseOrResume();
            case 7 -> null;
            default -> nonsense();
        };
    }

    private Transaction transaction() {
        String id = (dice.oneIn(9) ? "\u00FC" : "t") + dice.below(profile.transactions);
        ByteBuffer payload = ByteBuffer.wrap(new byte[dice.of(0, 1, 1, 3, 10, profile.length)]);
        return dice.oneIn(4)
                // a mapping makes each id once
                ? adopted(dice.of(shards), isMapped() ? "m" + moments.size() : id, payload)
                : Transactions.of(POOL, dice.of(shards), id, payload);
    }

    private Transaction adopted(String shard, String id, ByteBuffer payload) {
        List<Header> headers = new ArrayList<>();
        for (int i = dice.below(3); i > 0; i--) {
            headers.add(new Header("h" + i, dice.oneIn(3) ? null : ByteBuffer.wrap(new byte[dice.below(5)])));
        }
        ByteBuffer key = dice.oneIn(3) ? null : ByteBuffer.wrap(new byte[dice.below(20)]);
        return Transaction.newBuilder()
                .setPool(POOL)
                .setShard(shard)
                .setId(id)
                .setPayload(payload)
                .setKey(key)
                .setHeaders(headers)
                .setSource("orders/0/" + dice.below(1_000))
                .setTombstone(dice.oneIn(5))
                .build();
    }

    /** Returns an event that intake refuses. */
    private SpecificRecord nonsense() {
        ByteBuffer nothing = ByteBuffer.allocate(0);
        return switch (dice.below(8)) {
            case 0 -> Transactions.of("", "s1", "t1", nothing);
            case 1 -> Transactions.of(POOL, "", "t1", nothing);
            case 2 -> Transactions.of(POOL, "s1", "", nothing);
            case 3 -> RandomWorkers.event("", new WorkerLeft(""));
            case 4 -> RandomWorkers.event("w1", new WorkerReady(-1, "", 0));
            case 5 ->
                RandomWorkers.event(
                        "w1",
                        BatchExecuted.newBuilder()
                                .setShard("s1")
                                .setToken(1L)
                                .setBatch(1)
                                .setElapsedMs(-1L)
                                .build());
            case 6 -> RandomControls.control(new ShardResumed(""));
            default ->
                BlockEnvironment.newBuilder()
                        .setPool("")
                        .setNumber(1L)
                        .setTimestamp(1L)
                        .setSequencer("seq")
                        .build();
        };
    }

    /** Resumes all shards, and lets workers report honestly until nothing is pending. */
    private void drain() {
        end(RandomControls.control(PoolPolicy.newBuilder()
                .setStateless(model.policy.getStateless())
                .setStates(model.policy.getStates())
                .build()));
        model.shards.stream()
                .filter(shard -> shard.paused)
                .map(shard -> shard.id)
                .toList()
                .forEach(shard -> end(RandomControls.control(new ShardResumed(shard))));
        end(RandomWorkers.event("honest", new WorkerReady(SHARDS.size(), "", 0)));
        for (int i = 0; hasWork(); i++) {
            if (i == REPORTS_MAX) {
                throw new IllegalStateException("expected a history to end, but there is " + model.queue.size()
                        + " in the queue and " + model.turns.size() + " in turns");
            }
            if (model.turns.isEmpty()) {
                // a failed batch waits for another worker, or a transaction for its retry
                add(model.queue.isEmpty() ? firstRetry() : model.nextDue(), null);
                // meanwhile all workers may have been lost
                end(RandomWorkers.event("honest", new WorkerReady(SHARDS.size(), "", 0)));
            } else {
                end(honest(model.turns.get(0)));
            }
        }
    }

    private long firstRetry() {
        return model.delayed().findFirst().orElseThrow().delayedUntil;
    }

    private boolean hasWork() {
        return !model.turns.isEmpty()
                || !model.queue.isEmpty()
                || model.delayed().findAny().isPresent();
    }

    private void end(SpecificRecord event) {
        add(Math.max(model.now, moments.get(moments.size() - 1).time()) + 1, event);
    }

    private static WorkerEvent honest(NaiveTurn turn) {
        List<Receipt> receipts = turn.transactions.stream()
                .map(transaction -> new Receipt(transaction.getId(), ReceiptStatus.SUCCEEDED, "", null))
                .toList();
        return RandomWorkers.event(
                turn.worker.id,
                BatchExecuted.newBuilder()
                        .setShard(turn.shard.id)
                        .setToken(turn.token)
                        .setBatch(turn.batch)
                        .setElapsedMs(0L)
                        .setReceipts(receipts)
                        .build());
    }
}
