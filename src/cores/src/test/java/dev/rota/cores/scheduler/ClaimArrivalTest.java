package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.SessionChange;
import dev.rota.engine.Rejection;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimArrivalTest {

    @Test
    void shouldPinClaimsToThreadCoresRoundRobin() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // then cores 2 and 3 are the thread cores
        assertThat(log.claim(1).claims()).containsExactly("QUEUED 1 0 2");
        assertThat(log.claim(2).claims()).containsExactly("QUEUED 2 0 3");
        assertThat(log.claim(3).claims()).containsExactly("QUEUED 3 0 2");
    }

    @Test
    void shouldRepeatAClaimsIdWhateverBecomesOfIt() {
        // given two thread cores, 2 and 3
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // then
        assertThat(log.claim(1, "mine").claimIds()).containsExactly("QUEUED mine");
        assertThat(log.claim(2).claimIds()).containsExactly("QUEUED null");
        assertThat(log.start(1).claimIds()).containsExactly("SCHEDULED mine", "SCHEDULED null");
        assertThat(log.end(1).start(2).claimIds())
                .containsExactly("RETURNED mine", "RETURNED null", "SCHEDULED mine", "SCHEDULED null");
        assertThat(log.end(2, 2).claimIds()).containsExactly("BACKED mine");
        assertThat(log.start(3, List.of(), List.of(2)).claimIds())
                .containsExactly("DROPPED null", "TIMED_OUT mine", "SCHEDULED mine");
        SessionChange another = Sessions.of(Sessions.config());
        assertThat(log.end(3, another, 2).claimIds()).containsExactly("BACKED mine", "RETURNED mine");
        assertThat(log.start(4).claimIds()).containsExactly("SCHEDULED mine");
        assertThat(log.end(4, 2).start(5, 2).claimIds()).containsExactly("CONCLUDED mine");
        SessionChange without =
                Sessions.change(Sessions.config()).setParathreads(List.of()).build();
        assertThat(log.claim(1, "second").end(5, without).claimIds()).containsExactly("DROPPED second");
    }

    @Test
    void shouldNameAClaimInItsRejection() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // then
        assertThat(message(log.claim(77, "a"))).endsWith("but para 77 is none (claim a)");
        assertThat(message(log.claim(77))).endsWith("but para 77 is none");
        assertThat(message(log.claim(1).claim(1, "b"))).endsWith("on a core (claim b)");
        assertThat(message(log.claim(2).claim(3).claim(4).claim(5, "c"))).endsWith("there are 4 (claim c)");
    }

    private static String message(CoresLog log) {
        return log.only(Rejection.class).get(0).getMessage();
    }

    @Test
    void shouldRejectClaimsOnParasThatAreNotLiveParathreads() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // then
        assertThat(log.claim(77).rejected()).containsExactly("NOT_LIVE");
        assertThat(log.claim(100).rejected()).as("a parachain").containsExactly("NOT_LIVE");
        assertThat(log.claim(-1).rejected()).containsExactly("NOT_LIVE");
    }

    @Test
    void shouldRejectClaimsBeyondTheLookahead() {
        // given two thread cores with a lookahead of two
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).claim(3).claim(4);

        // then
        assertThat(log.claim(5).rejected()).containsExactly("QUEUE_FULL");
        assertThat(log.claim(1).rejected()).as("asked before the index").containsExactly("QUEUE_FULL");
    }

    @Test
    void shouldNotCountScheduledAndOccupiedClaims() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).start(1).end(1, 2).claim(3).claim(4).claim(5);

        // then
        assertThat(log.claim(6).claims()).containsExactly("QUEUED 6 0 3");
        assertThat(log.claim(7).rejected()).containsExactly("QUEUE_FULL");
    }

    @Test
    void shouldRejectASecondClaimOnAParaWhateverBecameOfTheFirst() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // then
        assertThat(log.claim(1).claim(1).rejected()).as("queued").containsExactly("ALREADY_CLAIMED");
        assertThat(log.start(1).claim(1).rejected()).as("scheduled").containsExactly("ALREADY_CLAIMED");
        assertThat(log.end(1, 2).claim(1).rejected()).as("occupied").containsExactly("ALREADY_CLAIMED");
        assertThat(log.start(2, 2).claim(1).claims()).as("concluded").containsExactly("QUEUED 1 0 3");
    }

    @Test
    void shouldNotOverflowWithTheGreatestLookahead() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config().setSchedulingLookahead(Integer.MAX_VALUE)));

        // then
        assertThat(log.claim(1).claims()).hasSize(1);
    }

    /** A session may drop the whole queue in one step. */
    @Test
    void shouldBoundTheQueueWhateverTheLookahead() {
        // given
        CoresLog log = CoresLog.begun(Sessions.change(Sessions.config().setSchedulingLookahead(Integer.MAX_VALUE))
                .setParathreads(Sessions.numbers(200, 200 + CoresLimits.QUEUED_CLAIMS_MAX))
                .build());
        for (int i = 0; i < CoresLimits.QUEUED_CLAIMS_MAX; i++) {
            log.claim(200 + i);
        }

        // then
        assertThat(log.claim(200 + CoresLimits.QUEUED_CLAIMS_MAX).rejected()).containsExactly("QUEUE_FULL");
    }

    @Test
    void shouldNameTheOpenBlockOrTheLastOne() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // then
        assertThat(log.claim(1).only(ClaimEvent.class))
                .extracting(ClaimEvent::getBlock)
                .isEqualTo(List.of(0L));
        assertThat(log.start(5).claim(2).only(ClaimEvent.class))
                .extracting(ClaimEvent::getBlock)
                .isEqualTo(List.of(5L));
    }
}
