package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.SessionChange;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests explanations of paras and cores. */
class CoresExplanationTest {

    private static final String CONDITION =
            " if no block is skipped, nothing else is backed on that core before, and no session begins";

    private final CoresLog log = CoresLog.begun(
            Sessions.of(Sessions.config().setThreadAvailabilityPeriod(3).setGroupRotationFrequency(5)));

    @Test
    void shouldSayWhereAClaimWaitsForAFreeCore() {
        log.claim(1).claim(2).claim(3);

        assertThat(log.explain("para", 3))
                .isEqualTo("QUEUED as of block 0 the claim of collator-3 on para 3 has been queued since block 0 at"
                        + " position 3 of 3, attempt 1 of 2: it is pinned to core 2 with 1 claim before it; core 2 is"
                        + " free; the claim is scheduled there in block 2" + CONDITION);
        assertThat(log.explainLive("para", 3)).contains("has been queued at position 3 of 3");
    }

    @Test
    void shouldSayWhenAnOccupiedCoreTakesAClaimAtTheLatest() {
        log.claim(1).claim(2).claim(3).start(1).end(1, 2);

        assertThat(log.explain("para", 3))
                .endsWith(
                        "core 2 has been occupied by para 1 since block 1 and times out in block 6 unless its candidate"
                                + " is available before; the claim is scheduled there in block 6 at the latest"
                                + CONDITION + "; it is expected there in block 2 if every candidate is backed at once"
                                + " and available in the block after");
        assertThat(log.explain("para", 1))
                .isEqualTo("BACKED as of block 1 the claim of collator-1 on para 1 has occupied core 2 since block 1,"
                        + " backed by group 2; its candidate waits to become available and times out in block 6 unless"
                        + " it is available before; the claim is queued again if it times out or a session begins");
        assertThat(log.explain("para", 2))
                .isEqualTo("NOT_BACKED as of block 1 the claim of collator-2 on para 2 was scheduled on core 3 in that"
                        + " block, attempt 1 of 2, but was not backed; with the next block it returns to the queue,"
                        + " pinned to core 3 with no claim before it, and is scheduled there at once");
    }

    @Test
    void shouldSayWhyAClaimIsBackInTheQueue() {
        log.claim(1).claim(2).claim(3).claim(4).start(1).end(1, 2);
        log.start(2).end(2);

        assertThat(log.explain("para", 2)).contains("has been queued since block 2, after it was not backed, at");

        log.end(2).start(3).end(3).start(4).end(4).start(5).end(5).start(6);

        assertThat(log.explain("para", 1)).contains("has been queued since block 6, after its candidate timed out, at");
    }

    @Test
    void shouldSayWhyAClaimWasDropped() {
        log.claim(1).start(1).end(1).start(2);

        assertThat(log.explain("para", 1))
                .contains("attempt 2 of 2")
                .contains("if this block ends without that it is"
                        + " dropped: RETRIES_EXHAUSTED, its attempts are used up");

        log.end(2).start(3);

        assertThat(log.explain("para", 1))
                .isEqualTo("DROPPED the claim of collator-1 on para 1 was dropped in block 3 after 2 attempts, the last"
                        + " one on core 3: RETRIES_EXHAUSTED, its attempts are used up; it may be claimed again");
        assertThat(log.explainLive("para", 1))
                .isEqualTo("IDLE as of block 3, which is open, para 1 is a live parathread without a claim");
    }

    @Test
    void shouldSayThatASessionDroppedAClaim() {
        log.claim(1).claim(2).claim(3);
        log.start(1)
                .end(
                        1,
                        Sessions.change(Sessions.config())
                                .setParathreads(List.of(4))
                                .build());

        assertThat(log.explain("para", 3))
                .isEqualTo("DROPPED the claim of collator-3 on para 3 was dropped in block 1: DEREGISTERED, the session"
                        + " does not list the para as a parathread; the para is no live parathread any more");
        assertThat(log.explain("para", 2))
                .endsWith("with the next block it is dropped: DEREGISTERED, the session does"
                        + " not list the para as a parathread");
    }

    @Test
    void shouldSayThatASessionPinnedAClaimToAnotherCore() {
        // given 3 waits for core 2, which 1 occupies
        log.claim(1).claim(2).claim(3).start(1);

        // when the first thread core of the session is core 1
        log.end(
                1,
                Sessions.change(Sessions.config()).setParachains(List.of(100)).build(),
                2);

        // then
        assertThat(log.explain("para", 3))
                .contains("has been queued since block 0 (pinned to core 1 instead of core 2 by the session that began"
                        + " after block 1) at position 1 of 2,");
        assertThat(log.explain("para", 1))
                .contains("has been queued since block 1, after a session emptied the cores, at position 2 of 2,");
    }

    @Test
    void shouldSayThatASessionAllowsFewerAttempts() {
        // given a queued claim on para 1 that failed once
        log.claim(1).claim(2).claim(3).claim(4).start(1).end(1, 3).start(2, List.of(), List.of(3));

        // when
        log.end(2, Sessions.of(Sessions.config().setParathreadRetries(0)));

        // then
        assertThat(log.explain("para", 1))
                .isEqualTo("DROPPED the claim of collator-1 on para 1 was dropped in block 2, when a session began that"
                        + " allows fewer than its 1 failed attempt: RETRIES_EXHAUSTED, its attempts are used up; it may"
                        + " be claimed again");
        assertThat(log.explain("core", "2@2")).doesNotContain("was dropped");
    }

