package com.example.desks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rota.engine.Decision;
import dev.rota.testing.Decider;
import dev.rota.testing.Determinism;
import dev.rota.testing.Dice;
import dev.rota.testing.Moment;
import dev.rota.testing.ShortestDifference;
import dev.rota.testing.StartChecks;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DesksTest {

    /** Restarted from its rows after every event. */
    private final TestLog office = TestLog.cold(new DesksDomain());

    @Test
    void shouldGiveADeskToWhoeverHasWaitedLongestWhenALeaseEnds() {
        // given
        feed(1_000, new OfficeOpened(1));
        feed(2_000, new DeskRequested("ann"));
        feed(3_000, new DeskRequested("bob"));

        // when
        List<Decision> decided = office.tick(3_602_000);

        // then
        assertEquals(
                List.of(
                        new DeskAssignment("attic", "ann", DeskKind.EXPIRED, 0),
                        new DeskAssignment("attic", "bob", DeskKind.ASSIGNED, 0)),
                TestLog.of(DesksDomain.ASSIGNMENTS, decided));
    }

    @Test
    void shouldRejectASecondRequest() {
        feed(1_000, new OfficeOpened(1));
        feed(2_000, new DeskRequested("ann"));

        assertEquals(List.of("HAS_DESK"), TestLog.reasons(feed(3_000, new DeskRequested("ann"))));
    }

    @Test
    void shouldBeAcceptedAtStart() {
        StartChecks.pass(new DesksDomain());
    }

    /** If they differ, the message has the seed and the shortest history, in lines for {@code rota simulate}. */
    @Test
    void shouldDecideAsTheModelDoes() {
        new ShortestDifference<>(
                        new DesksDomain(),
                        NaiveOffice::new,
                        () -> Decider.scheduler(TestLog.warm(new DesksDomain()), TimedDecision::of))
                .check(300, DesksTest::randomHistory);
    }

    /** Twice, restarted after every event, and in another process with another heap, locale, time zone and encoding. */
    @Test
    void shouldDecideTheSameInEveryRun() {
        Determinism.check(new DesksDomain(), randomHistory(1));
    }

    private static List<Moment> randomHistory(long seed) {
        Dice dice = new Dice(seed);
        List<Moment> history = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < 200; i++) {
            time += dice.below(1_200_000);
            String person = dice.of("ann", "bob", "cat", "dan", "eve");
            Object event = switch (dice.weighted(List.of(1, 5, 2, 2))) {
                case 0 -> new OfficeOpened(dice.below(4));
                case 1 -> new DeskRequested(person);
                case 2 -> new DeskReturned(person);
                default -> null;
            };
            history.add(event == null ? Moment.tick(time) : new Moment(time, new DeskEvent("attic", event)));
        }
        return history;
    }

    private List<Decision> feed(long time, Object event) {
        return office.feed(DesksDomain.EVENTS, time, new DeskEvent("attic", event));
    }
}
