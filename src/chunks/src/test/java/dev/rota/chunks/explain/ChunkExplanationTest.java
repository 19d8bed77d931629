package dev.rota.chunks.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.PlacedChunk;
import dev.rota.chunks.Segment;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.export.EpochExport;
import dev.rota.chunks.export.EpochHistory;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.chunks.scheduler.DecidedOutputs;
import dev.rota.chunks.scheduler.Deciders;
import dev.rota.chunks.scheduler.Profile;
import dev.rota.chunks.scheduler.RandomHistory;
import dev.rota.chunks.scheduler.TestNetwork;
import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputRecords.OutputRecord;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests explanations of how a chunk's replicas walked the rings. */
class ChunkExplanationTest {

    private static final String CHUNK = TestNetwork.DATASET + "/" + TestNetwork.chunk(0);
    private static final Pattern HOLDERS = Pattern.compile("held by (.*)");

    @Test
    void shouldTellWhoTookAReplica() {
        List<String> told = told(
                1,
                CHUNK,
                network -> network.policy(policy -> {})
                        .workers(0, 1, 1_000)
                        .chunks(0, 1, 1_000 - 10)
                        .place());

        assertThat(told).hasSize(5);
        assertThat(told.get(0))
                .isEqualTo("chunk " + CHUNK + " has number 0, 990 bytes and weight 1; planned replicas: 1");
        assertThat(told.get(1)).isEqualTo("one pass over workers: 1");
        assertThat(told.get(2)).matches("  replica 0: ring \\d{1,4}, position \\d{1,20}");
        assertThat(told.get(3)).isEqualTo("    " + TestNetwork.worker(0) + " takes it");
        assertThat(told.get(4)).isEqualTo("held by " + TestNetwork.worker(0));
    }

    @Test
    void shouldTellWhoHoldsItAlready() {
        List<String> told = told(
                1,
                CHUNK,
                network -> network.policy(policy -> policy.setMinReplication(5))
                        .workers(0, 5, 1_000)
                        .chunks(0, 1, 100)
                        .place());

        assertThat(told).filteredOn(line -> line.endsWith(" takes it")).hasSize(5);
        assertThat(told).anyMatch(line -> line.endsWith(" holds it already"));
    }

    @Test
    void shouldTellWhoHasNoRoomAndWhatIsLeftOut() {
        List<String> told = new ArrayList<>();
        for (int chunk = 0; chunk < 10; chunk++) {
            told.addAll(told(
                    1,
                    TestNetwork.DATASET + "/" + TestNetwork.chunk(chunk),
                    network -> network.policy(policy -> policy.setSaturation(1.0))
                            .workers(0, 4, 250)
                            .chunks(0, 10, 50)
                            .workers(0, 1, 40)
                            .workers(1, 2, 710)
                            .place()));
        }

        assertThat(told).anyMatch(line -> line.endsWith(" has no room: it needs 50 bytes, but 40 are left"));
        assertThat(told).contains("    is left out: nobody took it");
    }

    @Test
    void shouldTellWhoLacksTheVersion() {
        List<String> told = told(
                1,
                CHUNK,
                network -> network.policy(policy -> policy.setMinReplication(1).setDatasets(List.of(dataset("1.0.1"))))
                        .workers(0, 30, 10)
                        .pinged("new", "1.0.1", 1_000)
                        .pinged("unknown", null, 1_000)
                        .chunks(0, 1, 5)
                        .place());

        assertThat(told.get(0)).contains(" weight 3, and needs version 1.0.1; planned replicas: ");
        assertThat(told).contains("    new takes it");
        assertThat(told).anyMatch(line -> line.endsWith(" needs version 1.0.1, but has 1.0.0"));
        assertThat(told).contains("    unknown needs version 1.0.1, but its version is not known");
        assertThat(told)
                .contains("    is left out: nobody took it", "    is not tried: the one before it was left out");
    }

    @Test
    void shouldTellBothPasses() {
        List<String> told = told(
                1,
                CHUNK,
                network -> network.policy(policy -> policy.setMinReplication(2).setIgnoreReliability(false))
                        .workers(0, 3, 1_000)
                        .flagged(1)
                        .chunks(0, 1, 400)
                        .place());

        assertThat(told)
                .contains(
                        "pass 1 of 2 over reliable workers alone: 2; what it gives them counts",
                        "pass 2 of 2 over all workers: 3, planned replicas: 3; what it gives those who are not reliable"
                                + " counts",
                        "    " + TestNetwork.worker(0) + " takes it, which does not count: it is reliable",
                        "    " + TestNetwork.worker(1) + " takes it");
    }

