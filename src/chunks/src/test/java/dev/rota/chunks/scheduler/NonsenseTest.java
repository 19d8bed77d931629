package dev.rota.chunks.scheduler;

import static dev.rota.chunks.scheduler.ChunksLog.NETWORK;
import static dev.rota.chunks.scheduler.ChunksLog.id;
import static dev.rota.chunks.scheduler.ChunksLog.listed;
import static dev.rota.chunks.scheduler.ChunksLog.policyOf;
import static dev.rota.chunks.scheduler.ChunksLog.removed;
import static dev.rota.chunks.scheduler.ChunksLog.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid events: each gets one rejection and changes nothing. */
class NonsenseTest {

    private static final Chunk NEW = new Chunk(id(1_000), 5L);

    /** An id of 36 bytes in hex, and the same id in capitals. */
    private static final String HEX = "0x" + "ab".repeat(36);

    private static final String SAME_BYTES = "0x" + "AB".repeat(36);

    static Stream<Arguments> nonsense() {
        List<Arguments> all = new ArrayList<>();
        invalidIds().forEach(id -> all.add(refused("CHUNK_INVALID", listing(new Chunk(id, 1L)))));
        all.add(refused("CHUNK_INVALID", listing(new Chunk(id(2_000), -1L))));
        all.add(refused("CHUNK_INVALID", listing(new Chunk(id(2_000), Long.MIN_VALUE))));
        all.add(refused("CHUNK_INVALID", listing(new Chunk(id(2_000), (1L << 40) + 1))));
        // validity is checked before the state
        all.add(refused("CHUNK_INVALID", listing(new Chunk(id(1), (1L << 40) + 1))));
        all.add(refused("CHUNK_EXISTS", listing(new Chunk(id(1), 11L))));
        all.add(refused("CHUNK_EXISTS", listing(new Chunk(id(2_000), 1L), new Chunk(id(2_000), 2L))));
        // the rejection names the first fault in the event's order
        all.add(refused("CHUNK_EXISTS", listing(new Chunk(id(1), 11L), new Chunk("none", 1L))));
        all.add(refused("CHUNK_INVALID", listing(new Chunk("none", 1L), new Chunk(id(1), 11L))));

        all.add(refused("CHUNK_UNKNOWN", removed("a", List.of(id(1), id(99)))));
        all.add(refused("CHUNK_UNKNOWN", removed("a", List.of(id(1), id(1)))));
        all.add(refused("CHUNK_UNKNOWN", removed("a", List.of(id(1), "none"))));
        all.add(refused("CHUNK_UNKNOWN", removed("a", List.of(id(1), ""))));
        all.add(refused("CHUNK_UNKNOWN", removed("b", List.of(id(1), id(2)))));
        all.add(refused("CHUNK_UNKNOWN", removed("nothing", List.of(id(1)))));
        all.add(refused("CHUNK_UNKNOWN", new ListingEvent(NETWORK, "nothing", new DatasetRemoved())));

        all.add(refused("PING_INVALID", worker(SAME_BYTES, new WorkerPing("9.9.9", 1L, 1L, null))));
        for (String unknown : List.of("nobody", SAME_BYTES)) {
            all.add(refused("WORKER_UNKNOWN", worker(unknown, new WorkerFlagged(true, ""))));
            all.add(refused("WORKER_UNKNOWN", worker(unknown, new WorkerGone())));
        }
        invalidPolicies().forEach(policy -> all.add(refused("POLICY_INVALID", policyOf(policy))));
        return all.stream();
    }

    private static Arguments refused(String reason, SpecificRecord event) {
        return Arguments.of(reason, event);
    }

    /** Returns a listing of invalid chunks after a valid one. */
    private static SpecificRecord listing(Chunk... faulty) {
        List<Chunk> chunks = new ArrayList<>(List.of(NEW));
        chunks.addAll(List.of(faulty));
        return listed("a", chunks);
    }

