package dev.rota.chunks.scheduler;

import static dev.rota.chunks.scheduler.ChunksLog.NETWORK;
import static dev.rota.chunks.scheduler.ChunksLog.id;
import static dev.rota.chunks.scheduler.ChunksLog.listed;
import static dev.rota.chunks.scheduler.ChunksLog.policyOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.export.EpochExport;
import dev.rota.chunks.tables.ChunksLimits;
import dev.rota.chunks.view.StatusPage;
import dev.rota.engine.Decision;
import dev.rota.engine.Input;
import dev.rota.engine.Limits;
import dev.rota.engine.RefusedException;
import dev.rota.testing.Decider;
import dev.rota.testing.Dice;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests steps that continue in following ones, because their outputs exceed a limit far below the real one. */
class SlicedStepsTest {

    /** Limits for one status or a few. */
    private static final List<Long> LIMITS = List.of(1L, 200L, 400L, 900L);

    private static final int SEEDS = Seeds.of(12);

    /** The most bytes of an assignment in these histories. */
    private static final long ASSIGNMENT_BYTES_MAX = 2_000;

    /** The most bytes of a status in these histories. */
    private static final long STATUS_BYTES_MAX = 300;

    private static long limit(Profile profile, long seed) {
        return LIMITS.get((int) (List.of(Profile.values()).indexOf(profile) + seed) % LIMITS.size());
    }

