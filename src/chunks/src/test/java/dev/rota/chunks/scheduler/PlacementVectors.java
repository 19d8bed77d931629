package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.Segment;
import dev.rota.chunks.WeightReplication;
import dev.rota.testing.Decider;
import dev.rota.testing.TimedDecision;
import java.util.List;
import java.util.function.Supplier;

/** Checks a decider against known assignments and movements. */
final class PlacementVectors {

    private static final long MIB_100 = 104_857_600L;

    private final Supplier<Decider<TimedDecision>> deciders;

    PlacementVectors(Supplier<Decider<TimedDecision>> deciders) {
        this.deciders = deciders;
    }

    void assertSmallAssignment(PlacementOrder order) {
        // given
        TestNetwork.Placed placed = network()
                .workers(0, 5, 524_288_000L)
                .chunks(0, 12, MIB_100)
                .policy(policy -> policy.setOrder(order))
                .place();

        // then
        assertThat(List.of(placed.of(0), placed.of(1), placed.of(2), placed.of(3), placed.of(4)))
                .containsExactly("0 5 6 7 8", "2 4 6 8 9", "0 3 7 9 10", "1 2 3 4 11", "1 5 10 11");
        assertThat(placed.epoch().getReplication()).containsExactly(new WeightReplication(1, 2, 2));
    }

    /** Tests one replica of each chunk and ample room. */
    void assertMovementWhereAWorkerIsReplaced(PlacementOrder order) {
        TestNetwork network = single(order);
        TestNetwork.Placed before = network.place();
        long capacity = 3 * 20_000L * MIB_100 / 50;
        assertThat(network.gone(49).workers(50, 51, capacity).place().movedFrom(before))
                .isEqualTo(775);
    }

    void assertMovementWhereAWorkerJoins(PlacementOrder order) {
        TestNetwork network = single(order);
        TestNetwork.Placed before = network.place();
        long capacity = 3 * 20_000L * MIB_100 / 50;
        assertThat(network.workers(50, 51, capacity).place().movedFrom(before)).isEqualTo(388);
    }

    /** Tests a network with little room left. */
    void assertMovementWhereAWorkerIsReplacedInAFullNetwork(PlacementOrder order) {
        long capacity = (long) (20_000L * MIB_100 / 50 / 0.99 * 1.05);
        TestNetwork network =
                network().workers(0, 50, capacity).chunks(0, 20_000, MIB_100).policy(policy -> policy.setOrder(order));
        TestNetwork.Placed before = network.place();
        assertThat(network.gone(49).workers(50, 51, capacity).place().movedFrom(before))
                .isEqualTo(798);
    }

    void assertMovementWhereASegmentSlides(PlacementOrder order, int moved) {
        assertThat(slide(order, 1.0, 60L << 30)).isEqualTo(moved);
    }

    void assertNoMovementWhereASegmentSlidesInAmpleRoom(PlacementOrder order) {
        assertThat(slide(order, 0.5, 3 * 20_100L * MIB_100 / 50)).isZero();
    }

    void assertRefusalAvoided() {
        Epoch epoch = unequal(PlacementOrder.REPLICA_MAJOR);
        assertThat(epoch.getStatus()).isEqualTo(EpochStatus.PUBLISHED);
        assertThat(epoch.getReplication()).containsExactly(new WeightReplication(1, 5, 3));
        assertThat(unequal(PlacementOrder.CHUNK_MAJOR).getStatus()).isEqualTo(EpochStatus.NOT_ENOUGH_CAPACITY);
    }

    private TestNetwork network() {
        return new TestNetwork(deciders.get());
    }

    private TestNetwork single(PlacementOrder order) {
        return network()
                .workers(0, 50, 3 * 20_000L * MIB_100 / 50)
                .chunks(0, 20_000, MIB_100)
                .policy(policy -> policy.setOrder(order).setSaturation(0.4));
    }

    private int slide(PlacementOrder order, double saturation, long capacity) {
        DatasetPolicy dataset = new DatasetPolicy(
                TestNetwork.DATASET, List.of(new Segment(0L, 1, null), new Segment(-5_000L, 12, null)));
        TestNetwork network = network()
                .workers(0, 50, capacity)
                .chunks(0, 20_000, MIB_100)
                .policy(policy ->
                        policy.setOrder(order).setSaturation(saturation).setDatasets(List.of(dataset)));
        TestNetwork.Placed before = network.place();
        return network.chunks(20_000, 20_100, MIB_100).place().movedFrom(before);
    }

    private Epoch unequal(PlacementOrder order) {
        return network()
                .workers(0, 6, 1_000)
                .chunks(0, 1, 284)
                .chunks(1, 2, 717)
                .policy(policy -> policy.setOrder(order).setSaturation(0.94))
                .place()
                .epoch();
    }
}
