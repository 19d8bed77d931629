package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.engine.text.Phrases;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.Batches;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Asserts, in random histories, that explanations of shards, transactions and workers and their predictions are true.
 */
class ShardsExplanationModelTest {

    private static final int SEEDS = Seeds.of(5, 2);

    private static final Pattern POSITION = Pattern.compile("at position (\\d+) of (\\d+) in the queue");
    private static final Pattern OF_SHARD = Pattern.compile("transaction \\S+ of shard (\\S+) ");

    private final ShardsDomain domain = new ShardsDomain();
    private final Map<String, Integer> met = new TreeMap<>();

    private TestLog log = TestLog.warm(domain);
    private NaivePool model = new NaivePool(RandomHistory.POOL);
    private final List<Decision> all = new ArrayList<>();
    private final Map<String, Inquiry> shards = new TreeMap<>();
    private final Map<String, Inquiry> workers = new TreeMap<>();

    /**
     * The latest predictions: positions in the queue and ends of delays by shard, deadlines of batches by token, deadlines of workers by
     * id.
     */
    private final Map<String, Integer> positions = new HashMap<>();

    private final Map<String, Long> delays = new HashMap<>();
    private final Map<Long, Long> batchDeadlines = new HashMap<>();
    private final Map<String, Long> workerDeadlines = new HashMap<>();
    private final Map<String, ShardState> running = new HashMap<>();
    private final Map<String, String> lostTurns = new HashMap<>();
    private String where = "";