    /** Without events in between, slices together decide the same as one step. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldDecideInSlicesAsTheModelDoesAtOnce(Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            long limit = limit(profile, seed);
            assertThat(Deciders.difference(() -> inOrder(Deciders.model()), () -> inOrder(drained(limit)))
                            .in(RandomHistory.of(seed, profile)))
                    .as("profile %s, seed %s, limit %s", profile, seed, limit)
                    .isNull();
        }
    }

    /** Covers events that come while a remainder is pending. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldSliceColdAsWarm(Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            long limit = limit(profile, seed);
            TestLog warm = TestLog.warm(new ChunksDomain(), limit);
            TestLog cold = TestLog.cold(new ChunksDomain(), limit);
            for (Moment moment : RandomHistory.of(seed, profile)) {
                List<Decision> decided = take(warm, moment);
                take(cold, moment);
                assertThat(cold.chain(RandomHistory.NETWORK))
                        .as("profile %s, seed %s, limit %s, %s", profile, seed, limit, moment)
                        .isEqualTo(warm.chain(RandomHistory.NETWORK));
                assertThat(cold.nextDue()).isEqualTo(warm.nextDue());
                assertThat(bytes(decided, WorkerStatus.class))
                        .as("statuses of timers, of one step more, and of an event")
                        .isLessThan(3 * limit + 5 * STATUS_BYTES_MAX);
            }
        }
    }

    /** Whichever events come between slices, no status is published twice, and in the end all are published. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldPublishAllStatuses(Profile profile) {
        int cut = 0;
        for (long seed = 0; seed < Math.max(SEEDS, LIMITS.size()); seed++) {
            TestLog log = TestLog.warm(new ChunksDomain(), limit(profile, seed));
            SortedMap<String, WorkerStatus> told = new TreeMap<>();
            for (Moment moment : RandomHistory.of(seed, profile)) {
                take(log, moment).forEach(decision -> tell(decision, told));
                cut += isPending(log) ? 1 : 0;
            }
            while (isPending(log)) {
                log.tick(log.now(RandomHistory.NETWORK)).forEach(decision -> tell(decision, told));
            }
            SortedMap<String, WorkerState> known = new TreeMap<>();
            if (log.knows(RandomHistory.NETWORK)) {
                new Network(log.tables(RandomHistory.NETWORK))
                        .members()
                        .forEach(worker -> known.put(worker.id.text(), worker.status));
            }
            told.values().removeIf(status -> status.getStatus() == WorkerState.GONE);
            SortedMap<String, WorkerState> said = new TreeMap<>();
            told.forEach((worker, status) -> said.put(worker, status.getStatus()));
            assertThat(said).as("profile %s, seed %s", profile, seed).isEqualTo(known);
        }
        assertThat(cut).as("records after which something was pending").isPositive();
    }

    private static void tell(Decision decision, SortedMap<String, WorkerStatus> told) {
        if (decision.value() instanceof WorkerStatus status) {
            assertThat(told.put(status.getWorker(), status)).isNotEqualTo(status);
        }
    }

    /**
     * The catalog's entries are the same in the same order, however they are sliced and whichever events come in
     * between.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 6_000, 20_000})
    void shouldPublishTheCatalogInOrder(long limit) {
        for (long seed = 0; seed < Seeds.of(4); seed++) {
            TestLog whole = TestLog.warm(new ChunksDomain());
            TestLog warm = TestLog.warm(new ChunksDomain(), limit);
            TestLog cold = TestLog.cold(new ChunksDomain(), limit);
            List<Object> expected = new ArrayList<>();
            DecidedOutputs outputs = new DecidedOutputs();
            boolean pending = false;
            List<SpecificRecord> events = growthAndRemovals(seed);
            for (int i = 0; i < events.size(); i++) {
                Moment moment = new Moment(1_000 + i, events.get(i));
                expected.addAll(catalog(take(whole, moment)));
                List<Decision> decided = take(warm, moment);
                outputs.decided.addAll(decided);
                take(cold, moment);
                assertThat(cold.chain(NETWORK)).isEqualTo(warm.chain(NETWORK));
                assertThat(cold.nextDue()).isEqualTo(warm.nextDue());
                pending |= isPending(warm);
            }
            while (isPending(warm)) {
                List<Decision> decided = warm.tick(5_000);
                outputs.decided.addAll(decided);
                assertThat(bytes(decided, CatalogEntry.class)).isLessThan(2 * limit + 50_000);
            }
            assertThat(pending).isTrue();
            assertThat(catalog(outputs.decided)).isEqualTo(expected);
            assertThat(EpochExport.of(outputs, NETWORK, null).getChunks()).isNotEmpty();
        }
    }

    /** The assignments of epochs do not fit a step, while further epochs are requested and the network changes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 500, 3_000})
    void shouldPublishEpochsOneAfterTheOther(long limit) {
        for (long seed = 0; seed < Seeds.of(4); seed++) {
            TestLog whole = TestLog.warm(new ChunksDomain());
            TestLog warm = TestLog.warm(new ChunksDomain(), limit);
            TestLog cold = TestLog.cold(new ChunksDomain(), limit);
            DecidedOutputs expected = new DecidedOutputs();
            DecidedOutputs outputs = new DecidedOutputs();
            int epochs = 0;
            boolean overtaken = false;
            for (Moment moment : epochsAndChanges(seed)) {
                expected.decided.addAll(take(whole, moment));
                epochs += moment.event() instanceof EpochRequest ? 1 : 0;
                overtaken |= isPending(warm) && moment.event() instanceof EpochRequest;
                List<Decision> decided = take(warm, moment);
                outputs.decided.addAll(decided);
                take(cold, moment);
                assertThat(cold.chain(NETWORK)).isEqualTo(warm.chain(NETWORK));
                assertThat(cold.nextDue()).isEqualTo(warm.nextDue());
                assertThat(bytes(decided, WorkerAssignment.class))
                        .as("a step that continues, and the event's")
                        .isLessThan(2 * (limit + ASSIGNMENT_BYTES_MAX));
            }
            while (isPending(warm)) {
                outputs.decided.addAll(warm.tick(5_000));
            }
            assertThat(overtaken).isTrue();
            assertThat(epochsAndAssignments(outputs)).isEqualTo(epochsAndAssignments(expected));
            for (long epoch = 1; epoch <= epochs; epoch++) {
                assertThat(EpochExport.of(outputs, NETWORK, epoch)).isEqualTo(EpochExport.of(expected, NETWORK, epoch));
            }
        }
    }

    private static List<Object> epochsAndAssignments(DecidedOutputs outputs) {
        return outputs.decided.stream()
                .<Object>map(Decision::value)
                .filter(value -> value instanceof Epoch || value instanceof WorkerAssignment)
                .toList();
    }

    private static List<Moment> epochsAndChanges(long seed) {
        Dice dice = new Dice(seed);
        List<SpecificRecord> events = new ArrayList<>();
        events.add(policyOf(policy -> policy.setRings(10)));
        for (int worker = 0; worker < 20; worker++) {
            events.add(ChunksLog.worker("w" + worker, new WorkerPing(null, 1_000_000L, null, null)));
        }
        int listed = 0;
        for (int i = 0; i < 40; i++) {
            int from = listed;
            listed += 1 + dice.below(20);
            events.add(listed(
                    "a",
                    IntStream.range(from, listed)
                            .mapToObj(first -> new Chunk(id(first), 1L))
                            .toList()));
            if (dice.oneIn(3)) {
                events.add(new EpochRequest(NETWORK, false));
            }
            if (dice.oneIn(4)) {
                events.add(ChunksLog.worker("w" + (1 + dice.below(19)), new WorkerGone()));
            }
        }
        events.add(new EpochRequest(NETWORK, false));
        events.add(new EpochRequest(NETWORK, false));
        return IntStream.range(0, events.size())
                .mapToObj(i -> new Moment(1_000 + i, events.get(i)))
                .toList();
    }

    /** Returns events that add and remove datasets of some thousand chunks, and request epochs. */
    private static List<SpecificRecord> growthAndRemovals(long seed) {
        Dice dice = new Dice(seed);
        List<SpecificRecord> events = new ArrayList<>();
        events.add(ChunksLog.worker("w", new WorkerPing(null, 1_000_000L, null, null)));
        events.add(policyOf(policy -> policy.setRings(10)));
        for (int i = 0; i < 30; i++) {
            String dataset = dice.of("a", "b");
            if (dice.oneIn(3)) {
                events.add(new ListingEvent(NETWORK, dataset, new DatasetRemoved()));
            } else {
                int from = dice.below(3_000);
                events.add(listed(
                        dataset,
                        IntStream.range(from, from + 1 + dice.below(3_500))
                                .mapToObj(first -> new Chunk(id(first), 1L))
                                .toList()));
            }
        }
        // the epoch queues behind the entries of the last chunks
        events.add(new ListingEvent(NETWORK, "a", new DatasetRemoved()));
        events.add(listed("a", List.of(new Chunk(id(1), 1L), new Chunk(id(2), 1L))));
        events.add(new EpochRequest(NETWORK, false));
        return events;
    }