    private static List<String> invalidIds() {
        return List.of(
                "",
                "/",
                "none",
                "0000000000/0000000001-0000000002",
                "0000000000/0000000001-0000000002-",
                "0000000000-0000000001-0000000002-hash",
                "0000000000/0000000001-0000000002-ha/sh",
                "0000000000/0000000001/0000000002-hash",
                "000000000/0000000001-0000000002-hash",
                "00000000000/0000000001-0000000002-hash",
                "0000000000/000000001-0000000002-hash",
                "0000000000/00000000001-0000000002-hash",
                "0000000000/0000000001-02-hash",
                "0000000000/0000000003-0000000002-hash",
                "0000000002/0000000001-0000000002-hash",
                "+000000000/0000000001-0000000002-hash",
                "-000000001/0000000001-0000000002-hash",
                "0000000000/000000000٣-0000000004-hash",
                "0000000000/0000000001-9223372036854775808-hash",
                "0000000000/0000000001-99999999999999999999-hash",
                " 0000000000/0000000001-0000000002-hash",
                "0000000000/0000000001-0000000002-" + "h".repeat(224),
                "0000000000/0000000001-0000000002-" + "ü".repeat(112));
    }

    private static List<Consumer<PlacementPolicy.Builder>> invalidPolicies() {
        return List.of(
                policy -> policy.setSaturation(0),
                policy -> policy.setSaturation(-0.5),
                policy -> policy.setSaturation(1.0000000000000002),
                policy -> policy.setSaturation(Double.POSITIVE_INFINITY),
                policy -> policy.setMinReplication(0),
                policy -> policy.setMinReplication(65_536),
                policy -> policy.setRings(0),
                policy -> policy.setRings(65_537),
                policy -> policy.setCapacityBytes(-1L),
                policy -> policy.setInactiveAfterMs(0),
                policy -> policy.setStaleBelowBytes(-1),
                policy -> policy.setEpochEveryMs(999L),
                policy -> policy.setEpochEveryMs(Long.MIN_VALUE),
                policy -> policy.setEffectiveAfterMs(-1),
                policy -> policy.setMinVersion(""),
                policy -> policy.setMinVersion("1.0"),
                policy -> policy.setMinVersion(">=1.0.0"),
                policy -> policy.setRecommendedVersion("v1.0.0"),
                policy -> policy.setRecommendedVersion("1.0.0-01"),
                policy -> policy.setDatasets(List.of(dataset("a"), dataset("b"), dataset("a"))),
                policy -> policy.setDatasets(List.of(dataset("a", segment(0, 0, null)))),
                policy -> policy.setDatasets(List.of(dataset("a", segment(0, 65_536, null)))),
                policy -> policy.setDatasets(List.of(dataset("a", segment(0, 1, "1")))),
                policy -> policy.setDatasets(List.of(dataset("a", segment(5, 1, null), segment(5, 2, null)))),
                policy -> policy.setDatasets(List.of(dataset("a", segment(5, 1, null), segment(4, 2, null)))),
                policy -> policy.setDatasets(List.of(dataset("a", segment(-5, 1, null), segment(4, 2, null)))),
                policy -> policy.setDatasets(List.of(dataset("a", segment(-5, 1, null), segment(-5, 2, null)))),
                policy -> policy.setDatasets(List.of(dataset("a", segment(-5, 1, null), segment(-6, 2, null)))));
    }

    private static DatasetPolicy dataset(String name, Segment... segments) {
        return new DatasetPolicy(name, List.of(segments));
    }

