package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.AssignmentKind;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreState;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BlockStartTest {

    @Test
    void shouldScheduleParachainsAndTheFirstClaimsOfEachCore() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).claim(3);

        // when
        log.start(1);

        // then
        assertThat(log.assigned()).containsExactly("0:100", "1:101", "2:1", "3:2");
        assertThat(log.claims()).containsExactly("SCHEDULED 1 0 2", "SCHEDULED 2 0 3");
        assertThat(log.schedule().getSession()).isEqualTo(1);
        assertThat(log.schedule().getAssignments().get(2))
                .isEqualTo(CoreAssignment.newBuilder()
                        .setCore(2)
                        .setPara(1)
                        .setKind(AssignmentKind.PARATHREAD)
                        .setCollator("collator-1")
                        .setGroup(2)
                        .build());
    }

    @Test
    void shouldGiveCoresToParachainsInAscendingOrder() {
        // given
        CoresLog log = CoresLog.begun(Sessions.change(Sessions.config())
                .setParachains(List.of(300, 200))
                .build());

        // then
        assertThat(log.start(1).assigned()).containsExactly("0:200", "1:300");
    }

    @Test
    void shouldRejectABlockOutOfOrder() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.start(5);

        // then
        assertThat(log.start(6).rejected()).as("5 is open").containsExactly("BLOCK_OUT_OF_ORDER");
        assertThat(log.end(5).start(5).rejected()).containsExactly("BLOCK_OUT_OF_ORDER");
        assertThat(log.start(4).rejected()).containsExactly("BLOCK_OUT_OF_ORDER");
        assertThat(log.start(9).rejected()).as("gaps are allowed").isEmpty();
    }

    @Test
    void shouldRejectABlockTooFarAhead() {
        // given a wrong number, after which no real block could start
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.start(5).end(5);

        // then
        assertThat(log.start(4_000_000_000_000_000_000L).rejections())
                .containsExactly("BLOCK_TOO_FAR_AHEAD expected a block at most 100000 above block 5, but block"
                        + " 4000000000000000000 starts; if the number is right, send it again with force: true");
        assertThat(log.start(100_006).rejected()).containsExactly("BLOCK_TOO_FAR_AHEAD");
        assertThat(log.start(6).rejected()).as("the chain goes on").isEmpty();
    }

    @Test
    void shouldStartABlockAsFarAheadAsMayBe() {
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        assertThat(log.start(100_000).rejected()).isEmpty();
    }

    @Test
    void shouldStartABlockFurtherAheadByForce() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // then
        assertThat(log.startByForce(1_000_000).rejected()).isEmpty();
        assertThat(log.end(1_000_000).startByForce(1_000_000).rejected())
                .as("there is no way back")
                .containsExactly("BLOCK_OUT_OF_ORDER");
    }

    @Test
    void shouldAcceptAnyNumberFirst() {
        CoresLog log = new CoresLog();

        assertThat(log.end(20_000_000, Sessions.of(Sessions.config())).rejected())
                .isEmpty();
        assertThat(log.start(20_000_001).rejected()).isEmpty();
    }

    @Test
    void shouldSayWhichBlockIsOpen() {
        assertThat(BlockOrder.open(BlockOrder.notEnded(5, 6))).isEqualTo(OptionalLong.of(5));
        assertThat(BlockOrder.open("expected a block above 5, but block 4 starts"))
                .isEmpty();
    }

    @Test
    void shouldFreeCoresThatConcluded() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).start(1).end(1, 0, 2).claim(2).claim(3);

        // when
        log.start(2, 2, 0);

        // then
        assertThat(log.freed()).containsExactly("0:CONCLUDED", "2:CONCLUDED");
        assertThat(log.claims()).containsExactly("CONCLUDED 1 0 2", "SCHEDULED 3 0 2", "SCHEDULED 2 0 3");
        assertThat(log.assigned()).containsExactly("0:100", "1:101", "2:3", "3:2");
    }

    @Test
    void shouldNotScheduleOccupiedCores() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).start(1).end(1, 0, 2).claim(2).claim(3);

        // then
        assertThat(log.start(2).assigned()).containsExactly("1:101", "3:2");
    }

    @Test
    void shouldQueueAClaimAgainThatTimedOutWithItsRetriesUnchanged() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).start(1).end(1, 2);

        // when
        log.start(2, List.of(), List.of(2));

        // then it goes to the next core's queue, and that core is free
        assertThat(log.freed()).containsExactly("2:TIMED_OUT");
        assertThat(log.claims()).containsExactly("TIMED_OUT 1 0 3", "SCHEDULED 1 0 3");
    }

    @Test
    void shouldComputeTimeOutsUnlessTheEventNamesThem() {
        // given
        CoresLog log = CoresLog.begun(
                Sessions.of(Sessions.config().setChainAvailabilityPeriod(1).setThreadAvailabilityPeriod(2)));
        log.claim(1).start(1).end(1, 0, 1, 2);

        // then
        assertThat(log.start(2, List.of(), List.of()).freed()).isEmpty();
        assertThat(log.end(2).start(3, 1).freed()).containsExactly("0:TIMED_OUT", "1:CONCLUDED", "2:TIMED_OUT");
    }

    @Test
    void shouldRejectEachCoreThatIsNotOccupiedOrNamedAgain() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.start(1).end(1, 0, 1);

        // when
        log.start(2, List.of(0, 0, 3, -1, 4), List.of(1, 0));

        // then
        assertThat(log.rejected()).hasSize(5).containsOnly("CORE_NOT_OCCUPIED");
        assertThat(log.freed()).containsExactly("0:CONCLUDED", "1:TIMED_OUT");
    }

    @Test
    void shouldGiveAClaimItsRetriesAndOneAttemptMore() {
        // given a limit of one retry
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1);

        // then
        assertThat(log.start(1).claims()).containsExactly("SCHEDULED 1 0 2");
        assertThat(log.end(1).start(2).claims()).containsExactly("RETURNED 1 1 3", "SCHEDULED 1 1 3");
        assertThat(log.end(2).start(3).claims()).containsExactly("DROPPED 1 1 3 RETRIES_EXHAUSTED");
        assertThat(log.claim(1).claims()).as("it left the index").containsExactly("QUEUED 1 0 2");
    }

    @Test
    void shouldReturnClaimsToAQueueThatIsFull() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config().setSchedulingLookahead(1)));
        log.claim(1).claim(2).start(1).claim(3).claim(4).end(1);

        // then
        assertThat(log.start(2).claims())
                .containsExactly("RETURNED 1 1 2", "RETURNED 2 1 3", "SCHEDULED 3 0 2", "SCHEDULED 4 0 3");
    }

    @Test
    void shouldScheduleNothingWithoutValidators() {
        // given
        CoresLog log = CoresLog.begun(
                Sessions.change(Sessions.config()).setValidators(List.of()).build());
        log.claim(1);

        // then
        assertThat(log.start(1).assigned()).isEmpty();
        assertThat(log.end(1, 0).rejected()).containsExactly("CORE_NOT_SCHEDULED");
        assertThat(log.outlook(0).getState()).isEqualTo(CoreState.FREE);
        assertThat(log.outlook(0).getGroup()).isNull();
    }

    @Test
    void shouldGiveNoWorkToCoresBeyondTheThreadCores() {
        // given five cores, one more than the parachains and thread cores
        CoresLog log = CoresLog.begun(Sessions.change(Sessions.config().setMaxValidatorsPerCore(1))
                .setValidators(Sessions.validators(5))
                .build());

        // then
        log.claim(1).claim(2).claim(3).claim(4).start(1);
        assertThat(log.assigned()).containsExactly("0:100", "1:101", "2:1", "3:2");
        assertThat(log.end(1).forecast().getCores()).hasSize(5);
        assertThat(log.outlook(4).getGroup()).isEqualTo(4);
        assertThat(log.outlook(4).getState()).isEqualTo(CoreState.FREE);
    }

    @Test
    void shouldRotateGroupsOverCores() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config().setGroupRotationFrequency(2)));

        // then
        assertThat(log.start(2).schedule().getAssignments())
                .extracting(CoreAssignment::getGroup)
                .isEqualTo(List.of(0, 1));
        assertThat(log.end(2).start(3).schedule().getAssignments())
                .extracting(CoreAssignment::getGroup)
                .isEqualTo(List.of(3, 0));
    }
}