    private static List<Object> catalog(List<Decision> decided) {
        return decided.stream()
                .filter(decision -> decision.value() instanceof CatalogEntry)
                .<Object>map(Decision::value)
                .toList();
    }

    @Test
    void shouldPublishDeparturesInFollowingSteps() {
        for (boolean isCold : new boolean[] {false, true}) {
            // given three workers that are silent for a day, and room for one status in a step
            ChunksLog unit =
                    new ChunksLog(isCold ? TestLog.cold(new ChunksDomain(), 1) : TestLog.warm(new ChunksDomain(), 1));
            unit.policy(policy -> policy.setInactiveAfterMs(Long.MAX_VALUE));
            List.of("w1", "w2", "w3").forEach(worker -> unit.ping(worker, "1.0.0", 1L));
            long nextDay = 10_000 + ChunksLimits.SILENCE_MS_MAX;

            // when the last of them comes back
            assertThat(unit.at(nextDay).ping("w3", "2.0.0", 1L)).containsExactly("w1 GONE 1.0.0", "w3 GONE 1.0.0");

            // then all of them left at once, and their statuses come before any later output
            assertThat(unit.log().page(NETWORK, StatusPage.NAME))
                    .doesNotContain("w1", "w2")
                    .contains("w3");
            assertThat(unit.tick(nextDay)).containsExactly("w2 GONE 1.0.0");
            assertThat(unit.tick(nextDay)).containsExactly("w3 ONLINE 2.0.0");
            assertThat(isPending(unit.log())).isFalse();
        }
    }