    private static Segment segment(long from, int weight, @Nullable String minVersion) {
        return new Segment(from, weight, minVersion);
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void shouldRejectOnceAndChangeNothing(String reason, SpecificRecord event) {
        for (boolean cold : new boolean[] {false, true}) {
            // given
            ChunksLog told = network(cold);
            ChunksLog untold = network(cold);

            // when
            List<Decision> answer = told.at(20_000).decide(event);

            // then
            assertThat(answer).singleElement().satisfies(one -> {
                Rejection rejection = (Rejection) one.value();
                assertThat(rejection.getReason()).isEqualTo(reason);
                assertThat(rejection.getMessage()).startsWith("expected ").contains(", but ");
                assertThat(one.unit()).isEqualTo(NETWORK);
            });
            assertThat(aftermath(told)).isEqualTo(aftermath(untold));
        }
    }

    /**
     * Creates a network with chunks of two datasets, one of which is removed again, two workers, and a policy with
     * scheduled epochs.
     */
    private static ChunksLog network(boolean cold) {
        ChunksLog unit = ChunksLog.of(cold);
        unit.policy(policy -> policy.setEpochEveryMs(30_000L).setMinReplication(2));
        unit.list("a", 10, 1, 2, 3);
        unit.list("b", 10, 1);
        unit.remove("a", 2);
        unit.ping(HEX, "1.0.0", 1_000L);
        unit.ping("w", "1.0.0", 1_000L);
        unit.epoch();
        return unit;
    }

    /** Returns the decisions of events that would show any change of the network's state. */
    private static List<SpecificRecord> aftermath(ChunksLog unit) {
        List<Decision> decided = new ArrayList<>(unit.at(25_000).decide(listed("a", List.of(NEW))));
        decided.addAll(unit.epoch());
        decided.addAll(unit.decide(worker("w", new WorkerPing("1.0.0", 1_000L, null, null))));
        decided.addAll(unit.log().tick(31_000));
        decided.addAll(unit.log().tick(700_000));
        decided.addAll(unit.at(800_000).decide(new ListingEvent(NETWORK, "a", new DatasetRemoved())));
        assertThat(ChunksLog.said(decided)).hasSizeGreaterThan(8).doesNotContain("CHUNK_EXISTS");
        return decided.stream()
                .map(Decision::value)
                .filter(value -> !(value instanceof Checkpoint))
                .toList();
    }

    @Test
    void shouldAcceptBoundaryValues() {
        ChunksLog unit = ChunksLog.warm();

        assertThat(unit.say(listed(
                        "a",
                        List.of(
                                new Chunk("0000000000/0000000000-0000000000-h", 0L),
                                new Chunk("9223372036854775807/9223372036854775807-9223372036854775807--", 1L << 40),
                                new Chunk("0000000001/10000000000-10000000000-ü ", 1L),
                                new Chunk("0000000000/0000000001-0000000002-" + "h".repeat(223), 1L)))))
                .containsExactly("a from 0: 4 listed, removed []");
        assertThat(unit.policy(policy -> policy.setSaturation(1)
                        .setMinReplication(65_535)
                        .setRings(65_536)
                        .setCapacityBytes(0L)
                        .setInactiveAfterMs(1)
                        .setEpochEveryMs(1_000L)
                        .setEffectiveAfterMs(Long.MAX_VALUE)
                        .setMinVersion("0.0.0-0")
                        .setRecommendedVersion("99999999999999999999.0.0+b.01")
                        .setDatasets(List.of(
                                dataset("b", segment(Long.MIN_VALUE, 65_535, null)),
                                dataset(
                                        "a",
                                        segment(0, 1, null),
                                        segment(Long.MAX_VALUE, 1, "1.0.0"),
                                        segment(Long.MIN_VALUE, 1, null),
                                        segment(-1, 1, null))))))
                .isEmpty();
    }

    @Test
    void shouldDoNothingForEmptyLists() {
        ChunksLog unit = ChunksLog.warm();
        assertThat(unit.say(listed("a", List.of()))).isEmpty();
        assertThat(unit.say(removed("a", List.of()))).isEmpty();
        unit.list("a", 10, 1);
        assertThat(unit.say(removed("a", List.of()))).isEmpty();

        // and nothing for listed chunks, which may also be only some of an event's chunks
        assertThat(unit.list("a", 10, 1)).isEmpty();
        assertThat(unit.list("a", 10, 1, 2, 1, 2)).containsExactly("a from 1: 1 listed, removed []");
    }

    @Test
    void shouldKeepEqualIdsInTwoDatasetsApart() {
        ChunksLog unit = ChunksLog.warm();
        assertThat(unit.list("a", 10, 1)).containsExactly("a from 0: 1 listed, removed []");
        assertThat(unit.list("b", 20, 1)).containsExactly("b from 1: 1 listed, removed []");
        assertThat(unit.remove("a", 1)).containsExactly("a from 2: 0 listed, removed [0]");
        assertThat(unit.remove("a", 1)).containsExactly("CHUNK_UNKNOWN");
        assertThat(unit.list("a", 30, 1)).containsExactly("a from 2: 1 listed, removed []");
    }

    @Test
    void shouldNotExpireWorkersAtARefusedPing() {
        // given a worker that is silent for a day, and another text of its id
        ChunksLog unit = ChunksLog.warm();
        unit.at(1_000).ping(HEX, "1.0.0", 1_000L);
        unit.at(2_000).ping("w", "1.0.0", 1_000L);
        unit.tick(700_000);

        // then a ping that is refused makes no worker leave
        assertThat(unit.at(1_000 + 86_400_000).ping(SAME_BYTES, "1.0.0", 1_000L))
                .containsExactly("PING_INVALID");
        assertThat(unit.at(1_000 + 86_400_000).ping("w", "1.0.0", 1_000L))
                .containsExactly(HEX + " GONE 1.0.0", "w ONLINE 1.0.0");
    }
}
