package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksReplaced;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.RoutesMode;
import dev.rota.chunks.WorkerDraining;
import dev.rota.chunks.explain.RouteInquiry;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.pages.TestFacts;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.chunks.ChunkView;
import dev.rota.pages.domain.chunks.ChunksPages;
import dev.rota.pages.domain.chunks.NetworkView;
import dev.rota.pages.domain.chunks.NetworkView.RouteCells;
import dev.rota.serde.PlainJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests what pages show of the routes of a network. {@link RoutesTest} compares the numbers with a model. */
class RoutesPicturesTest {

    private static final long ROOM = 1_000L;
    private static final String CHUNK = "a/" + ChunksLog.id(0);

    private final ChunksLog unit = ChunksLog.warm();
    private final ChunksPages pages = new ChunksPages();

    /** Worker w is drained, and v is to take over its two chunks. */
    private void drain(Consumer<PlacementPolicy.Builder> change) {
        unit.policy(policy -> {
            policy.setRoutes(RoutesMode.CONFIRMED)
                    .setMinReplication(1)
                    .setGraceMs(10_000L)
                    .setInactiveAfterMs(Long.MAX_VALUE / 2);
            change.accept(policy);
        });
        unit.ping("w", null, ROOM);
        unit.list("a", 10, 0, 1);
        unit.epoch();
        unit.confirm("w", ROOM, 1);
        unit.confirm("v", ROOM, 1);
        unit.say(ChunksLog.worker("w", new WorkerDraining("")));
        unit.epoch();
    }

    private TestFacts facts() throws Exception {
        var snapshot = unit.log().snapshot(ChunksLog.NETWORK);
        return new TestFacts(
                new ChunksDomain(),
                ChunksLog.NETWORK,
                name -> PlainJson.page(snapshot.content(name)),
                List.of(),
                Map.of());
    }

    private NetworkView network() throws Exception {
        return (NetworkView) pages.unit(facts()).view();
    }

    private String figures() throws Exception {
        StringBuilder figures = new StringBuilder();
        for (Figure figure : network().routes().figures()) {
            figures.append(figure.name()).append('=').append(figure.value()).append(' ');
        }
        return figures.toString().trim();
    }

    private RouteCells cells(String worker) throws Exception {
        return network().workers().lines().stream()
                .filter(line -> line.worker().text().equals(worker))
                .map(line -> Objects.requireNonNull(line.routes()))
                .findFirst()
                .orElseThrow();
    }

    /** Checks that the page of the chunk and the inquiry of operators show these copies. */
    private void assertCopies(String sentence, String... copies) throws Exception {
        ChunkView view = (ChunkView) Objects.requireNonNull(pages.subject(facts(), new Subject("chunk", CHUNK)))
                .view();
        assertThat(view.routes()).isEqualTo("It is " + sentence + ".");
        assertThat(view.routeLines().stream()
                        .map(line -> line.worker().text() + " " + line.sentence())
                        .toList())
                .containsExactly(copies);
        TreeMap<String, List<String>> words = new TreeMap<>();
        words.put("chunk", List.of(CHUNK));
        List<String> lines = Objects.requireNonNull(
                        new RouteInquiry(new Inquiry.Asked(RouteInquiry.NAME, words, List.of()))
                                .answer(unit.log().tables(ChunksLog.NETWORK), 0, Parallel.SEQUENTIAL))
                .lines();
        assertThat(lines.get(0)).endsWith(" has number 0 and is " + sentence);
        assertThat(lines.subList(1, lines.size()).stream().map(String::trim)).containsExactly(copies);
    }

    @Test
    void shouldFollowCopiesOnTheirWayOut() throws Exception {
        // given copies that wait
        drain(policy -> {});

        // then
        assertThat(figures()).isEqualTo("visible=2 of 2 routes=2 missing=2 waiting=2 grace=0 left=0 view=2");
        assertThat(cells("w")).isEqualTo(new RouteCells("2", "", "2", "", ""));
        assertThat(cells("v")).isEqualTo(new RouteCells("0", "2 since epoch 2", "0", "", ""));
        assertCopies(
                "visible: readers may use 1 worker",
                "v has not confirmed it",
                "w serves it, until the chunk has 1 route elsewhere; it has 0; the worker is DRAINING");

        // when the other worker has them
        unit.at(20_000).confirm("v", ROOM, 2);

        // then
        assertThat(figures()).isEqualTo("visible=2 of 2 routes=2 missing=0 waiting=0 grace=2 left=0 view=3");
        assertThat(cells("w")).isEqualTo(new RouteCells("0", "", "0", "2 since 1970-01-01T00:00:20.000Z", ""));
        assertCopies(
                "visible: readers may use 1 worker",
                "v serves it",
                "w was left by readers at 1970-01-01T00:00:20.000Z; their grace runs; the worker is DRAINING");

        // when the grace has passed
        unit.tick(60_000);

        // then
        assertThat(figures()).isEqualTo("visible=2 of 2 routes=2 missing=0 waiting=0 grace=0 left=2 view=3");
        assertThat(cells("w")).isEqualTo(new RouteCells("0", "", "0", "", "2 since 1970-01-01T00:00:20.000Z"));
        assertCopies(
                "visible: readers may use 1 worker",
                "v serves it",
                "w was left by readers at 1970-01-01T00:00:20.000Z; the next epoch can take it;"
                        + " the worker is DRAINING");
        assertThat(TestFacts.html(pages.unit(facts()))).contains("2 since 1970", "Visible chunks");
    }

    @Test
    void shouldShowWhatReplacementsWaitFor() throws Exception {
        // given
        drain(policy -> policy.setVisibleReplicas(1));
        String fresh = ChunksLog.id(0).replace("hash", "v2");
        unit.say(new ListingEvent(
                ChunksLog.NETWORK, "a", new ChunksReplaced(List.of(ChunksLog.id(0)), List.of(new Chunk(fresh, 10L)))));

        // then
        NetworkView view = network();
        assertThat(view.routes().swapsCaption()).isEqualTo("1 replacement waits for confirmations");
        assertThat(view.routes().swaps().toString()).contains("old=1, fresh=1, waiting=1", fresh, "confirmed=0 of 1");
        ChunkView chunk = (ChunkView) Objects.requireNonNull(pages.subject(facts(), new Subject("chunk", "a/" + fresh)))
                .view();
        assertThat(chunk.routes())
                .isEqualTo(
                        "It is not visible: it replaces others, and waits until all that replace them are confirmed.");
        assertThat(TestFacts.html(pages.unit(facts()))).contains(fresh, "0 of 1");
    }

    @Test
    void shouldSayThatReadersGoByTheClockWithoutRoutes() throws Exception {
        drain(policy -> policy.setRoutes(RoutesMode.OFF).setEffectiveAfterMs(5_000));

        NetworkView view = network();
        assertThat(view.routes().sentence())
                .startsWith("Readers go by the clock: the assignment counts from 1970-01-01T00:00:06.");
        assertThat(view.routes().figures()).isEmpty();
        assertThat(view.workers().lines()).allMatch(line -> line.routes() == null);
        ChunkView chunk = (ChunkView) Objects.requireNonNull(pages.subject(facts(), new Subject("chunk", CHUNK)))
                .view();
        assertThat(chunk.routes()).isEmpty();
        assertThat(TestFacts.html(pages.unit(facts()))).doesNotContain("what readers may do with them");
    }
}
