package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.ClaimOutlook;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreState;
import dev.rota.cores.GroupsAhead;
import dev.rota.cores.NextUp;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastTest {

    @Test
    void shouldForecastAnOccupiedParachain() {
        // given rotations at 1, 11, 21
        CoresLog log = CoresLog.begun(
                Sessions.of(Sessions.config().setGroupRotationFrequency(10).setChainAvailabilityPeriod(4)));
        log.start(9);

        // when
        log.end(9, 1);

        // then
        assertThat(log.forecast().getLastRotationAt()).isEqualTo(1);
        assertThat(log.forecast().getNextRotationAt()).isEqualTo(11);
        assertThat(log.outlook(1))
                .isEqualTo(CoreOutlook.newBuilder()
                        .setCore(1)
                        .setState(CoreState.OCCUPIED)
                        .setPara(101)
                        .setOccupiedSince(9L)
                        .setTimeOutAt(13L)
                        .setGroup(1)
                        .setNextGroup(0)
                        .setGroupResponsible(1)
                        .setNextUpOnAvailable(new NextUp(101, null))
                        .setNextUpOnTimeOut(new NextUp(101, null))
                        .build());
    }

    @Test
    void shouldNameTheGroupThatBackedAsResponsible() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config().setGroupRotationFrequency(10)));
        log.start(9).end(9, 1).start(11);

        // when
        log.end(11);

        // then
        assertThat(log.outlook(1).getGroup()).isEqualTo(0);
        assertThat(log.outlook(1).getNextGroup()).isEqualTo(3);
        assertThat(log.outlook(1).getGroupResponsible()).isEqualTo(1);
    }

    @Test
    void shouldForecastTheNextClaimOnAThreadCore() {
        // given 1 is on core 2, and 3 waits behind it
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).claim(3).start(1);

        // when
        log.end(1, 2, 3);

        // then
        assertThat(log.outlook(2).getNextUpOnAvailable()).isEqualTo(new NextUp(3, "collator-3"));
        assertThat(log.outlook(2).getNextUpOnTimeOut()).isEqualTo(new NextUp(3, "collator-3"));
        assertThat(log.outlook(2).getTimeOutCore()).isEqualTo(3);
        assertThat(log.outlook(3).getNextUpOnAvailable()).isNull();
        assertThat(log.outlook(3).getNextUpOnTimeOut()).isEqualTo(new NextUp(2, "collator-2"));
    }

    @Test
    void shouldIncludeClaimsThatWillReturnToTheQueue() {
        // given a backed claim 1, and claim 2, which is not backed and will be first in the queue of core 2
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).start(1);

        // when
        log.end(1, 2);

        // then
        assertThat(log.outlook(2).getNextUpOnAvailable()).isEqualTo(new NextUp(2, "collator-2"));
        assertThat(log.outlook(2).getTimeOutCore()).isEqualTo(3);
        assertThat(log.outlook(3).getState()).isEqualTo(CoreState.FREE);
    }

    @Test
    void shouldForecastTheFirstOfClaimsThatReturnToTheSameCore() {
        // given 1 and 2 are scheduled, and one thread core will be left for them
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).start(1);

        // when
        log.end(1, Sessions.of(Sessions.config().setParathreadCores(1)));

        // then
        assertThat(log.outlook(2).getPara()).isEqualTo(1);
        assertThat(log.start(2).assigned()).containsExactly("0:100", "1:101", "2:1");
    }

    @Test
    void shouldNotIncludeClaimsThatWillBeDropped() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config().setParathreadRetries(0)));
        log.claim(1).start(1);

        // when
        log.end(1);

        // then
        assertThat(log.outlook(2).getState()).isEqualTo(CoreState.FREE);
        assertThat(log.outlook(3).getState()).isEqualTo(CoreState.FREE);
    }

    @Test
    void shouldKeepTheSessionsStartWhereGroupsNeverRotate() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // when
        log.start(50).end(50);

        // then
        assertThat(log.forecast().getLastRotationAt()).isEqualTo(1);
        assertThat(log.forecast().getNextRotationAt()).isEqualTo(1);
        assertThat(log.outlook(3).getGroup()).isEqualTo(3);
        assertThat(log.outlook(3).getNextGroup()).isEqualTo(3);
    }

    @Test
    void shouldForecastGroupsBetweenRotations() {
        // given rotations at 1, 6, 11, 16
        CoresLog log = CoresLog.begun(
                Sessions.of(Sessions.config().setGroupRotationFrequency(5).setForecastBlocks(12)));

        // when
        log.start(3).end(3);

        // then
        assertThat(log.forecast().getGroupsAhead())
                .containsExactly(
                        new GroupsAhead(4L, 5L, List.of(0, 1, 2, 3)),
                        new GroupsAhead(6L, 10L, List.of(3, 0, 1, 2)),
                        new GroupsAhead(11L, 15L, List.of(2, 3, 0, 1)));
    }

    @Test
    void shouldForecastSixteenBlocksOfGroupsThatNeverRotate() {
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        assertThat(log.forecast().getGroupsAhead()).containsExactly(new GroupsAhead(1L, 16L, List.of(0, 1, 2, 3)));
    }

    @Test
    void shouldForecastWhenClaimsAreScheduled() {
        // given 1 is on core 2, 2 was not backed, 3 and 5 wait for core 2, 4 for core 3
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config().setSchedulingLookahead(4)));
        log.claim(1).claim(2).claim(3).claim(4).claim(5).start(1);

        // when
        log.end(1, 2);

        // then 2 is pinned to core 3 with the next block
        assertThat(log.forecast().getClaims())
                .containsExactly(
                        new ClaimOutlook(1, 3, 2, 2L),
                        new ClaimOutlook(2, 4, 3, 2L),
                        new ClaimOutlook(3, 5, 2, 3L),
                        new ClaimOutlook(4, 2, 3, 3L));
        assertThat(log.forecast().getQueued()).isEqualTo(4);
        assertThat(log.start(2, 2).assigned()).contains("2:3", "3:4");
        assertThat(log.end(2, 2, 3).start(3, 2, 3).assigned()).contains("2:5", "3:2");
    }

    @Test
    void shouldExpectNothingWithoutGroups() {
        // given
        CoresLog log = CoresLog.begun(
                Sessions.change(Sessions.config()).setValidators(List.of()).build());
        log.claim(1).start(1);

        // when
        log.end(1);

        // then
        assertThat(log.forecast().getGroupsAhead()).isEmpty();
        assertThat(log.forecast().getClaims()).containsExactly(new ClaimOutlook(1, 1, 2, null));
    }

    @Test
    void shouldComeTrueWhenNothingIsFreed() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config().setGroupRotationFrequency(2)));
        log.claim(1).claim(2).claim(3).start(1);
        CoreForecast forecast = log.end(1, 0, 3).forecast();

        // when
        log.start(2);

        // then
        assertThat(log.schedule().getAssignments())
                .extracting(one -> one.getCore() + " " + one.getPara() + " " + one.getGroup())
                .isEqualTo(forecast.getCores().stream()
                        .filter(one -> one.getState() == CoreState.SCHEDULED)
                        .map(one -> one.getCore() + " " + one.getPara() + " " + one.getGroup())
                        .toList());
    }
}