    @Test
    void shouldNotPublishAStatusThatChangedBack() {
        // given a status that a step had no room for
        ChunksLog unit = new ChunksLog(TestLog.warm(new ChunksDomain(), 1));
        List.of("w1", "w2", "w3").forEach(worker -> unit.ping(worker, "1.0.0", 1L));
        assertThat(unit.policy(policy -> policy.setMinVersion("2.0.0")))
                .containsExactly("w1 UNSUPPORTED_VERSION 1.0.0");

        // when another policy comes, which is preceded by one further step
        List<String> said = unit.policy(policy -> policy.setMinVersion("1.0.0"));

        // then
        assertThat(said).containsExactly("w2 UNSUPPORTED_VERSION 1.0.0", "w1 ONLINE 1.0.0");
        assertThat(unit.tick(5_000)).containsExactly("w2 ONLINE 1.0.0");
        assertThat(isPending(unit.log())).isFalse();
    }

    @Test
    void shouldPublishAStatusBeforeItsWorkerLeaves() {
        // given two statuses that a step had no room for
        ChunksLog unit = new ChunksLog(TestLog.warm(new ChunksDomain(), 1));
        List.of("w1", "w2", "w3").forEach(worker -> unit.ping(worker, "1.0.0", 1L));
        assertThat(unit.policy(policy -> policy.setMinVersion("2.0.0")))
                .containsExactly("w1 UNSUPPORTED_VERSION 1.0.0");

        // when the last of these workers leaves, after one further step
        assertThat(unit.say(ChunksLog.worker("w3", new WorkerGone())))
                .containsExactly("w2 UNSUPPORTED_VERSION 1.0.0", "w3 UNSUPPORTED_VERSION 1.0.0");

        // then
        assertThat(unit.tick(5_000)).containsExactly("w3 GONE 1.0.0");
        assertThat(isPending(unit.log())).isFalse();
    }

    private static boolean isPending(TestLog log) {
        return log.nextDue() == Long.MIN_VALUE;
    }

    /**
     * Sorts statuses before all other decisions and by worker, since slices publish departures, then an epoch, then
     * other statuses.
     */
    private static Decider<TimedDecision> inOrder(Decider<TimedDecision> decider) {
        return moment -> {
            List<TimedDecision> told = decider.take(moment);
            Stream<TimedDecision> statuses =
                    told.stream().filter(SlicedStepsTest::isStatus).sorted(Comparator.comparing(TimedDecision::key));
            return Stream.concat(statuses, told.stream().filter(one -> !isStatus(one)))
                    .toList();
        };
    }

    private static boolean isStatus(TimedDecision told) {
        return told.value() instanceof WorkerStatus;
    }

    /** Returns a decider that continues steps, at the same time, until nothing is left before the next moment. */
    private static Decider<TimedDecision> drained(long limit) {
        TestLog log = TestLog.warm(new ChunksDomain(), limit);
        Decider<TimedDecision> each = Deciders.scheduler(log);
        return moment -> {
            if (isRefused(moment)) {
                // the event never reaches the network, and fires no timers
                return each.take(moment);
            }
            List<TimedDecision> told = new ArrayList<>();
            drain(log, each, moment, told);
            if (moment.event() != null) {
                told.addAll(each.take(moment));
            }
            drain(log, each, moment, told);
            return told;
        };
    }

    private static boolean isRefused(Moment moment) {
        SpecificRecord event = moment.event();
        if (event == null) {
            return false;
        }
        Input<?> input = new ChunksDomain()
                .inputs().stream()
                        .filter(one -> one.type().isInstance(event))
                        .findFirst()
                        .orElseThrow();
        try {
            return !input.unit(event).equals(RandomHistory.NETWORK);
        } catch (RefusedException e) {
            return true;
        }
    }

    private static void drain(TestLog log, Decider<TimedDecision> each, Moment moment, List<TimedDecision> told) {
        for (int i = 0; log.nextDue() <= moment.time(); i++) {
            assertThat(i).as("Ticks at %s", moment).isLessThan(100_000);
            told.addAll(each.take(new Moment(moment.time(), null)));
        }
    }

    private static List<Decision> take(TestLog log, Moment moment) {
        return log.take(moment);
    }

    private static long bytes(List<Decision> decided, Class<?> type) {
        return decided.stream()
                .filter(decision -> type.isInstance(decision.value()))
                .mapToLong(decision -> decision.avro().length + decision.key().length() + Limits.OUTPUT_FRAME_BYTES)
                .sum();
    }
}
