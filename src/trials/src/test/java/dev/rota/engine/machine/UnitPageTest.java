package dev.rota.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Task;
import dev.rota.engine.Decision;
import dev.rota.engine.PageSnapshot;
import dev.rota.serde.PlainJson;
import dev.rota.testing.TestLog;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitPageTest {

    private static TestLog log(String kind) {
        return kind.equals("warm") ? TestLog.warm(new ChoresDomain()) : TestLog.cold(new ChoresDomain());
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldShowAUnitAsOfItsLastRecord(String kind) {
        // given
        TestLog log = log(kind);
        int helper = helper(log.feed(Chores.EVENTS, 1_000, Chores.added("home", "dishes")));
        log.feed(Chores.EVENTS, 2_000, Chores.added("home", "laundry"));
        log.feed(Chores.EVENTS, 3_000, Chores.added("cabin", "firewood"));

        // when
        log.feed(Chores.EVENTS, 4_000, Chores.done("home", "laundry"));

        // then
        assertThat(log.page("home", ChoresDomain.PAGE)).isEqualTo("home at 4000:\ndishes is helper " + helper + "'s\n");
        assertThat(log.page("cabin", ChoresDomain.PAGE))
                .startsWith("cabin at 3000:\nfirewood is helper ")
                .hasLineCount(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldNotCreateAUnit(String kind) {
        // given
        TestLog log = log(kind);
        log.feed(Chores.EVENTS, 1_000, Chores.added("home", "dishes"));

        // then
        assertThat(log.page("cabin", ChoresDomain.PAGE)).isNull();
        assertThat(log.page("cabin", ChoresDomain.PAGE)).isNull();
        assertThat(log.knows("cabin")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldDecideAlikeWhetherAPageWasShownOrNot(String kind) {
        // given
        TestLog shown = log(kind);
        TestLog unseen = log(kind);
        for (TestLog log : List.of(shown, unseen)) {
            log.feed(Chores.EVENTS, 1_000, Chores.added("home", "dishes", 500));
        }

        // when
        shown.page("cabin", ChoresDomain.PAGE);
        shown.page("home", ChoresDomain.PAGE);

        // then
        for (TestLog log : List.of(shown, unseen)) {
            log.feed(Chores.EVENTS, 2_000, Chores.done("home", "dishes"));
            log.feed(Chores.EVENTS, 3_000, Chores.added("cabin", "firewood"));
        }
        assertThat(shown.chain("home")).isEqualTo(unseen.chain("home"));
        assertThat(shown.chain("cabin")).isEqualTo(unseen.chain("cabin"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldRenderWhatWasTrueWhenTheSnapshotWasTaken(String kind) {
        // given
        TestLog log = log(kind);
        log.feed(Chores.EVENTS, 1_000, Chores.added("home", "dishes"));
        PageSnapshot snapshot = log.snapshot("home");
        String before = PlainJson.page(snapshot.content(ChoresDomain.PAGE));

        // when
        log.feed(Chores.EVENTS, 2_000, Chores.done("home", "dishes"));
        log.feed(Chores.EVENTS, 3_000, Chores.added("home", "laundry"));

        // then
        assertThat(PlainJson.page(snapshot.content(ChoresDomain.PAGE)))
                .isEqualTo(before)
                .startsWith("home at 1000:\ndishes ");
        assertThat(log.page("home", ChoresDomain.PAGE)).startsWith("home at 3000:\nlaundry ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "cold"})
    void shouldNotLetASnapshotWrite(String kind) {
        // given
        TestLog log = log(kind);
        log.feed(Chores.EVENTS, 1_000, Chores.added(ChoresDomain.SCRIBBLER, "dishes"));

        // then
        assertThatThrownBy(() -> log.page(ChoresDomain.SCRIBBLER, ChoresDomain.PAGE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("expected rows to be read only, but ");
    }

    private static int helper(List<Decision> decided) {
        return ((Task) decided.get(0).value()).getHelper();
    }
}
