package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksReplaced;
import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochEventKind;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.RouteView;
import dev.rota.chunks.RoutesMode;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.routes.ViewChanges;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Follows routes case by case: when chunks become visible, are replaced, and what ends or refuses that. */
class RouteCasesTest {

    private final ChunksLog unit = ChunksLog.warm();
    private final RoutesReader reader = new RoutesReader();
    private final List<Decision> last = new ArrayList<>();

    @Test
    void shouldShowAChunkOnceEnoughWorkersThatCountHaveConfirmedIt() {
        // given
        routes(policy -> policy.setVisibleReplicas(2));
        join(3);
        list(chunk(0, 9));
        epoch();

        // when
        confirm("w0", 1);
        unit.flag("w1", true);
        confirm("w1", 1);

        // then: a flagged worker serves, and does not count
        assertThat(reader.visible).isEmpty();
        assertThat(reader.of("w1")).containsExactly(0);

        // when
        take(ChunksLog.worker("w1", new WorkerFlagged(false, "")));

        // then
        assertThat(reader.visible).containsExactly(0);
    }

    @Test
    void shouldNotHideAChunkWhoseWorkersFallAway() {
        // given
        shown(1);

        // when
        take(ChunksLog.worker("w0", new WorkerGone()));
        confirm("w1", 0);

        // then
        assertThat(reader.visible).containsExactly(0);
        assertThat(reader.of("w0")).isEmpty();
        assertThat(reader.of("w1")).isEmpty();
        assertThat(reader.of("w2")).containsExactly(0);
    }

    @Test
    void shouldBeginAndEndWithThePolicy() {
        // given
        routes(policy -> policy.setRoutes(RoutesMode.OFF));
        join(2);
        list(chunk(0, 9));
        epoch();
        confirm("w0", 1);
        assertThat(reader.view).isZero();

        // when
        routes(policy -> {});

        // then
        assertThat(reader.view).isEqualTo(1);
        assertThat(reader.visible).containsExactly(0);
        assertThat(reader.of("w0")).containsExactly(0);

        // when
        routes(policy -> policy.setRoutes(RoutesMode.OFF));

        // then
        assertThat(reader.view).isEqualTo(2);
        assertThat(reader.visible).isEmpty();

        // when it begins again
        routes(policy -> {});

        // then
        assertThat(reader.view).isEqualTo(3);
        assertThat(reader.of("w0")).containsExactly(0);
    }

    @Test
    void shouldShowMoreChunksWhenFewerReplicasAreAskedForAndHideNone() {
        // given
        routes(policy -> policy.setVisibleReplicas(2));
        join(3);
        list(chunk(0, 9), chunk(10, 19));
        epoch();
        confirm("w0", 1);

        // when
        routes(policy -> policy.setVisibleReplicas(1));

        // then
        assertThat(reader.visible).containsExactly(0, 1);

        // when
        routes(policy -> policy.setVisibleReplicas(3));

        // then
        assertThat(reader.visible).containsExactly(0, 1);
    }

    @Test
    void shouldMoveWithLittleRoomWithoutTakingCopiesFromReaders() {
        // given six workers with room for seven chunks each, and 32 copies
        Consumer<PlacementPolicy.Builder> rules =
                policy -> policy.setMinReplication(2).setVisibleReplicas(2).setGraceMs(10_000);
        routes(policy -> rules.accept(policy.setRings(20)));
        IntStream.range(0, 6).forEach(i -> take(ChunksLog.worker("w" + i, new WorkerPing("1.0.0", 70L, null, null))));
        list(IntStream.range(0, 16).mapToObj(i -> chunk(10L * i, 10L * i + 9)).toArray(Chunk[]::new));
        long time = 10_000;
        long waiting = 0;
        confirmEpoch(1);

        for (int rings = 21; rings < 26; rings++) {
            // when all copies are to lie elsewhere
            int others = rings;
            routes(policy -> rules.accept(policy.setRings(others)));
            Epoch epoch = confirmEpoch(0);
            for (int i = 0; i < 30 && !epoch.getDigest().equals(epoch.getTargetDigest()); i++) {
                waiting += epoch.getReplicasWaiting();
                // every other epoch comes before the grace has passed
                time += i % 2 == 0 ? 1_000 : 12_000;
                unit.at(time);
                epoch = confirmEpoch(0);

                // then
                assertThat(epoch.getRoutesForced()).as("%s", epoch).isZero();
            }
            assertThat(epoch.getDigest()).isEqualTo(epoch.getTargetDigest());
        }
        assertThat(waiting).isPositive();
    }

