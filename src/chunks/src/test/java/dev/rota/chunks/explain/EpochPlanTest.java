package dev.rota.chunks.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerDraining;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.export.EpochHistory;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.chunks.scheduler.DecidedOutputs;
import dev.rota.chunks.scheduler.Deciders;
import dev.rota.chunks.scheduler.EpochReplay;
import dev.rota.chunks.scheduler.Profile;
import dev.rota.chunks.scheduler.RandomHistory;
import dev.rota.chunks.scheduler.TestNetwork;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.engine.Answer;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A plan predicts the next epoch. */
class EpochPlanTest {

    private static final int SEEDS = Seeds.of(24, 12);

    /** Each history is decided again for each of its epochs. */
    private static final int REPLAYED_SEEDS = Seeds.of(4);

    /**
     * Compares the plan of a log that has placed only the assignment in force with the next epoch of a log that has
     * decided everything.
     */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldPredictTheNextEpoch(Profile profile) {
        int published = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            // given
            List<Moment> history = RandomHistory.of(seed, profile);
            TestLog whole = TestLog.warm(new ChunksDomain());
            TestLog replayed = replayed(history, whole);
            if (!whole.knows(RandomHistory.NETWORK)) {
                continue;
            }
            Tables tables = replayed.tables(RandomHistory.NETWORK);
            // when
            Epoch planned = new EpochPlan(
                            new PlannedNetwork(tables), replayed.now(RandomHistory.NETWORK), Parallel.SEQUENTIAL)
                    .next()
                    .record();
            // then

            Epoch next = Epoch.newBuilder(asked(whole))
                    .setDigest("")
                    .setTargetDigest("")
                    .setRoutesForced(0)
                    .build();
            assertThat(planned).as("profile %s, seed %s", profile, seed).isEqualTo(next);
            published += next.getStatus() == EpochStatus.PUBLISHED ? 1 : 0;
        }
        assertThat(published).isPositive();
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldReproduceEachPublishedEpoch(Profile profile) {
        for (long seed = 0; seed < REPLAYED_SEEDS; seed++) {
            List<Moment> history = RandomHistory.of(seed, profile);
            DecidedOutputs outputs = outputs(history, TestLog.warm(new ChunksDomain()));
            for (Epoch epoch : epochs(outputs)) {
                // when
                EpochHistory published = new EpochHistory(outputs, RandomHistory.NETWORK);
                long first = seed % 2 == 0
                        ? published.firstToDecide(epoch.getEpoch())
                        : published.firstToExplain(epoch.getEpoch());
                List<Epoch> again = epochs(outputs(history, TestLog.warm(EpochReplay.of(first, epoch.getEpoch()))));
                // then
                assertThat(again).hasSize((int) (epoch.getEpoch() - first + 1));
                Epoch last = again.get(again.size() - 1);
                assertThat(last.getEpoch()).isEqualTo(epoch.getEpoch());
                assertThat(last.getStatus()).isEqualTo(epoch.getStatus());
                assertThat(last.getReason()).isEqualTo(epoch.getReason());
                assertThat(last.getDigest())
                        .as("profile %s, seed %s, from %s: %s instead of %s", profile, seed, first, last, epoch)
                        .isEqualTo(epoch.getDigest());
                assertThat(last.getUnplaceable()).isEqualTo(epoch.getUnplaceable());
            }
        }
    }

    @Test
    void shouldSupposeOtherWorkers() {
        // given
        TestLog log = TestLog.warm(new ChunksDomain());
        network(log).policy(policy -> {}).workers(0, 10, 250).chunks(0, 100, 9).place();
        String w0 = TestNetwork.worker(0);
        String more = TestNetwork.worker(90);
        // then
        assertThat(plan(log, List.of(), Map.of(), null))
                .startsWith("epoch 2 would be published: replicas added: 0, removed: 0, bytes moved: 0");
        assertThat(plan(log, List.of(w0), Map.of(), null).get(0))
                .matches("epoch 2 would be published: replicas added: [1-9]\\d*, removed: [1-9]\\d*, bytes moved:"
                        + " [1-9]\\d*");
        assertThat(plan(log, List.of(), Map.of(more, 250L), null))
                .contains("workers: 11, reliable: 11 (before: 10)")
                .anyMatch(line -> line.matches("fullest worker: 0x\\w+, \\d+ of 250 bytes, \\d+\\.\\d %"));
        assertThat(plan(log, List.of(), Map.of(w0, 100_000L), null))
                .anyMatch(line -> line.startsWith("weight 1: replicas 10 planned, ")
                        && line.endsWith(" achieved (before: 2 planned, 2 achieved)"))
                .contains("emptiest worker: " + w0 + ", 900 of 100000 bytes, 0.9 %");
    }