    @Test
    void shouldExplainTrulyAndPredictWhatHappens() {
        for (Profile profile : Profile.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                run(seed, profile);
            }
        }
        assertThat(met.keySet())
                .contains(
                        "shard IDLE",
                        "shard PENDING",
                        "shard RUNNING",
                        "shard PAUSED",
                        "shard CLOSED",
                        "worker READY",
                        "worker BUSY",
                        "worker DRAINING",
                        "worker SICK",
                        "waits for another worker",
                        "failure waits",
                        "shard DELAYED",
                        "promise kept: delay",
                        "worker GONE",
                        "transaction PENDING",
                        "transaction RUNNING",
                        "transaction EXECUTED",
                        "transaction DEAD_LETTER",
                        "dead INVALID",
                        "dead BATCH_FAILED",
                        "dead ATTEMPTS_EXHAUSTED",
                        "no workers",
                        "promise kept: queue",
                        "promise kept: batch deadline",
                        "promise kept: worker deadline");
        assertThat(met.values()).as("%s", met).allMatch(count -> count >= 10);
    }

    private void run(long seed, Profile profile) {
        log = TestLog.warm(domain);
        model = new NaivePool(RandomHistory.POOL);
        all.clear();
        shards.clear();
        workers.clear();
        positions.clear();
        delays.clear();
        batchDeadlines.clear();
        workerDeadlines.clear();
        running.clear();
        lostTurns.clear();
        int at = 0;
        for (Moment moment : RandomHistory.shown(seed, profile)) {
            where = profile + " seed " + seed + " moment " + at++ + " " + moment;
            model.take(moment);
            model.shards.forEach(shard -> shards.computeIfAbsent(shard.id, id -> replayed("shard", id)));
            model.workers.forEach(worker -> workers.computeIfAbsent(worker.id, id -> replayed("worker", id)));
            List<Decision> decided = log.take(moment);
            all.addAll(decided);
            for (Decision decision : decided) {
                shards.values().forEach(each -> each.decided(decision));
                workers.values().forEach(each -> each.decided(decision));
            }
            settle(decided, moment);
            if (log.knows(RandomHistory.POOL)) {
                assertShards();
                assertWorkers();
                assertTransactions(decided);
            }
        }
    }

    /** Returns an inquiry that has read all decisions so far. */
    private Inquiry replayed(String kind, String id) {
        Inquiry explainer = domain.inquiry(Inquiry.Asked.why(new Subject(kind, id)));
        all.forEach(explainer::decided);
        return explainer;
    }

    private @Nullable Answer ask(Inquiry explainer) {
        return explainer.answer(log.tables(RandomHistory.POOL), log.now(RandomHistory.POOL), Parallel.SEQUENTIAL);
    }

    /** Compares earlier predictions with these decisions. */
    private void settle(List<Decision> decided, Moment moment) {
        int last = 0;
        for (Decision decision : decided) {
            if (!(decision.value() instanceof ShardState state)) {
                continue;
            }
            String shard = state.getShard();
            if (state.getCause() == ShardCause.DISPATCHED) {
                Integer position = positions.remove(shard);
                if (position != null) {
                    assertThat(position).as("%s: %s", where, state).isGreaterThan(last);
                    last = position;
                    met.merge("promise kept: queue", 1, Integer::sum);
                }
            }
            Long until = delays.remove(shard);
            if (state.getCause() == ShardCause.SCHEDULED && until != null) {
                assertThat(decision.time()).as("%s: %s", where, state).isEqualTo(until);
                met.merge("promise kept: delay", 1, Integer::sum);
            }
            if (state.getState() == ShardStatus.RUNNING) {
                running.put(shard, state);
                continue;
            }
            ShardState before = running.remove(shard);
            if (before == null) {
                continue;
            }
            long token = Objects.requireNonNull(before.getToken());
            String worker = Objects.requireNonNull(before.getWorker());
            Long batchDeadline = batchDeadlines.get(token);
            if (state.getCause() == ShardCause.BATCH_TIMEOUT && batchDeadline != null) {
                assertThat(decision.time()).as("%s: %s", where, state).isEqualTo(batchDeadline);
                met.merge("promise kept: batch deadline", 1, Integer::sum);
            }
            Long workerDeadline = workerDeadlines.get(worker);
            boolean restarted = moment.event() instanceof WorkerEvent event
                    && event.getWorker().equals(worker)
                    && event.getEvent() instanceof WorkerReady;
            if (state.getCause() == ShardCause.WORKER_LOST && workerDeadline != null && !restarted) {
                assertThat(decision.time()).as("%s: %s", where, state).isEqualTo(workerDeadline);
                met.merge("promise kept: worker deadline", 1, Integer::sum);
            }
            switch (state.getCause()) {
                case WORKER_LOST, WORKER_LEFT, BATCH_TIMEOUT, REPORT_INVALID, BATCH_FAILED ->
                    lostTurns.put(
                            shard,
                            "its last lost turn, " + token + " on worker " + worker + ", was lost "
                                    + Phrases.at(decision.time()) + " by " + state.getCause() + ": ");
                default -> {
                    // the turn was not lost
                }
            }
        }
    }

    private void assertShards() {
        positions.clear();
        delays.clear();
        batchDeadlines.clear();
        assertThat(ask(domain.inquiry(Inquiry.Asked.why(new Subject("shard", "never")))))
                .isNull();
        for (NaiveShard shard : model.shards) {
            Answer told = Objects.requireNonNull(ask(Objects.requireNonNull(shards.get(shard.id))), where);
            boolean done = shard.closed && shard.pending.isEmpty() && shard.status == ShardStatus.IDLE;
            boolean paused = shard.paused && shard.status == ShardStatus.IDLE && !done;
            assertThat(told.state())
                    .as("%s: %s", where, told)
                    .isEqualTo(
                            done ? "CLOSED" : paused ? "PAUSED" : shard.isDelayed() ? "DELAYED" : shard.status.name());
            met.merge("shard " + told.state(), 1, Integer::sum);
            String count = Phrases.count(shard.pending.size(), "pending transaction");
            switch (shard.status) {
                case PENDING -> assertWaits(shard, told);
                case RUNNING -> assertRuns(shard, told);
                case IDLE ->
                    assertThat(told.sentence())
                            .as(where)
                            .contains(
                                    done
                                            ? "is closed by a control: it refuses transactions"
                                            : paused
                                                    ? "is paused by a control with " + count
                                                    : shard.isDelayed()
                                                            ? ", of " + count
                                                            : "is idle: it has no pending");
            }
            assertDelay(shard, told);
            String lost = lostTurns.get(shard.id);
            assertThat(told.sentence().contains("its last lost turn")).as(where).isEqualTo(lost != null);
            if (lost != null) {
                assertThat(told.sentence()).as(where).contains(lost);
            }
            assertThat(told.sentence()
                            .contains(shard.losses + " turn" + (shard.losses == 1 ? "" : "s")
                                    + " lost or failed in a row"))
                    .as("%s: %s", where, told)
                    .isEqualTo(shard.losses > 0);
            String suspects = shard.suspects == 1 ? "transaction was" : shard.suspects + " transactions were";
            assertThat(told.sentence().contains("its first " + suspects + " in a lost batch"))
                    .as("%s: %s", where, told)
                    .isEqualTo(shard.suspects > 0);
        }
    }

    private void assertDelay(NaiveShard shard, Answer told) {
        assertThat(told.sentence()
                        .contains("waits " + Phrases.until(shard.delayedUntil) + " for retry " + shard.delays
                                + " in a row of its first transaction, which its worker's receipt asked for ("
                                + (shard.retryReason.isEmpty() ? "no reason given" : shard.retryReason) + ")"))
                .as("%s: %s", where, told)
                .isEqualTo(shard.isDelayed());
        if (shard.isDelayed() && !shard.paused) {
            delays.put(shard.id, shard.delayedUntil);
        }
    }

    private void assertWaits(NaiveShard shard, Answer told) {
        Matcher position = POSITION.matcher(told.sentence());
        assertThat(position.find()).as("%s: %s", where, told).isTrue();
        int place = Integer.parseInt(position.group(1));
        assertThat(place).as(where).isEqualTo(model.queue.indexOf(shard) + 1);
        assertThat(position.group(2)).as(where).isEqualTo(String.valueOf(model.queue.size()));
        assertThat(told.sentence())
                .as(where)
                .contains("has waited since " + Phrases.utc(shard.since) + " at")
                .contains("with " + Phrases.count(shard.pending.size(), "pending transaction"));
        if (model.workers.isEmpty()) {
            met.merge("no workers", 1, Integer::sum);
            assertThat(told.sentence()).as(where).contains(": the pool has no workers");
        } else {
            long slots =
                    model.workers.stream().mapToLong(worker -> worker.slots).sum();
            long stuck = model.workers.stream()
                    .mapToLong(worker -> worker.stuck.size())
                    .sum();
            boolean allSick =
                    model.workers.stream().filter(worker -> worker.slots > 0).allMatch(new NaiveHealth(model)::isSick);
            boolean anyOpen = model.workers.stream().anyMatch(worker -> worker.slots > 0);
            assertThat(told.sentence().contains("are sick, so the pool has one turn at a time"))
                    .as("%s: %s", where, told)
                    .isEqualTo(allSick && anyOpen);
            assertThat(told.sentence())
                    .as(where)
                    .contains(slots + " in all, " + model.turns.size() + " running, " + stuck + " stuck");
        }
        boolean waits = shard.retries > 0 || shard.failed;
        assertThat(told.sentence().contains("it avoids worker " + shard.avoids + " while"))
                .as(where)
                .isEqualTo(shard.avoids != null && !waits);
        assertThat(told.sentence()
                        .contains("failed on worker " + shard.avoids + ", so it waits for another "
                                + Phrases.until(shard.retryUntil)))
                .as(where)
                .isEqualTo(waits);
        if (waits) {
            met.merge(shard.failed ? "failure waits" : "waits for another worker", 1, Integer::sum);
        } else {
            positions.put(shard.id, place);
        }
    }

    private void assertRuns(NaiveShard shard, Answer told) {
        NaiveTurn turn = Objects.requireNonNull(model.turn(shard));
        assertThat(told.sentence())
                .as(where)
                .contains((shard.retries == 0 ? "runs on worker " : "has a second try of its failed batch on worker ")
                        + turn.worker.id + ", turn " + turn.token + ": batch " + turn.batch
                        + " with " + turn.transactions.size() + " of its " + shard.pending.size() + " pending")
                .contains("times out " + Phrases.at(turn.deadline) + " at the earliest");
        assertThat(told.sentence().contains("it is paused and stops")).as(where).isEqualTo(shard.paused);
        batchDeadlines.put(turn.token, turn.deadline);
    }

    private void assertWorkers() {
        workerDeadlines.clear();
        workers.forEach((id, explainer) -> {
            Answer told = ask(explainer);
            NaiveWorker worker = model.worker(id);
            if (worker == null) {
                assertThat(Objects.requireNonNull(told, where).state()).isEqualTo("GONE");
                met.merge("worker GONE", 1, Integer::sum);
                return;
            }
            String sentence = Objects.requireNonNull(told, where).sentence();
            long turns = model.turns(worker).count();
            long free = Math.max(0, worker.slots - turns - worker.stuck.size());
            boolean sick = new NaiveHealth(model).isSick(worker);
            assertThat(told.state())
                    .as("%s: %s", where, told)
                    .isEqualTo(sick ? "SICK" : worker.slots == 0 ? "DRAINING" : free > 0 ? "READY" : "BUSY");
            met.merge("worker " + told.state(), 1, Integer::sum);
            if (sick) {
                NaiveRecord record = new NaiveHealth(model).of(worker.id);
                assertThat(sentence)
                        .as(where)
                        .contains(
                                record.restUntil > model.now
                                        ? "gets no new turns " + Phrases.until(record.restUntil)
                                        : "it has rested");
            } else if (free > 0) {
                assertThat(sentence).as(where).contains("ready, " + free + " of " + worker.slots);
            }
            Set<String> runs = new TreeSet<>();
            model.turns(worker)
                    .limit(5)
                    .forEach(turn -> runs.add("shard " + turn.shard.id + " (turn " + turn.token + ", "));
            runs.forEach(run -> assertThat(sentence).as(where).contains(run));
            assertThat(sentence.contains("it runs nothing")).as(where).isEqualTo(turns == 0);
            assertThat(sentence.contains(Phrases.count(worker.stuck.size(), "slot") + " stuck until turn"))
                    .as("%s: %s", where, sentence)
                    .isEqualTo(!worker.stuck.isEmpty());
            assertThat(sentence).as(where).contains("is lost " + Phrases.at(worker.deadline) + " at the earliest");
            workerDeadlines.put(id, worker.deadline);
        });
    }

    private void assertTransactions(List<Decision> decided) {
        for (NaiveShard shard : model.shards) {
            if (!shard.pending.isEmpty()) {
                assertPending(shard.pending.get(0).getId());
                assertPending(shard.pending.get(shard.pending.size() - 1).getId());
            }
        }
        for (Decision decision : decided) {
            if (decision.value() instanceof DeadLetter letter && !isPending(letter.getTransaction())) {
                assertEnded(letter.getTransaction());
            } else if (decision.value() instanceof ShardBlock block) {
                String id = block.getReceipts().get(0).getTransaction();
                if (!isPending(id)) {
                    assertEnded(id);
                }
            } else if (decision.value() instanceof ReceiptsCommitted committed) {
                for (BatchReceipts batch : committed.getBatches()) {
                    String id = batch.getReceipts().get(0).getTransaction();
                    if (!isPending(id)) {
                        assertEnded(id);
                    }
                }
            }
        }
    }

    private boolean isPending(String id) {
        return model.shards.stream().anyMatch(shard -> position(shard, id) > 0);
    }

    private static int position(NaiveShard shard, String id) {
        for (int i = 0; i < shard.pending.size(); i++) {
            if (shard.pending.get(i).getId().equals(id)) {
                return i + 1;
            }
        }
        return 0;
    }

    private void assertPending(String id) {
        Answer told =
                Objects.requireNonNull(ask(domain.inquiry(Inquiry.Asked.why(new Subject("transaction", id)))), where);
        Matcher named = OF_SHARD.matcher(told.sentence());
        assertThat(named.find()).as("%s: %s", where, told).isTrue();
        NaiveShard shard = Objects.requireNonNull(model.shard(named.group(1)));
        int position = position(shard, id);
        NaiveTurn turn = model.turn(shard);
        met.merge("transaction " + told.state(), 1, Integer::sum);
        if (turn != null && position <= turn.transactions.size()) {
            assertThat(told.state()).as(where).isEqualTo("RUNNING");
            assertThat(told.sentence())
                    .as(where)
                    .contains("is executed by worker " + turn.worker.id + " in turn " + turn.token + ", batch "
                            + turn.batch + ",")
                    .contains("times out " + Phrases.at(turn.deadline));
        } else {
            assertThat(told.state()).as("%s: %s", where, told).isEqualTo("PENDING");
            assertThat(told.sentence())
                    .as(where)
                    .contains("is pending at position " + position + " of " + shard.pending.size() + ": the shard ");
        }
    }

    /** Compares the explanation with the latest end of a transaction of that id. */
    private void assertEnded(String id) {
        Answer told = Objects.requireNonNull(ask(replayed("transaction", id)), where);
        String expected = "";
        Map<String, Integer> batches = new HashMap<>();
        for (Decision decision : all) {
            if (decision.value() instanceof Batch first) {
                Batches.of(first).stream()
                        .filter(batch -> TestPool.ids(batch).contains(id))
                        .forEach(batch -> batches.merge(batch.getShard(), 1, Integer::sum));
            } else if (decision.value() instanceof DeadLetter letter
                    && letter.getTransaction().equals(id)) {
                expected = "DEAD_LETTER of shard " + letter.getShard() + " became a dead letter "
                        + Phrases.at(decision.time()) + " in turn " + letter.getToken()
                        + after(batches, letter.getShard())
                        + ", " + letter.getReason() + ": " + why(letter);
            } else if (decision.value() instanceof ShardBlock block
                    && block.getReceipts().stream()
                            .anyMatch(receipt -> receipt.getTransaction().equals(id))) {
                expected = "EXECUTED of shard " + block.getShard() + " is in block " + block.getHeight() + ", ";
                after(batches, block.getShard());
            } else if (decision.value() instanceof ReceiptsCommitted committed) {
                for (BatchReceipts batch : committed.getBatches()) {
                    if (batch.getReceipts().stream()
                            .anyMatch(receipt -> receipt.getTransaction().equals(id))) {
                        expected = "EXECUTED of shard " + batch.getShard() + " is done, ";
                        after(batches, batch.getShard());
                    }
                }
            }
        }
        met.merge("transaction " + told.state(), 1, Integer::sum);
        if (told.state().equals("DEAD_LETTER")) {
            String reason = told.sentence().replaceAll("(?s).*, ([A-Z_]+): .*", "$1");
            met.merge("dead " + reason, 1, Integer::sum);
        }
        assertThat(told.state() + " " + told.sentence().substring(("transaction " + id + " ").length()))
                .as(where)
                .startsWith(expected);
        assertThat(expected).as(where).isNotEmpty();
    }

    private static String why(DeadLetter letter) {
        String message = letter.getMessage().isEmpty() ? "no reason given" : letter.getMessage();
        return switch (letter.getReason()) {
            case INVALID -> "the worker's receipt is INVALID (" + message + ")";
            case BATCH_FAILED -> "the worker reported that its batch failed (" + message + ")";
            case ATTEMPTS_EXHAUSTED -> "too many of its turns were lost or failed, the last one because " + message;
        };
    }

    private static String after(Map<String, Integer> batches, String shard) {
        int count = Objects.requireNonNull(batches.remove(shard));
        return " after " + (count == 1 ? "1 batch" : count + " batches");
    }
}
