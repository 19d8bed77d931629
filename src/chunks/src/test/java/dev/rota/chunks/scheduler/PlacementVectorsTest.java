package dev.rota.chunks.scheduler;

import dev.rota.chunks.PlacementOrder;
import dev.rota.testing.TestLog;
import dev.rota.trials.Full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the model and the scheduler against known placements. */
class PlacementVectorsTest {

    private final PlacementVectors model = new PlacementVectors(Deciders::model);

    @ParameterizedTest
    @EnumSource(PlacementOrder.class)
    void shouldPlaceASmallNetwork(PlacementOrder order) {
        model.assertSmallAssignment(order);
    }

    @ParameterizedTest
    @EnumSource(PlacementOrder.class)
    @Full
    void shouldMoveLittleWhereAWorkerIsReplaced(PlacementOrder order) {
        model.assertMovementWhereAWorkerIsReplaced(order);
    }

    @ParameterizedTest
    @EnumSource(PlacementOrder.class)
    @Full
    void shouldMoveLittleWhereAWorkerJoins(PlacementOrder order) {
        model.assertMovementWhereAWorkerJoins(order);
    }

    @ParameterizedTest
    @EnumSource(PlacementOrder.class)
    @Full
    void shouldMoveLittleInAFullNetwork(PlacementOrder order) {
        model.assertMovementWhereAWorkerIsReplacedInAFullNetwork(order);
    }

    @ParameterizedTest
    @CsvSource({"REPLICA_MAJOR, 51", "CHUNK_MAJOR, 96"})
    @Full
    void shouldMoveLittleWhereASegmentSlides(PlacementOrder order, int moved) {
        model.assertMovementWhereASegmentSlides(order, moved);
    }

    @ParameterizedTest
    @EnumSource(PlacementOrder.class)
    @Full
    void shouldMoveNothingWhereASegmentSlidesInAmpleRoom(PlacementOrder order) {
        model.assertNoMovementWhereASegmentSlidesInAmpleRoom(order);
    }

    @Test
    void shouldAvoidARefusal() {
        model.assertRefusalAvoided();
    }

    @ParameterizedTest
    @EnumSource(PlacementOrder.class)
    void shouldPlaceAsKnownWithTheScheduler(PlacementOrder order) {
        PlacementVectors scheduler = new PlacementVectors(() -> Deciders.scheduler(TestLog.warm(new ChunksDomain())));
        scheduler.assertSmallAssignment(order);
        scheduler.assertMovementWhereAWorkerIsReplaced(order);
        scheduler.assertMovementWhereAWorkerJoins(order);
        scheduler.assertMovementWhereAWorkerIsReplacedInAFullNetwork(order);
        scheduler.assertMovementWhereASegmentSlides(order, order == PlacementOrder.REPLICA_MAJOR ? 51 : 96);
        scheduler.assertNoMovementWhereASegmentSlidesInAmpleRoom(order);
        scheduler.assertRefusalAvoided();
    }
}
