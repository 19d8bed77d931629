package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chunks.RoutesMode;
import dev.rota.chunks.WorkerDraining;
import dev.rota.engine.NotThere;
import dev.rota.engine.PageSnapshot;
import dev.rota.serde.PlainJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the page of all routes; {@link RoutesTest} compares it with the records. */
class RoutesPageTest {

    private static final long ROOM = 1_000L;

    @Test
    void shouldSayThatANetworkHasNoRoutes() {
        ChunksLog unit = ChunksLog.warm();
        unit.ping("w", null, ROOM);
        PageSnapshot snapshot = unit.log().snapshot(ChunksLog.NETWORK);

        assertThatThrownBy(() -> snapshot.content(RoutesPages.PAGE))
                .isInstanceOf(NotThere.class)
                .hasMessage("expected routes of 'net', but its policy has none: set routes to CONFIRMED");
        assertThatThrownBy(() -> snapshot.tag(RoutesPages.PAGE)).isInstanceOf(NotThere.class);
    }

    @Test
    void shouldShowWhatWasTrueWhenTheSnapshotWasTaken() {
        // given a worker that has confirmed one of two chunks, and one that has none
        ChunksLog unit = ChunksLog.warm();
        unit.policy(policy -> policy.setRoutes(RoutesMode.CONFIRMED).setMinReplication(1));
        unit.ping("w", null, ROOM);
        unit.list("a", 10, 0);
        unit.epoch();
        unit.confirm("w", ROOM, 1);
        unit.list("a", 10, 1);
        unit.epoch();
        PageSnapshot snapshot = unit.log().snapshot(ChunksLog.NETWORK);

        // when
        unit.confirm("w", ROOM, 2);
        unit.remove("a", 0);
        unit.epoch();

        // then
        assertThat(PlainJson.page(snapshot.content(RoutesPages.PAGE)))
                .contains("\"shown\":[0],\"workers\":[{\"worker\":\"w\",\"chunks\":[0]}]");
        PageSnapshot after = unit.log().snapshot(ChunksLog.NETWORK);
        assertThat(PlainJson.page(after.content(RoutesPages.PAGE)))
                .contains("\"shown\":[1],\"workers\":[{\"worker\":\"w\",\"chunks\":[1]}]");
        assertThat(List.of(String.valueOf(after.tag(RoutesPages.PAGE))))
                .doesNotContain(String.valueOf(snapshot.tag(RoutesPages.PAGE)));
    }

    @Test
    void shouldCountWhatIsInMotion() {
        // given a drained worker, all of whose chunks others are to take
        ChunksLog unit = ChunksLog.warm();
        unit.policy(policy -> policy.setRoutes(RoutesMode.CONFIRMED)
                .setMinReplication(1)
                .setGraceMs(10_000L)
                .setInactiveAfterMs(Long.MAX_VALUE / 2));
        unit.ping("w", null, ROOM);
        unit.list("a", 10, 0, 1);
        unit.epoch();
        assertThat(unit.log().gauges(ChunksLog.NETWORK)).containsEntry("visible_chunks", 0L);
        unit.confirm("w", ROOM, 1);
        unit.ping("v", null, ROOM);
        unit.say(ChunksLog.worker("w", new WorkerDraining("")));

        // then they wait, are in grace, and are done
        unit.epoch();
        assertMotion(unit, 2, 0);
        unit.confirm("v", ROOM, 2);
        assertMotion(unit, 0, 2);
        unit.tick(60_000);
        assertMotion(unit, 0, 0);
    }

    private static void assertMotion(ChunksLog unit, long waiting, long inGrace) {
        assertThat(unit.log().gauges(ChunksLog.NETWORK))
                .containsEntry("visible_chunks", 2L)
                .containsEntry("waiting_routes", waiting)
                .containsEntry("copies_in_grace", inGrace);
    }

    @Test
    void shouldHaveNoRoutesInGaugesWithoutRoutes() {
        ChunksLog unit = ChunksLog.warm();
        unit.ping("w", null, ROOM);

        assertThat(unit.log().gauges(ChunksLog.NETWORK))
                .containsEntry("visible_chunks", 0L)
                .containsEntry("waiting_routes", 0L)
                .containsEntry("copies_in_grace", 0L);
    }

    /** A worker that joins is in the document, although there is no view of it. */
    @Test
    void shouldShowAWorkerWithoutRoutes() {
        ChunksLog unit = ChunksLog.warm();
        unit.policy(policy -> policy.setRoutes(RoutesMode.CONFIRMED));
        PageSnapshot before = unit.log().snapshot(ChunksLog.NETWORK);
        unit.ping("w", null, ROOM);
        PageSnapshot after = unit.log().snapshot(ChunksLog.NETWORK);

        assertThat(PlainJson.page(before.content(RoutesPages.PAGE))).contains("\"workers\":[]");
        assertThat(PlainJson.page(after.content(RoutesPages.PAGE)))
                .contains("\"view\":1", "\"workers\":[{\"worker\":\"w\",\"chunks\":[]}]");
        assertThat(after.tag(RoutesPages.PAGE)).isNotEqualTo(before.tag(RoutesPages.PAGE));
    }
}
