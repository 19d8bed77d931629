package dev.rota.shards.scheduler;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Asserts that the random histories reach every outcome often, and that the model's decisions keep the invariants. */
class RandomHistoryTest {

    private static final int SEEDS = 36;

    /** The least number of times that each outcome must occur in all histories together. */
    private static final int OFTEN = 20;

    @Test
    void shouldReachEveryOutcomeOften() {
        // given
        SortedMap<String, Integer> met = new TreeMap<>();

        // when
        for (Profile profile : Profile.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                count(RandomHistory.shown(seed, profile), met);
            }
        }

        // then
        for (String outcome : outcomes()) {
            assertThat(met.getOrDefault(outcome, 0))
                    .as("%s in %s", outcome, met)
                    .isGreaterThanOrEqualTo(OFTEN);
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldKeepTheInvariants(Profile profile) {
        for (long seed = 0; seed < Seeds.of(SEEDS, 5); seed++) {
            ShardsInvariants.assertHold(Deciders.model(), RandomHistory.shown(seed, profile));
        }
    }

    private static List<String> outcomes() {
        List<String> outcomes = new ArrayList<>(List.of(
                "VALUE_INVALID",
                "UNIT_INVALID",
                "batch of one suspect of several",
                "batch with no environment",
                "later batch of a turn",
                "dispatch to the avoided worker",
                "dispatch past the avoided worker",
                "dispatch to one of several free",
                "dispatch where order by bytes counts",
                "stuck slot",
                "stuck slot free by report",
                "loss while paused",
                "closed shard that is done",
                "id forgotten by closing",
                "id forgotten",
                "id remembered from a page",
                "ids forgotten by a smaller window",
                "pause while running",
                "steps at one time before a record",
                "losses counted beyond one",
                "retry passed by",
                "retry on another worker",
                "retry given up",
                "turn on a sick worker that costs nothing",
                "turn while all are sick",
                "delay of a retry",
                "delay of a retry over",
                "delay while paused",
                "delay that is paused",
                "delay that grows",
                "delay of no time",
                "delay after a block",
                "retry of a suspect",
                "failure that waits for another worker",
                "failure on another worker",
                "failure that waits no longer",
                "dead by its failures",
                "state changes in a stateless pool",
                "stateless pool",
                "shard forgotten",
                "receipts of several reports",
                "several batches in a record",
                "sick worker that is gone"));
        // the model does not know the limit of a step
        EnumSet.complementOf(EnumSet.of(ShardsReason.REPORT_TOO_LARGE)).forEach(reason -> outcomes.add(reason.name()));
        for (ShardCause cause : ShardCause.values()) {
            outcomes.add("cause " + cause);
        }
        for (WorkerChangeKind kind : WorkerChangeKind.values()) {
            outcomes.add("worker " + kind);
        }
        for (DeadLetterReason reason : DeadLetterReason.values()) {
            outcomes.add("dead " + reason);
        }
        return outcomes;
    }

    private static void count(List<Moment> history, SortedMap<String, Integer> met) {
        NaivePool model = new NaivePool(RandomHistory.POOL);
        for (Moment moment : history) {
            List<Long> stuck = stuck(model);
            List<NaiveShard> retrying =
                    model.queue.stream().filter(shard -> shard.retries > 0).toList();
            List<NaiveShard> done =
                    model.shards.stream().filter(RandomHistoryTest::isDone).toList();
            List<NaiveTurn> sick =
                    model.turns.stream().filter(turn -> turn.onSick).toList();
            Map<NaiveShard, Integer> known =
                    model.shards.stream().collect(toMap(shard -> shard, NaiveShard::remembered));
            Retrying before = Retrying.of(model);
            List<TimedDecision> decided = model.take(moment);
            stuck.removeAll(stuck(model));
            boolean stale = decided.stream().anyMatch(told -> told.value().equals("STALE_TOKEN"));
            add(met, "stuck slot free by report", stale && !stuck.isEmpty());
            add(met, "stuck slot", !stuck(model).isEmpty());
            count(retrying, model, met);
            retries(moment, before, decided, model, met);
            add(met, "closed shard that is done", model.shards.stream().anyMatch(RandomHistoryTest::isDone));
            add(met, "id forgotten by closing", done.stream().anyMatch(shard -> !shard.closed));
            count(sick, model, decided, met);
            windows(known, model, met);
            add(met, "losses counted beyond one", model.shards.stream().anyMatch(shard -> shard.losses > 1));
            long losses = decided.stream()
                    .filter(told -> told.value() instanceof ShardState state
                            && (state.getCause() == ShardCause.WORKER_LOST
                                    || state.getCause() == ShardCause.BATCH_TIMEOUT))
                    .count();
            add(met, "steps at one time before a record", losses > 1);
            decided.forEach(told -> count(told.value(), model, met));
        }
    }

    /** Counts the outcomes of the ids that shards remembered. */
    private static void windows(Map<NaiveShard, Integer> known, NaivePool model, SortedMap<String, Integer> met) {
        for (NaiveShard shard : model.shards) {
            add(met, "id forgotten", shard.forgotten > 0 && shard.remembered() > 0);
            add(met, "id remembered from a page", shard.remembered() > 2 * ShardsLimits.EXECUTED_PAGE_IDS);
            add(
                    met,
                    "ids forgotten by a smaller window",
                    shard.forgotten > 0 && shard.remembered() < known.getOrDefault(shard, 0));
        }
        add(met, "shard forgotten", !model.shards.containsAll(known.keySet()));
    }

    private static boolean isDone(NaiveShard shard) {
        return shard.closed && shard.pending.isEmpty() && shard.status == ShardStatus.IDLE && shard.height > 0;
    }

    /** Counts the outcomes of shards that waited for another worker. */
    private static void count(List<NaiveShard> retrying, NaivePool model, SortedMap<String, Integer> met) {
        for (NaiveShard shard : retrying) {
            NaiveTurn turn = model.turn(shard);
            add(met, "retry on another worker", turn != null && shard.retries > 0);
            add(met, "retry given up", shard.retries == 0 && shard.suspects > 0 && turn == null);
            boolean waits = shard.status == ShardStatus.PENDING && shard.retries > 0;
            boolean passed = model.turns.stream()
                    .anyMatch(other -> other.shard.since > shard.since && other.shard.retries == 0 && other.batch == 1);
            add(met, "retry passed by", waits && passed);
        }
    }

    /** The shards that wait for a retry, and those that wait for another worker than the one on which it failed. */
    private record Retrying(List<NaiveShard> delayed, List<NaiveShard> failed) {
        static Retrying of(NaivePool model) {
            return new Retrying(
                    model.delayed().toList(),
                    model.queue.stream().filter(shard -> shard.failed).toList());
        }
    }

    /** Counts the outcomes of receipts that ask for a retry. */
    private static void retries(
            Moment moment,
            Retrying before,
            List<TimedDecision> decided,
            NaivePool model,
            SortedMap<String, Integer> met) {
        before.delayed().forEach(shard -> {
            add(met, "delay of a retry over", shard.status != ShardStatus.IDLE);
            add(met, "delay that is paused", shard.paused);
        });
        before.failed().forEach(shard -> {
            NaiveTurn turn = model.turn(shard);
            add(met, "failure on another worker", shard.failed && turn != null);
            add(met, "failure that waits for another worker", shard.failed && turn == null);
            add(met, "failure that waits no longer", !shard.failed && shard.delays > 0 && !shard.paused);
        });
        add(met, "stateless pool", model.policy.getStateless());
        for (TimedDecision told : decided) {
            if (told.value() instanceof ShardState state && state.getCause() == ShardCause.RETRY) {
                NaiveShard shard = shard(model, state.getShard());
                add(met, "delay of a retry", state.getState() == ShardStatus.IDLE);
                add(met, "delay of no time", state.getState() == ShardStatus.PENDING);
                add(met, "delay while paused", shard.paused);
                add(met, "delay that grows", shard.delays > 1);
                add(met, "delay after a block", decided.stream().anyMatch(one -> one.value() instanceof ShardBlock));
                add(met, "retry of a suspect", shard.suspects > 0);
            }
        }
        if (moment.event() instanceof WorkerEvent event && event.getEvent() instanceof BatchExecuted report) {
            boolean died = decided.stream()
                    .anyMatch(told -> told.value() instanceof DeadLetter letter
                            && letter.getReason() == DeadLetterReason.ATTEMPTS_EXHAUSTED);
            boolean failed =
                    report.getReceipts().stream().anyMatch(receipt -> receipt.getStatus() == ReceiptStatus.FAILED);
            add(met, "dead by its failures", died && failed);
            boolean mismatch = decided.stream().anyMatch(told -> told.value().equals("RECEIPTS_MISMATCH"));
            add(
                    met,
                    "state changes in a stateless pool",
                    mismatch
                            && model.policy.getStateless()
                            && !report.getStateDiff().isEmpty());
        }
    }

    /** Counts the outcomes of turns on sick workers. */
    private static void count(
            List<NaiveTurn> sick, NaivePool model, List<TimedDecision> decided, SortedMap<String, Integer> met) {
        boolean failed = decided.stream()
                .anyMatch(told -> told.value() instanceof ShardState state
                        && state.getCause() == ShardCause.BATCH_FAILED
                        && sick.stream().anyMatch(turn -> turn.shard.id.equals(state.getShard())));
        add(
                met,
                "turn on a sick worker that costs nothing",
                failed && sick.stream().anyMatch(turn -> new NaiveHealth(model).costsNothing(turn)));
        boolean allSick = model.workers.stream()
                .filter(worker -> worker.slots > 0)
                .allMatch(worker -> new NaiveHealth(model).isSick(worker));
        add(met, "turn while all are sick", allSick && model.turns.stream().anyMatch(turn -> turn.onSick));
    }

    private static void count(Object value, NaivePool model, SortedMap<String, Integer> met) {
        if (value instanceof ShardState state) {
            NaiveShard shard = shard(model, state.getShard());
            add(met, "cause " + state.getCause(), true);
            boolean dispatched = state.getCause() == ShardCause.DISPATCHED;
            boolean avoids = dispatched && shard.avoids != null;
            add(
                    met,
                    "dispatch to the avoided worker",
                    avoids && String.valueOf(shard.avoids).equals(state.getWorker()));
            add(
                    met,
                    "dispatch past the avoided worker",
                    avoids && !String.valueOf(shard.avoids).equals(state.getWorker()));
            long open =
                    model.workers.stream().filter(worker -> worker.slots > 0).count();
            add(met, "dispatch to one of several free", dispatched && open > 1);
            boolean high = model.workers.stream().anyMatch(worker -> worker.id.charAt(0) >= '\uE000');
            add(
                    met,
                    "dispatch where order by bytes counts",
                    dispatched && high && model.worker("\uD83D\uDE80") != null);
            boolean isLoss = state.getState() == ShardStatus.IDLE
                    && (state.getCause() == ShardCause.WORKER_LOST || state.getCause() == ShardCause.BATCH_TIMEOUT);
            add(met, "loss while paused", isLoss && state.getPending() > 0);
            boolean running = state.getState() == ShardStatus.RUNNING;
            add(met, "pause while running", running && state.getCause() == ShardCause.PAUSED);
        } else if (value instanceof Batch batch) {
            NaiveShard shard = shard(model, batch.getShard());
            add(met, "later batch of a turn", batch.getBatch() > 1);
            add(met, "batch with no environment", batch.getEnvironment() == null);
            add(met, "several batches in a record", !batch.getMore().isEmpty());
            add(
                    met,
                    "batch of one suspect of several",
                    shard.suspects > 1 && batch.getTransactions().size() == 1);
        } else if (value instanceof ReceiptsCommitted committed) {
            add(met, "receipts of several reports", committed.getBatches().size() > 1);
        } else if (value instanceof WorkerChange change) {
            add(met, "worker " + change.getKind(), true);
            boolean gone = model.worker(change.getWorker()) == null;
            add(met, "sick worker that is gone", gone && change.getKind() == WorkerChangeKind.SICK);
        } else if (value instanceof DeadLetter letter) {
            add(met, "dead " + letter.getReason(), true);
        } else if (value instanceof String reason) {
            add(met, reason, true);
        }
    }

    private static NaiveShard shard(NaivePool model, String id) {
        NaiveShard shard = model.shard(id);
        return shard == null ? new NaiveShard(id) : shard;
    }

    private static List<Long> stuck(NaivePool model) {
        List<Long> stuck = new ArrayList<>();
        model.workers.forEach(worker -> stuck.addAll(worker.stuck));
        return stuck;
    }

    private static void add(SortedMap<String, Integer> met, String outcome, boolean isMet) {
        if (isMet) {
            met.merge(outcome, 1, Integer::sum);
        }
    }
}