    @Test
    void shouldTellWhyThereIsNothingToWalk() {
        Consumer<TestNetwork> history = network -> {
            network.place();
            network.policy(policy -> policy.setDatasets(List.of(new DatasetPolicy("other", List.of()))))
                    .workers(0, 1, 1_000)
                    .place();
            network.chunks(0, 1, 100).place();
            network.policy(policy -> policy.setDatasets(List.of(dataset(null)))).place();
            network.policy(policy -> policy.setMinReplication(2)).place();
        };

        assertThat(told(1, CHUNK, history)).containsExactly("chunk " + CHUNK + " was not listed then");
        assertThat(told(2, CHUNK, history)).containsExactly("chunk " + CHUNK + " was not listed then");
        assertThat(told(3, CHUNK, history))
                .containsExactly("chunk " + CHUNK + " was listed, but the policy does not place its dataset");
        assertThat(told(5, CHUNK, history))
                .containsExactly("the epoch was refused, and the assignment before it stayed in force:"
                        + " NOT_ENOUGH_CAPACITY, expected at least 2 workers, one for each replica, but there are 1");
        assertThatThrownBy(() -> told(6, CHUNK, history))
                .isInstanceOf(NotThere.class)
                .hasMessage("expected epoch 6 of network mainnet, but the log makes none of that number");
    }

    @Test
    void shouldTellFromWhichBlockADatasetIsPlaced() {
        List<String> told = told(
                1,
                CHUNK,
                network -> network.policy(policy -> policy.setDatasets(
                                List.of(new DatasetPolicy(TestNetwork.DATASET, List.of(new Segment(7L, 1, null))))))
                        .workers(0, 1, 1_000)
                        .chunks(0, 10, 10)
                        .place());

        assertThat(told)
                .containsExactly("chunk " + CHUNK + " was listed, but the policy places its dataset from block 7 on");
    }

    @Test
    void shouldRefuseAnUnknownChunk() {
        for (String chunk : List.of("", "a", "a/b", TestNetwork.chunk(0), "a/0000000000/1-2-x")) {
            assertThatThrownBy(() -> walk(chunk, 1L))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("expected a chunk as DATASET/TOP/FIRST-LAST-HASH, but it is '" + chunk + "'");
        }
    }

    /** The explanation names the workers that were assigned the chunk. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldTellWhoHoldsTheChunk(Profile profile) {
        int compared = 0;
        for (long seed = 0; seed < Seeds.of(12, 2); seed++) {
            // given
            List<Moment> history = RandomHistory.of(seed, profile);
            DecidedOutputs outputs = new DecidedOutputs();
            TestLog log = TestLog.warm(new ChunksDomain());
            Decider<TimedDecision> whole = Deciders.scheduler(log, outputs.decided::addAll);
            history.forEach(whole::take);
            OutputRecord<Epoch> inForce = new EpochHistory(outputs, RandomHistory.NETWORK).inForce();
            long last = inForce == null ? 0 : inForce.value().getEpoch();
            for (PlacedChunk chunk : last == 0
                    ? List.<PlacedChunk>of()
                    : EpochExport.of(outputs, RandomHistory.NETWORK, last).getChunks()) {
                // when
                String address = chunk.getDataset() + "/" + chunk.getId();
                List<String> told = told(walk(address, null), outputs, network -> history.forEach(network::take));
                // then
                Matcher holders = HOLDERS.matcher(told.get(told.size() - 1));
                assertThat(holders.matches()).as("%s", told).isTrue();
                assertThat(Set.of(holders.group(1).split(", ")))
                        .as("profile %s, seed %s, %s", profile, seed, address)
                        .isEqualTo(assigned(outputs, last, chunk.getNumber()));
                assertRowsTellTheSame(log, outputs, chunk, assigned(outputs, last, chunk.getNumber()));
                compared++;
                if (compared % 4 == 0) {
                    break;
                }
            }
        }
        assertThat(compared).isPositive();
    }

    /**
     * Asserts that an explanation from rows names the same holders. A chunk that was removed since, and perhaps listed
     * again under another number, has none.
     */
    private static void assertRowsTellTheSame(
            TestLog log, DecidedOutputs outputs, PlacedChunk chunk, Set<String> holders) {
        Inquiry explainer = new ChunksDomain()
                .inquiry(Inquiry.Asked.why(new Subject("chunk", chunk.getDataset() + "/" + chunk.getId())));
        outputs.decided.forEach(explainer::decided);
        Answer told = Objects.requireNonNull(explainer.answer(
                log.tables(RandomHistory.NETWORK), log.now(RandomHistory.NETWORK), Parallel.SEQUENTIAL));
        if (!told.sentence().contains(" has number " + chunk.getNumber() + " and ")) {
            assertThat(told.state()).isIn("REMOVED", "LISTED");
        } else {
            assertThat(told.state()).isEqualTo("ASSIGNED");
            assertThat(told.sentence()).contains("held by " + holders.size() + " worker");
            assertThat(Set.of(told.sentence()
                            .substring(told.sentence().lastIndexOf(": ") + 2)
                            .split(", ")))
                    .isEqualTo(holders);
        }
    }

