package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.DutyStretch;
import dev.rota.cores.GroupDuties;
import dev.rota.cores.ValidatorDuties;
import java.util.List;
import org.junit.jupiter.api.Test;

class DutiesTest {

    @Test
    void shouldPublishWhichCoresValidatorsBackInWhichBlocks() {
        // when rotations are at 1, 4, 7, and ten blocks are published in two parts
        CoresLog log = CoresLog.begun(
                Sessions.of(Sessions.config().setGroupRotationFrequency(3).setForecastBlocks(5)));

        // then
        ValidatorDuties duties = log.only(ValidatorDuties.class).get(0);
        assertThat(duties.getSession()).isEqualTo(1);
        assertThat(duties.getStretches())
                .containsExactly(
                        new DutyStretch(1L, 3L),
                        new DutyStretch(4L, 6L),
                        new DutyStretch(7L, 9L),
                        new DutyStretch(10L, 12L));
        assertThat(duties.getGroups())
                .contains(
                        new GroupDuties(0, List.of("v0"), List.of(0, 1, 2, 3)),
                        new GroupDuties(3, List.of("v3"), List.of(3, 0, 1, 2)));
    }

    @Test
    void shouldPublishAgainOnlyWhenFurtherBlocksAreDue() {
        // given duties up to block 12
        CoresLog log = CoresLog.begun(
                Sessions.of(Sessions.config().setGroupRotationFrequency(3).setForecastBlocks(5)));
        for (int block = 1; block <= 7; block++) {
            assertThat(log.start(block).end(block).only(ValidatorDuties.class))
                    .as("after block %s", block)
                    .isEmpty();
        }

        // when blocks 9 to 13 are due
        log.start(8).end(8);

        // then the whole rotation of the next block is included
        assertThat(log.only(ValidatorDuties.class).get(0).getStretches())
                .containsExactly(
                        new DutyStretch(7L, 9L),
                        new DutyStretch(10L, 12L),
                        new DutyStretch(13L, 15L),
                        new DutyStretch(16L, 18L));
    }

    /** Duties cover twice as many blocks as a forecast, however often groups rotate. */
    @Test
    void shouldCoverTwiceTheForecastOfGroupsThatRotateAtEveryBlock() {
        CoresLog log = CoresLog.begun(
                Sessions.of(Sessions.config().setGroupRotationFrequency(1).setForecastBlocks(32)));
        assertThat(log.only(ValidatorDuties.class).get(0).getStretches())
                .hasSize(64)
                .last()
                .isEqualTo(new DutyStretch(64L, 64L));

        for (int block = 1; block <= 32; block++) {
            assertThat(log.start(block).end(block).only(ValidatorDuties.class))
                    .as("after block %s", block)
                    .isEmpty();
        }
        assertThat(log.start(33).end(33).only(ValidatorDuties.class)).hasSize(1);
    }

    @Test
    void shouldPublishOnceIfGroupsNeverRotate() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // then
        assertThat(log.only(ValidatorDuties.class).get(0).getStretches()).containsExactly(new DutyStretch(1L, null));
        assertThat(log.start(90_000).end(90_000).only(ValidatorDuties.class)).isEmpty();
        assertThat(log.start(90_001).end(90_001, Sessions.of(Sessions.config())).only(ValidatorDuties.class))
                .as("a session begins")
                .hasSize(1);
    }

    @Test
    void shouldPublishAtOnceAfterAGap() {
        // given
        CoresLog log = CoresLog.begun(
                Sessions.of(Sessions.config().setGroupRotationFrequency(3).setForecastBlocks(2)));

        // when
        log.start(100).end(100);

        // then
        assertThat(log.only(ValidatorDuties.class).get(0).getStretches())
                .containsExactly(new DutyStretch(100L, 102L), new DutyStretch(103L, 105L));
    }

    @Test
    void shouldLeaveOutGroupsWithoutValidators() {
        // when there are two validators for four cores
        CoresLog log = CoresLog.begun(Sessions.change(Sessions.config())
                .setValidators(Sessions.validators(2))
                .build());

        // then
        assertThat(log.only(ValidatorDuties.class).get(0).getGroups())
                .extracting(GroupDuties::getGroup)
                .containsExactly(0, 1);
    }

    @Test
    void shouldPublishThatThereAreNone() {
        // when
        CoresLog log = CoresLog.begun(
                Sessions.change(Sessions.config()).setValidators(List.of()).build());

        // then
        ValidatorDuties duties = log.only(ValidatorDuties.class).get(0);
        assertThat(duties.getStretches()).isEmpty();
        assertThat(duties.getGroups()).isEmpty();
        assertThat(log.start(1).end(1).only(ValidatorDuties.class)).isEmpty();
    }
}