    @Test
    void shouldPredictEachEpochOfADrain() {
        // given
        TestLog log = TestLog.warm(new ChunksDomain());
        network(log)
                .policy(policy -> policy.setMoveBytesMax(100L))
                .workers(0, 6, 400)
                .chunks(0, 100, 9)
                .place();
        String drained = TestNetwork.worker(3);
        List<String> foretold = answered(log, Map.of("drain", List.of(drained)), List.of());

        // when
        log.feed(
                ChunksTopics.WORKERS,
                log.now(RandomHistory.NETWORK),
                new WorkerEvent(RandomHistory.NETWORK, drained, new WorkerDraining("")));
        List<String> happened = new ArrayList<>();
        long bytes = 0;
        while (happened.isEmpty()
                || (happened.size() < 100 && !happened.get(happened.size() - 1).endsWith("workers: 0"))) {
            for (int worker = 0; worker < 6; worker++) {
                log.feed(
                        ChunksTopics.WORKERS,
                        log.now(RandomHistory.NETWORK),
                        new WorkerEvent(
                                RandomHistory.NETWORK,
                                TestNetwork.worker(worker),
                                new WorkerPing("1.0.0", 400L, null, 1L + happened.size())));
            }
            DecidedOutputs outputs = new DecidedOutputs();
            outputs.decided.addAll(log.feed(
                    ChunksTopics.REQUESTS,
                    log.now(RandomHistory.NETWORK),
                    new EpochRequest(RandomHistory.NETWORK, false)));
            Epoch epoch = epochs(outputs).get(0);
            long left = outputs.decided.stream()
                    .filter(decision -> decision.value() instanceof WorkerAssignment assignment
                            && assignment.getWorker().equals(drained))
                    .mapToLong(decision -> ((WorkerAssignment) decision.value()).getChunkCount())
                    .sum();
            bytes += epoch.getBytesAdded();
            happened.add("epoch " + epoch.getEpoch() + ": bytes moved: " + epoch.getBytesAdded() + ", waiting: "
                    + epoch.getBytesWaiting() + "; chunks left on drained workers: " + left);
        }

        // then
        assertThat(happened).hasSizeGreaterThan(3);
        assertThat(foretold).containsSubsequence(happened);
        assertThat(foretold.get(foretold.size() - 1))
                .isEqualTo("drained after epochs: " + happened.size() + ", bytes moved: " + bytes);
    }

    @Test
    void shouldPredictEpochsWithMoreChunks() {
        // given
        TestLog log = TestLog.warm(new ChunksDomain());
        network(log)
                .policy(policy -> policy.setMoveBytesMax(300L))
                .workers(0, 6, 4_000)
                .chunks(0, 100, 9)
                .place();
        ListingEvent listing = new ListingEvent(
                RandomHistory.NETWORK,
                "more",
                new ChunksListed(IntStream.range(0, 30)
                        .mapToObj(i -> new Chunk(TestNetwork.chunk(i), 20L))
                        .toList()));
        String head = log.chain(RandomHistory.NETWORK);
        List<String> foretold = answered(log, Map.of("epochs", List.of("4")), List.of(listing));
        assertThat(log.chain(RandomHistory.NETWORK)).isEqualTo(head);

        // when
        log.feed(ChunksTopics.LISTINGS, log.now(RandomHistory.NETWORK), listing);
        List<String> happened = new ArrayList<>();
        long bytes = 0;
        for (long confirmed = 1; confirmed <= 4; confirmed++) {
            for (int worker = 0; worker < 6; worker++) {
                log.feed(
                        ChunksTopics.WORKERS,
                        log.now(RandomHistory.NETWORK),
                        new WorkerEvent(
                                RandomHistory.NETWORK,
                                TestNetwork.worker(worker),
                                new WorkerPing("1.0.0", 4_000L, null, confirmed)));
            }
            Epoch epoch = asked(log);
            bytes += epoch.getBytesAdded();
            happened.add("epoch " + epoch.getEpoch() + ": bytes moved: " + epoch.getBytesAdded() + ", waiting: "
                    + epoch.getBytesWaiting());
        }

        // then
        assertThat(bytes).isPositive();
        assertThat(foretold.get(0)).isEqualTo("assumed: 1 listing");
        assertThat(foretold).containsSubsequence(happened);
        assertThat(foretold.get(foretold.size() - 1)).isEqualTo("all after epochs: 4, bytes moved: " + bytes);
    }