    @Test
    void shouldSayHowAClaimConcluded() {
        log.claim(1).start(1).end(1, 2).start(2, 2);

        assertThat(log.explain("para", 1))
                .isEqualTo("CONCLUDED the claim of collator-1 on para 1 concluded on core 2 in block 2: its candidate"
                        + " became available; it may be claimed again");
        assertThat(log.explain("core", "2@2"))
                .isEqualTo("CONCLUDED in block 2 core 2: it was freed, because the candidate of para 1, backed in block"
                        + " 1, became available; nothing was scheduled on it");
    }

    @Test
    void shouldSayWhatAParachainDoes() {
        assertThat(log.explain("para", 101))
                .isEqualTo("IDLE as of block 0 parachain 101 has core 1 of its own, free; it is scheduled in the next"
                        + " block with group 1");
        assertThat(log.start(1).explain("para", 101))
                .isEqualTo("SCHEDULED as of block 1, which is open, parachain 101 has core 1 of its own, scheduled with"
                        + " group 1; it waits to be backed");
        assertThat(log.end(1, 1).explain("para", 101))
                .startsWith(
                        "BACKED as of block 1 parachain 101 has core 1 of its own, which it has occupied since block"
                                + " 1, backed by group 1; its candidate waits to become available and times out in block 101");
    }

    @Test
    void shouldSayWhyACoreTimedOut() {
        log.claim(1).start(1).end(1, 2);
        for (int block = 2; block < 6; block++) {
            log.start(block).end(block);
        }
        log.start(6);
        String timedOut = "the candidate of para 1, backed in block 1, timed out: it was not available before block 6,"
                + " the first one at which the availability predicate times it out";

        assertThat(log.explain("core", "2@6"))
                .isEqualTo("TIMED_OUT in block 6 core 2: it was freed, because " + timedOut
                        + "; nothing was scheduled on it");
        assertThat(log.explain("core", 2))
                .isEqualTo("FREE as of block 6, which is open, core 2 is free: no claim was pinned to it when the block"
                        + " started; no claim pinned to it waits; it was freed last in block 6, when " + timedOut);
        assertThat(log.explain("core", "2@5"))
                .isEqualTo("OCCUPIED in block 5 core 2: it stayed occupied by para 1, backed in block 1, which could"
                        + " time out from block 6 on");
        assertThat(log.explainLive("core", "2@5")).isEmpty();
        assertThat(log.explain("core", "2@7")).isEmpty();
        assertThat(log.explain("core", 4)).isEmpty();
    }

    @Test
    void shouldSayThatTheChainReportedATimeOut() {
        log.claim(1).start(1).end(1, 2).start(2, List.of(), List.of(2));

        assertThat(log.explain("core", "2@2"))
                .contains("timed out: the chain reported it, although by the availability predicate it had until block"
                        + " 6");
    }

    @Test
    void shouldSayWhatACoreDidInABlock() {
        log.claim(1).start(1).end(1, 0, 2);

        assertThat(log.explain("core", "2@1"))
                .isEqualTo(
                        "BACKED in block 1 core 2: it was scheduled to the claim of collator-1 on para 1 with group 2"
                                + " and backed");
        assertThat(log.explain("core", "0@1")).endsWith("it was scheduled to para 100 with group 0 and backed");
        assertThat(log.explain("core", "1@1")).endsWith("it was scheduled to para 101 with group 1 and not backed");
        assertThat(log.start(2).explain("core", "1@2")).endsWith("with group 1 and waits to be backed");
    }

    @Test
    void shouldSayThatWithoutValidatorsNothingIsScheduled() {
        log.start(1)
                .end(
                        1,
                        Sessions.change(Sessions.config())
                                .setIndex(2)
                                .setValidators(List.of())
                                .build());
        log.claim(1);

        assertThat(log.explain("para", 1)).endsWith("session 2 has no validators, so nothing is scheduled");
        assertThat(log.explain("para", 100)).endsWith("but session 2 has no validators, so nothing is scheduled");
        assertThat(log.explain("core", 0)).contains("is free: session 2 has no validators, so nothing is scheduled");
    }

    @Test
    void shouldSayWhatAValidatorBacks() {
        assertThat(log.explain("validator", "v1"))
                .isEqualTo("ON_DUTY as of block 0 validator v1 is in group 1 of session 1: it backs core 1 from block 1"
                        + " to block 5, then core 2 from block 6 to block 10, then core 3 from block 11 to block 15,"
                        + " then core 0 from block 16 to block 20, if no session begins");
        assertThat(log.start(3).explain("validator", "v1"))
                .startsWith("ON_DUTY as of block 3, which is open, validator v1 is in group 1 of session 1: it backs"
                        + " core 1 from block 3 to block 5, then core 2");
        assertThat(log.explain("validator", "v9")).isEmpty();

        log.end(3, Sessions.of(Sessions.config()));

        assertThat(log.explain("validator", "v1")).endsWith("it backs core 1 from block 4 on, if no session begins");

        SessionChange none = Sessions.change(Sessions.config().setParathreadCores(0))
                .setParachains(List.of())
                .build();
        log.start(4).end(4, none);

        assertThat(log.explain("validator", "v1"))
                .isEqualTo("IDLE as of block 4 validator v1 backs nothing: session 1 has no cores");
    }

    @ParameterizedTest
    @CsvSource({
        "para, x, expected para to be a number of at least 0",
        "para, -1, expected para to be a number of at least 0",
        "core, 1@, expected a block to be a number of at least 0",
        "core, 1@-2, expected a block to be a number of at least 0",
        "collator, ann, 'expected one of para, core, validator, but it is ''collator'''",
    })
    void shouldRefuseUnknownSubjects(String kind, String id, String sentence) {
        assertThatThrownBy(() -> new CoresDomain().inquiry(Inquiry.Asked.why(new Subject(kind, id))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }
}