    /** Makes an epoch that all six workers confirm. */
    private Epoch confirmEpoch(long first) {
        epoch();
        Epoch epoch = last.stream()
                .filter(one -> one.value() instanceof Epoch)
                .map(one -> (Epoch) one.value())
                .findFirst()
                .orElseThrow();
        IntStream.range(0, 6)
                .forEach(i -> take(ChunksLog.worker(
                        "w" + i, new WorkerPing("1.0.0", 70L, null, first == 0 ? epoch.getEpoch() : first))));
        return epoch;
    }

    @Test
    void shouldReplaceChunksInOneView() {
        // given
        shown(2);
        long before = reader.view;

        // when
        take(replaced(List.of(chunk(0, 9), chunk(10, 19)), chunk(0, 19)));
        epoch();
        confirm("w0", 2);

        // then: not all that count have confirmed the new one
        assertThat(reader.visible).containsExactly(0, 1);
        long open = reader.view;

        // when
        confirm("w1", 2);
        confirm("w2", 2);

        // then
        assertThat(open).isGreaterThan(before);
        assertThat(reader.visible).containsExactly(2);
        assertThat(rejections()).isEmpty();
        epoch();
        assertThat(assigned("w0")).containsExactly(2);
    }

    @Test
    void shouldReplaceAtOnceWithoutRoutesAndWhereNothingIsPlaced() {
        // given
        unit.policy(policy -> {});
        join(1);
        list(chunk(0, 9));

        // when
        List<String> said = unit.say(replaced(List.of(chunk(0, 9)), chunk(0, 9, "v2")));

        // then
        assertThat(said).containsExactly("a from 1: 1 listed, removed []", "a from 2: 0 listed, removed [0]");

        // when the policy places another dataset only
        routes(policy -> policy.setDatasets(List.of(new DatasetPolicy("b", List.of()))));
        said = unit.say(replaced(List.of(chunk(0, 9, "v2")), chunk(0, 9, "v3")));

        // then
        assertThat(said).containsExactly("a from 2: 1 listed, removed []", "a from 3: 0 listed, removed [1]");
    }

    @Test
    void shouldEndAReplacementWhoseChunksAreRemoved() {
        // given
        shown(2);
        take(replaced(List.of(chunk(0, 9)), chunk(0, 9, "v2")));
        take(replaced(List.of(chunk(10, 19)), chunk(10, 19, "v2")));
        epoch();

        // when an old one is removed, the new one becomes visible like others
        take(ChunksLog.removed("a", List.of(chunk(0, 9).getId())));
        IntStream.range(0, 3).forEach(i -> confirm("w" + i, 2));

        // then
        assertThat(reader.visible).containsExactly(2, 3);

        // when a new one is removed, the old one stays
        take(replaced(List.of(chunk(0, 9, "v2")), chunk(0, 9, "v3")));
        take(ChunksLog.removed("a", List.of(chunk(0, 9, "v3").getId())));
        epoch();
        IntStream.range(0, 3).forEach(i -> confirm("w" + i, 3));

        // then
        assertThat(reader.visible).containsExactly(2, 3);
        assertThat(rejections()).isEmpty();
    }

    @Test
    void shouldCompleteAllReplacementsWhenRoutesEnd() {
        // given two open ones, of which only w0 has confirmed the new chunks
        shown(2);
        take(replaced(List.of(chunk(0, 9)), chunk(0, 9, "v2")));
        take(replaced(List.of(chunk(10, 19)), chunk(10, 19, "v2")));
        epoch();
        confirm("w0", 2);

        // when a policy ends routes, and would show the new chunks
        routes(policy -> policy.setRoutes(RoutesMode.OFF).setVisibleReplicas(1));

        // then
        assertThat(ChunksLog.said(last)).contains("a from 4: 0 listed, removed [0]", "a from 4: 0 listed, removed [1]");
        assertThat(reader.visible).isEmpty();
    }

