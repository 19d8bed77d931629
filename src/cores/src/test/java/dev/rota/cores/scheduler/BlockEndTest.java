package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreState;
import dev.rota.cores.SessionChange;
import dev.rota.cores.ValidatorGroups;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockEndTest {

    @Test
    void shouldRejectAllBeforeTheFirstSession() {
        // given
        CoresLog log = new CoresLog();

        // then
        assertThat(log.claim(1).rejected()).containsExactly("NO_SESSION");
        assertThat(log.start(1).rejected()).containsExactly("NO_SESSION");
        assertThat(log.end(1).rejected()).containsExactly("NO_SESSION");
    }

    @Test
    void shouldBeginWithTheFirstValidSession() {
        // given
        CoresLog log = new CoresLog();

        // then
        assertThat(log.end(3, Sessions.of(Sessions.config().setParathreadCores(-1)), 0)
                        .rejected())
                .containsExactly("CONFIG_INVALID");
        assertThat(log.decided()).as("nothing happens").hasSize(1);
        assertThat(log.end(7, Sessions.of(Sessions.config()), 0).rejected()).containsExactly("CORE_NOT_SCHEDULED");
        assertThat(log.groups().getStartBlock()).isEqualTo(8);
        assertThat(log.forecast().getBlock()).isEqualTo(8);
        assertThat(log.start(7).rejected()).containsExactly("BLOCK_OUT_OF_ORDER");
        assertThat(log.start(8).rejected()).isEmpty();
    }

    @Test
    void shouldRejectTheEndOfABlockThatIsNotOpen() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));

        // then
        assertThat(log.end(1).rejected()).containsExactly("BLOCK_NOT_STARTED");
        assertThat(log.start(2).end(3).rejected()).containsExactly("BLOCK_NOT_STARTED");
        assertThat(log.end(2).end(2).rejected()).containsExactly("BLOCK_NOT_STARTED");
        assertThat(log.end(2, Sessions.of(Sessions.config())).rejected()).containsExactly("BLOCK_NOT_STARTED");
    }

    @Test
    void shouldOccupyCoresThatWereBacked() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).start(1);

        // when
        log.end(1, 2, 0);

        // then
        assertThat(log.rejected()).isEmpty();
        assertThat(log.claims()).containsExactly("BACKED 1 0 2");
        assertThat(log.forecast().getCores())
                .extracting(CoreOutlook::getState)
                .isEqualTo(List.of(CoreState.OCCUPIED, CoreState.SCHEDULED, CoreState.OCCUPIED, CoreState.FREE));
    }

    @Test
    void shouldRejectEachCoreThatIsNotScheduledOrNamedAgain() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.start(1).end(1, 1).start(2);

        // then core 1 is occupied, core 3 has no claim
        assertThat(log.end(2, 0, 1, 3, 0, -5, 99).rejected()).hasSize(5).containsOnly("CORE_NOT_SCHEDULED");
        assertThat(log.outlook(0).getOccupiedSince()).isEqualTo(2);
        assertThat(log.outlook(1).getOccupiedSince()).isEqualTo(1);
    }

    @Test
    void shouldEndTheBlockWithoutAnInvalidSession() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.start(1);

        // when
        log.end(1, Sessions.change(Sessions.config()).setIndex(-1).build(), 0);

        // then
        assertThat(log.rejected()).containsExactly("CONFIG_INVALID");
        assertThat(log.only(ValidatorGroups.class)).isEmpty();
        assertThat(log.outlook(0).getState()).isEqualTo(CoreState.OCCUPIED);
        assertThat(log.start(2).rejected()).isEmpty();
    }

    @Test
    void shouldFreeAllCoresAtASession() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).claim(3).start(1).end(1, 0, 2, 3).start(2);

        // when the claims on cores 2 and 3 are queued behind the waiting one
        log.end(2, Sessions.of(Sessions.config().setParathreadCores(3)), 1);

        // then
        assertThat(log.claims()).containsExactly("RETURNED 1 0 3", "RETURNED 2 0 4");
        assertThat(log.start(3).assigned()).containsExactly("0:100", "1:101", "2:3", "3:1", "4:2");
    }

    @Test
    void shouldKeepScheduledClaimsUntilTheNextClear() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).start(1);

        // when
        log.end(1, Sessions.of(Sessions.config()));

        // then
        assertThat(log.claims()).isEmpty();
        assertThat(log.outlook(2).getPara()).isEqualTo(1);
        assertThat(log.claim(1).rejected()).containsExactly("ALREADY_CLAIMED");
        assertThat(log.start(2).claims()).containsExactly("RETURNED 1 1 2", "SCHEDULED 1 1 2");
    }

    @Test
    void shouldDropClaimsThatTheSessionDoesNotAllow() {
        // given a claim on para 1 that failed once, and queued claims on 1 to 3
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).claim(3).claim(4).start(1).end(1, 3).start(2, List.of(), List.of(3));
        SessionChange next = Sessions.change(Sessions.config().setParathreadRetries(0))
                .setParathreads(List.of(1, 4))
                .build();

        // when
        log.end(2, next);

        // then
        assertThat(log.claims()).containsExactly("DROPPED 1 1 2 RETRIES_EXHAUSTED", "DROPPED 2 0 3 DEREGISTERED");
        assertThat(log.start(3).claims())
                .as("scheduled when the session came")
                .containsExactly("DROPPED 3 0 2 DEREGISTERED", "DROPPED 4 0 3 RETRIES_EXHAUSTED");
    }

    @Test
    void shouldDropAllClaimsWithoutThreadCores() {
        // given 1 is on a core, 2 is scheduled, and 3 waits
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).claim(3).start(1).end(1, 2).start(2);

        // when
        log.end(2, Sessions.of(Sessions.config().setParathreadCores(0)));

        // then
        assertThat(log.claims())
                .containsExactly("RETURNED 1 0 -", "DROPPED 3 0 2 NO_THREAD_CORES", "DROPPED 1 0 2 NO_THREAD_CORES");
        assertThat(log.start(3).claims()).containsExactly("DROPPED 2 1 3 NO_THREAD_CORES");
        assertThat(log.claim(1).rejected()).containsExactly("QUEUE_FULL");
    }

    @Test
    void shouldDistributeTheQueueEvenly() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config().setSchedulingLookahead(4)));
        log.claim(1).claim(2).claim(3).claim(4).claim(5).start(1);

        // when 3, 4 and 5 wait, two of them for the same core
        log.end(1, Sessions.of(Sessions.config()), 2, 3);

        // then 3 and 5 wait for core 2, 4 and 1 for core 3, and 2 for core 2 again
        assertThat(log.claim(6).rejected()).containsExactly("QUEUE_FULL");
        assertThat(log.start(2).claims()).containsExactly("SCHEDULED 3 0 2", "SCHEDULED 4 0 3");
        assertThat(log.claim(6).claims()).containsExactly("QUEUED 6 0 3");
    }

    @Test
    void shouldPublishThatQueuedClaimsArePinnedToAnotherCore() {
        // given 3 and 5 wait for core 2, 4 for core 3, and 1 is on core 2
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config().setSchedulingLookahead(4)));
        log.claim(1, "a")
                .claim(2, "b")
                .claim(3, "c")
                .claim(4, "d")
                .claim(5, "e")
                .start(1);

        // when the session has three thread cores, the first of which is core 1
        SessionChange next = Sessions.change(Sessions.config().setParathreadCores(3))
                .setParachains(List.of(100))
                .build();
        log.end(1, next, 2);

        // then all claims but 2, which was not backed, are published with their cores
        assertThat(log.decided())
                .extracting(one -> one.getClass().getSimpleName())
                .containsExactly(
                        "ClaimEvent",
                        "ClaimEvent",
                        "ValidatorGroups",
                        "ClaimEvent",
                        "ClaimEvent",
                        "ClaimEvent",
                        "ValidatorDuties",
                        "CoreForecast");
        assertThat(log.claims())
                .containsExactly(
                        "BACKED 1 0 2", "RETURNED 1 0 1", "REPINNED 3 0 1 2", "REPINNED 4 0 2 3", "REPINNED 5 0 3 2");
        assertThat(log.claimIds()).containsExactly("BACKED a", "RETURNED a", "REPINNED c", "REPINNED d", "REPINNED e");
        assertThat(log.start(2).claims())
                .containsExactly("RETURNED 2 1 2", "SCHEDULED 3 0 1", "SCHEDULED 4 0 2", "SCHEDULED 5 0 3");
    }

    @Test
    void shouldPublishNothingForClaimsThatKeepTheirCore() {
        // given
        CoresLog log = CoresLog.begun(Sessions.of(Sessions.config()));
        log.claim(1).claim(2).start(1).end(1, 2, 3).claim(3).claim(4).start(2);

        // when
        log.end(2, Sessions.of(Sessions.config()));

        // then
        assertThat(log.claims()).containsExactly("RETURNED 1 0 2", "RETURNED 2 0 3");
    }

    @Test
    void shouldShuffleAndTruncateValidators() {
        // when
        CoresLog log = CoresLog.begun(Sessions.change(Sessions.config().setMaxValidators(5))
                .setValidators(Sessions.validators(7))
                .setRandomness("00")
                .build());

        // then
        assertThat(log.groups().getValidators()).containsExactly("v2", "v4", "v0", "v1", "v6");
        assertThat(log.groups().getGroups()).containsExactly(List.of(0, 1), List.of(2), List.of(3), List.of(4));
    }
}