    @Test
    void shouldCompareTheNextEpochWithTheAssignmentInForceAlsoIfMoreArePredicted() {
        // given
        TestLog log = TestLog.warm(new ChunksDomain());
        network(log).workers(0, 6, 4_000).chunks(0, 100, 9).place();
        List<String> added = List.of(TestNetwork.worker(90) + "=4000");
        // when
        Object next = answer(log, Map.of("add", added), List.of()).details();
        Object predicted = answer(log, Map.of("add", added, "epochs", List.of("2")), List.of())
                .details();
        // then
        assertThat(next)
                .isInstanceOfSatisfying(
                        PlanInquiry.Plan.class,
                        plan -> assertThat(plan.workers()).isNotEmpty());
        assertThat(predicted).isEqualTo(next);
    }

    @Test
    void shouldRefuseListingsThatWouldBeRejected() {
        TestLog log = TestLog.warm(new ChunksDomain());
        network(log).workers(0, 3, 1_000).chunks(0, 10, 90);
        ListingEvent unknown = new ListingEvent(RandomHistory.NETWORK, "none", new DatasetRemoved());

        assertThatThrownBy(() -> answered(log, Map.of(), List.of(unknown)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "expected listings that would be accepted, but one would be rejected," + " CHUNK_UNKNOWN: ");
        assertThatThrownBy(() -> answered(log, Map.of("epochs", List.of("0")), List.of()))
                .hasMessage("expected epochs to be a number in 1..1000, but it is '0'");
    }

    @Test
    void shouldSayWhyAnEpochWouldBeRefused() {
        // given
        TestLog log = TestLog.warm(new ChunksDomain());
        network(log)
                .policy(policy -> policy.setMinReplication(2))
                .workers(0, 3, 1_000)
                .chunks(0, 10, 90)
                .place();
        // then
        assertThat(plan(log, List.of(TestNetwork.worker(0), TestNetwork.worker(1)), Map.of(), null))
                .containsExactly(
                        "epoch 2 would be refused, and the assignment in force would stay: NOT_ENOUGH_CAPACITY,"
                                + " expected at least 2 workers, one for each replica, but there are 1");
    }

    @Test
    void shouldPlanByAnotherPolicy() {
        // given
        TestLog log = TestLog.warm(new ChunksDomain());
        network(log).policy(policy -> {}).workers(0, 3, 1_000).chunks(0, 10, 90).place();
        PlacementPolicy newer = PlacementPolicy.newBuilder()
                .setNetwork(RandomHistory.NETWORK)
                .setMinVersion("2.0.0")
                .build();
        // then
        assertThat(plan(log, List.of(), Map.of(), newer))
                .containsExactly(
                        "epoch 2 would be refused, and the assignment in force would stay: NOT_ENOUGH_CAPACITY,"
                                + " expected a reliable worker, but there is none");
        assertThat(log.table(ChunksTables.POLICY, RandomHistory.NETWORK)
                        .expect(ChunksTables.ONE)
                        .getMinVersion())
                .isNull();
    }

    @Test
    void shouldRefuseWhatCannotBeSupposed() {
        // given
        TestLog log = TestLog.warm(new ChunksDomain());
        network(log).workers(10, 11, 1_000);
        String w10 = TestNetwork.worker(10);
        // then
        refuses(log, plan -> plan.remove("nobody"), "expected a worker in the set, but nobody is not in it");
        refuses(log, plan -> plan.add("w", -1), "expected a capacity of at least 0 bytes, but that of w is -1");
        refuses(log, plan -> plan.add("0x" + w10.substring(2).toUpperCase(Locale.ROOT), 1), w10 + " has those of 0x");
        refuses(
                log,
                plan -> plan.policy(
                        PlacementPolicy.newBuilder().setNetwork("other").build()),
                "expected a policy of network mainnet, but it is of network other");
        refuses(
                log,
                plan -> plan.policy(PlacementPolicy.newBuilder()
                        .setNetwork(RandomHistory.NETWORK)
                        .setRings(0)
                        .build()),
                "expected rings to be in 1..65536, but it is 0");
    }

    private static void refuses(TestLog log, Consumer<PlannedNetwork> supposed, String why) {
        assertThatThrownBy(() -> supposed.accept(new PlannedNetwork(log.tables(RandomHistory.NETWORK))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    private static List<String> plan(
            TestLog log, List<String> removed, Map<String, Long> added, @Nullable PlacementPolicy policy) {
        List<String> pairs = new ArrayList<>();
        added.forEach((worker, bytes) -> pairs.add(worker + "=" + bytes));
        return answered(log, Map.of("remove", removed, "add", pairs), policy == null ? List.of() : List.of(policy));
    }

    /** Returns the lines of an answer without the first, which names the network. */
    private static List<String> answered(TestLog log, Map<String, List<String>> words, List<SpecificRecord> assumed) {
        List<String> lines = answer(log, words, assumed).lines();
        return lines.subList(1, lines.size());
    }

    private static Answer answer(TestLog log, Map<String, List<String>> words, List<SpecificRecord> assumed) {
        Inquiry.Asked asked = new Inquiry.Asked("plan", new TreeMap<>(words), assumed);
        Inquiry inquiry = new ChunksDomain().inquiry(asked);
        if (!inquiry.events().isEmpty()) {
            inquiry.tried(log.machine().reports().trial(RandomHistory.NETWORK, inquiry.events()));
        }
        return Objects.requireNonNull(
                inquiry.answer(log.tables(RandomHistory.NETWORK), log.now(RandomHistory.NETWORK), Parallel.SEQUENTIAL));
    }

    private static TestLog replayed(List<Moment> history, TestLog whole) {
        DecidedOutputs outputs = outputs(history, whole);
        ChunksDomain domain = new ChunksDomain();
        Inquiry plan = domain.inquiry(new Inquiry.Asked("plan", new TreeMap<>(), List.of()));
        TestLog replayed = TestLog.warm(plan.replaying(domain, RandomHistory.NETWORK, outputs));
        outputs(history, replayed);
        return replayed;
    }

    private static DecidedOutputs outputs(List<Moment> history, TestLog log) {
        DecidedOutputs outputs = new DecidedOutputs();
        Decider<TimedDecision> scheduler = Deciders.scheduler(log, outputs.decided::addAll);
        history.forEach(scheduler::take);
        return outputs;
    }

    private static List<Epoch> epochs(DecidedOutputs outputs) {
        return outputs.decided.stream()
                .filter(decision -> decision.value() instanceof Epoch)
                .map(decision -> (Epoch) decision.value())
                .toList();
    }

    private static Epoch asked(TestLog log) {
        long now = log.now(RandomHistory.NETWORK);
        return log.feed(ChunksTopics.REQUESTS, now, new EpochRequest(RandomHistory.NETWORK, false)).stream()
                .filter(decision -> decision.value() instanceof Epoch)
                .map(decision -> (Epoch) decision.value())
                .reduce((one, other) -> other)
                .orElseThrow();
    }

    private static TestNetwork network(TestLog log) {
        return new TestNetwork(Deciders.scheduler(log));
    }
}