    @Test
    void shouldJudgeAWorkerBeforeItsConfirmation() {
        // given
        routes(policy -> policy.setVisibleReplicas(2).setMinReplication(2).setStaleBelowBytes(5));
        join(2);
        list(chunk(0, 9));
        epoch();
        take(ChunksLog.worker("w0", new WorkerPing("1.0.0", 1_000L, 10L, 1L)));

        // when the second worker confirms, and stores too little
        take(ChunksLog.worker("w1", new WorkerPing("1.0.0", 1_000L, 1L, 1L)));

        // then
        assertThat(reader.visible).isEmpty();

        // when it stores more, and the other less, by one policy
        take(ChunksLog.worker("w1", new WorkerPing("1.0.0", 1_000L, 20L, 1L)));

        // then
        assertThat(reader.visible).containsExactly(0);
    }

    @Test
    void shouldCountAllWorkersBeforeItShowsAChunk() {
        // given a worker that does not count for its version, and one that does
        routes(policy -> policy.setVisibleReplicas(2).setMinVersion("2.0.0").setIgnoreReliability(false));
        take(ChunksLog.worker("w0", new WorkerPing("1.0.0", 1_000L, 100L, null)));
        take(ChunksLog.worker("w1", new WorkerPing("2.0.0", 1_000L, 0L, null)));
        list(chunk(0, 9));
        epoch();
        take(ChunksLog.worker("w0", new WorkerPing("1.0.0", 1_000L, 100L, 1L)));
        take(ChunksLog.worker("w1", new WorkerPing("2.0.0", 1_000L, 0L, 1L)));
        assertThat(reader.of("w0")).containsExactly(0);

        // when the first begins to count, and the second ends
        routes(policy -> policy.setVisibleReplicas(2).setStaleBelowBytes(50));

        // then
        assertThat(reader.visible).isEmpty();
    }

    @Test
    void shouldBoundTheWorkersOfAPart() {
        // given
        ViewChanges changes = new ViewChanges();
        changes.add(WorkerId.of("a"), new int[] {1});
        for (int i = 0; i < 3_000; i++) {
            WorkerId worker = WorkerId.of("w" + i);
            changes.add(worker, new int[] {1});
            changes.remove(worker, new int[] {2});
        }

        // when
        List<RouteView> parts = changes.take(ChunksLog.NETWORK, 1);

        // then
        assertThat(parts).allMatch(part -> part.getChanges().size() <= 1_002);
        assertThat(parts.stream().mapToInt(part -> part.getChanges().size()).sum())
                .isEqualTo(6_001);
        assertThat(parts).allMatch(part -> part.getParts() == parts.size());
    }

    @Test
    void shouldRefuseReplacementsThatAreNone() {
        // given
        shown(2);

        // when, then
        assertThat(refusal(replaced(List.of(chunk(0, 9)), chunk(0, 8)))).isEqualTo("CHUNK_INVALID");
        assertThat(refusal(replaced(List.of(), chunk(0, 8)))).isEqualTo("CHUNK_INVALID");
        assertThat(refusal(replaced(List.of(chunk(0, 9))))).isEqualTo("CHUNK_INVALID");
        assertThat(refusal(replaced(List.of(chunk(20, 29)), chunk(20, 29, "v2"))))
                .isEqualTo("CHUNK_UNKNOWN");
        assertThat(refusal(replaced(List.of(chunk(0, 9), chunk(0, 9)), chunk(0, 9, "v2"))))
                .isEqualTo("CHUNK_UNKNOWN");
        assertThat(refusal(replaced(List.of(chunk(0, 9)), chunk(0, 9)))).isEqualTo("CHUNK_EXISTS");

        // when one is open
        SpecificRecord open = replaced(List.of(chunk(0, 9)), chunk(0, 9, "v2"));
        assertThat(refusal(open)).isEmpty();

        // then: sent again, it changes nothing
        take(open);
        assertThat(last).isEmpty();
        assertThat(refusal(replaced(List.of(chunk(0, 9)), chunk(0, 9, "v3")))).isEqualTo("CHUNK_BEING_REPLACED");
        assertThat(refusal(replaced(List.of(chunk(0, 9, "v2")), chunk(0, 9, "v3"))))
                .isEqualTo("CHUNK_BEING_REPLACED");
    }