    @Test
    void shouldSayFromTheRowsWhereAChunkIs() {
        TestLog log = TestLog.warm(new ChunksDomain());
        TestNetwork network = new TestNetwork(Deciders.scheduler(log));
        network.policy(policy -> {}).workers(0, 1, 1_000).chunks(0, 1, 990);
        Inquiry explainer = new ChunksDomain().inquiry(Inquiry.Asked.why(new Subject("chunk", CHUNK)));
        String name = RandomHistory.NETWORK;

        Answer listed = Objects.requireNonNull(explainer.answer(log.tables(name), log.now(name), Parallel.SEQUENTIAL));
        network.place();
        Answer assigned =
                Objects.requireNonNull(explainer.answer(log.tables(name), log.now(name), Parallel.SEQUENTIAL));

        assertThat(listed.state()).isEqualTo("LISTED");
        assertThat(listed.sentence())
                .endsWith(" chunk " + CHUNK + " has number 0 and 990 bytes; no assignment was published yet");
        assertThat(assigned.state()).isEqualTo("ASSIGNED");
        assertThat(assigned.sentence())
                .contains(", held by 1 worker by the assignment in force, published at ")
                .endsWith(": " + TestNetwork.worker(0));
        assertThat(new ChunksDomain()
                        .inquiry(Inquiry.Asked.why(new Subject("chunk", CHUNK + "x")))
                        .answer(log.tables(name), log.now(name), Parallel.SEQUENTIAL))
                .isNull();
        assertThatThrownBy(() -> new ChunksDomain().inquiry(Inquiry.Asked.why(new Subject("chunk", "x"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Set<String> assigned(DecidedOutputs outputs, long epoch, int wanted) {
        Set<String> holders = new TreeSet<>();
        for (Decision decision : outputs.decided) {
            if (decision.value() instanceof WorkerAssignment assignment && assignment.getEpoch() == epoch) {
                int number = 0;
                for (int difference : assignment.getChunks()) {
                    number += difference;
                    if (number == wanted) {
                        holders.add(assignment.getWorker());
                    }
                }
            }
        }
        return holders;
    }

    private static DatasetPolicy dataset(@Nullable String minVersion) {
        return new DatasetPolicy(TestNetwork.DATASET, List.of(new Segment(0L, 3, minVersion)));
    }

    private static Inquiry walk(String chunk, @Nullable Long epoch) {
        TreeMap<String, List<String>> words = new TreeMap<>();
        words.put("chunk", List.of(chunk));
        if (epoch != null) {
            words.put("epoch", List.of(epoch.toString()));
        }
        return new ChunksDomain().inquiry(new Inquiry.Asked("walk", words, List.of()));
    }

    private static List<String> told(long epoch, String chunk, Consumer<TestNetwork> history) {
        DecidedOutputs outputs = new DecidedOutputs();
        history.accept(new TestNetwork(Deciders.scheduler(TestLog.warm(new ChunksDomain()), outputs.decided::addAll)));
        return told(walk(chunk, epoch), outputs, decider -> history.accept(new TestNetwork(decider)));
    }

    /** Returns the lines at the end of a replay. */
    private static List<String> told(
            Inquiry inquiry, DecidedOutputs outputs, Consumer<Decider<TimedDecision>> history) {
        TestLog log = TestLog.warm(inquiry.replaying(new ChunksDomain(), RandomHistory.NETWORK, outputs));
        history.accept(Deciders.scheduler(log, decided -> decided.forEach(inquiry::decided)));
        Answer answer =
                inquiry.answer(log.tables(RandomHistory.NETWORK), log.now(RandomHistory.NETWORK), Parallel.SEQUENTIAL);
        return Objects.requireNonNull(answer).lines();
    }
}