    @Test
    void shouldRefuseOverlapsIfThePolicySaysSo() {
        // given
        unit.policy(policy -> policy.setRefuseOverlaps(true));
        list(chunk(0, 9), chunk(20, 29));

        // when, then
        assertThat(refusal(listed(chunk(9, 12)))).isEqualTo("CHUNK_OVERLAPS");
        assertThat(refusal(listed(chunk(10, 20)))).isEqualTo("CHUNK_OVERLAPS");
        assertThat(refusal(listed(chunk(0, 40, "v2")))).isEqualTo("CHUNK_OVERLAPS");
        assertThat(refusal(listed(chunk(30, 39), chunk(39, 50)))).isEqualTo("CHUNK_OVERLAPS");
        assertThat(refusal(listed(chunk(0, 9)))).as("listed again").isEmpty();
        assertThat(refusal(listed(chunk(10, 19)))).isEmpty();
        assertThat(refusal(replaced(List.of(chunk(0, 9), chunk(10, 19)), chunk(0, 19))))
                .isEmpty();
        assertThat(refusal(ChunksLog.removed("a", List.of(chunk(0, 19).getId()))))
                .isEmpty();
        assertThat(refusal(listed(chunk(5, 19)))).isEmpty();

        // when the policy allows it
        unit.policy(policy -> {});

        // then
        assertThat(refusal(listed(chunk(9, 12)))).isEmpty();
    }

    @Test
    void shouldConvergeWithoutStragglers() {
        // given
        unit.policy(policy -> policy.setConvergedPercent(60));
        join(4);
        list(chunk(0, 9), chunk(10, 19), chunk(20, 29));
        epoch();

        // when
        confirm("w0", 1);
        confirm("w1", 1);
        assertThat(last).noneMatch(one -> one.value() instanceof EpochEvent);
        confirm("w3", 1);

        // then
        assertThat(last)
                .extracting(Decision::value)
                .contains(new EpochEvent(ChunksLog.NETWORK, 1L, EpochEventKind.CONVERGED, List.of("w2")));
    }

    /** Makes a network of three workers that have confirmed some chunks. */
    private void shown(int chunks) {
        routes(policy -> policy.setVisibleReplicas(2).setMinReplication(3));
        join(3);
        list(IntStream.range(0, chunks)
                .mapToObj(i -> chunk(10L * i, 10L * i + 9))
                .toArray(Chunk[]::new));
        epoch();
        IntStream.range(0, 3).forEach(i -> confirm("w" + i, 1));
        assertThat(reader.visible).hasSize(chunks);
    }

    private void routes(Consumer<PlacementPolicy.Builder> change) {
        take(ChunksLog.policyOf(policy -> {
            policy.setRoutes(RoutesMode.CONFIRMED).setVisibleReplicas(1);
            change.accept(policy);
        }));
    }

    private void join(int workers) {
        IntStream.range(0, workers).forEach(i -> ping("w" + i, null));
    }

    private void ping(String worker, @Nullable Long epoch) {
        take(ChunksLog.worker(worker, new WorkerPing("1.0.0", 1_000L, null, epoch)));
    }

    private void confirm(String worker, long epoch) {
        ping(worker, epoch);
    }

    private static Chunk chunk(long first, long last) {
        return chunk(first, last, "v1");
    }

    private static Chunk chunk(long first, long last, String hash) {
        return new Chunk(String.format("%010d/%010d-%010d-%s", 0, first, last, hash), 10L);
    }

    private static ListingEvent listed(Chunk... chunks) {
        return ChunksLog.listed("a", List.of(chunks));
    }

    private void list(Chunk... chunks) {
        take(listed(chunks));
    }

    private static ListingEvent replaced(List<Chunk> old, Chunk... fresh) {
        return new ListingEvent(
                ChunksLog.NETWORK,
                "a",
                new ChunksReplaced(old.stream().map(Chunk::getId).toList(), List.of(fresh)));
    }

    private void epoch() {
        take(new EpochRequest(ChunksLog.NETWORK, false));
    }

    private void take(SpecificRecord event) {
        last.clear();
        last.addAll(unit.decide(event));
        last.stream()
                .filter(one -> one.value() instanceof RouteView)
                .forEach(one -> reader.take((RouteView) one.value()));
    }

    private List<String> rejections() {
        return last.stream()
                .filter(one -> one.value() instanceof Rejection)
                .map(one -> ((Rejection) one.value()).getReason())
                .toList();
    }

    /** Returns why an event is rejected, or an empty text if it is accepted. */
    private String refusal(SpecificRecord event) {
        take(event);
        return String.join(", ", rejections());
    }

    private SortedSet<Integer> assigned(String worker) {
        SortedSet<Integer> numbers = new TreeSet<>();
        last.stream()
                .filter(one -> one.value() instanceof WorkerAssignment assignment
                        && assignment.getWorker().equals(worker))
                .forEach(one -> numbers.addAll(ChunksLog.numbers((WorkerAssignment) one.value())));
        return numbers;
    }
}
