package dev.rota.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.Assigner;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.scheduler.CohortLog;
import org.junit.jupiter.api.Test;

/** Tests the exact sentences for each reason for which a job waits. */
class WhyJobQueuedTest {

    private static final String NOTHING_KEPT = " (of bots that are gone nothing is kept)";

    private final CohortLog log = new CohortLog();

    @Test
    void shouldNotKnowAJobThatWasNeverSubmitted() {
        log.bot(1_000, "b1", 1);

        assertThat(log.why("j1")).isNull();
    }

    @Test
    void shouldSayThatThereAreNoBots() {
        log.submit(1_000, "j1", "a", 0);

        assertThat(log.why("j1"))
                .isEqualTo("as of 1970-01-01T00:00:01.000Z job j1 of instance a is queued since"
                        + " 1970-01-01T00:00:01.000Z (1000 ms), attempt 1: the cohort has no bots"
                        + " (of bots that are gone nothing is kept);"
                        + " it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldComputeALookThatNobodyTook() {
        log.submit(1_000, "j1", "a", 0, "os=mac");
        log.bot(3_601_500, "b1", 1, "os=linux");

        assertThat(log.why("j1"))
                .isEqualTo("as of 1970-01-01T01:00:01.500Z job j1 of instance a is queued since"
                        + " 1970-01-01T00:00:01.000Z (1000 ms), attempt 1: of 1 bot none has os=mac"
                        + NOTHING_KEPT + "; it is looked at next at 1970-01-01T01:00:06.000Z");
    }

    @Test
    void shouldNameRequirementsThatNoBotHas() {
        log.bot(1_000, "b1", 1, "os=linux", "disk=ssd");
        log.bot(1_000, "b2", 1, "os=linux", "gpu=no");
        log.submit(1_000, "j1", "a", 0, "os=mac", "gpu=yes", "disk=ssd");

        assertReasons("of 2 bots none has gpu=yes or os=mac" + NOTHING_KEPT
                + "; it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldCountRequirementsThatAreTooManyToName() {
        log.bot(1_000, "b1", 1);
        log.submit(1_000, "j1", "a", 0, "a=1", "b=1", "c=1", "d=1", "e=1", "f=1", "g=1");

        assertReasons("of 1 bot none has a=1, b=1, c=1, d=1, e=1 or 2 more" + NOTHING_KEPT
                + "; it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldNameTheBotThatComesClosest() {
        log.bot(1_000, "b1", 1, "os=linux");
        log.bot(1_000, "b2", 1, "isa=x86", "disk=ssd");
        log.submit(1_000, "j1", "a", 0, "os=linux", "isa=x86", "disk=ssd");

        assertReasons("each of its requirements is there, but no bot has all: bot b2 comes closest, without os=linux"
                + NOTHING_KEPT + "; it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldSayThatBotsServeOthers() {
        log.bot(1_000, "b1", "b", BotStatus.OK, 1, "os=linux");
        log.bot(1_000, "b2", "c", BotStatus.OK, 1, "os=linux");
        log.bot(1_000, "b3", 1, "os=mac");
        log.submit(1_000, "j1", "a", 0, "os=linux");

        assertReasons("2 bots have what it requires, but serve only b and c" + NOTHING_KEPT
                + "; it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldCountBotsThatAreFullOrUnhealthy() {
        log.bot(1_000, "b1", 1);
        log.bot(1_000, "b2", "*", BotStatus.UNHEALTHY, 1);
        log.bot(1_000, "b3", "*", BotStatus.HOST_REBOOTING, 1);
        log.bot(1_000, "b4", "b", BotStatus.OK, 1);
        log.submit(1_000, "j0", "a", 0);
        log.submit(1_000, "j1", "a", 0);

        assertReasons("3 bots match: 1 is full, 1 is UNHEALTHY, 1 is HOST_REBOOTING" + NOTHING_KEPT
                + "; it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldSayUntilWhenItsBackoffLasts() {
        log.submit(1_000, "j1", "a", 0);
        log.bot(1_000, "b1", 1);
        log.bot(1_000, "b2", 1);

        assertReasons("2 bots match: 2 have room; it waits for its backoff until 1970-01-01T00:00:06.000Z");
        log.tick(6_000);
        assertThat(log.why("j1")).contains("is assigned to bot b1 since 1970-01-01T00:00:06.000Z (6000 ms)");
    }

    @Test
    void shouldSayThatItsInstanceIsAtItsMaximum() {
        log.bot(1_000, "b1", 2);
        log.quota(1_000, "a", 0, 1);
        log.submit(1_000, "j0", "a", 0);
        log.submit(1_000, "j1", "a", 0);

        assertReasons("instance a is at its maximum (1 assigned of at most 1); 1 bot matches: 1 has room;"
                + " it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldSayThatNoQuotaMeansNoServiceByCohort() {
        log.policy(1_000, CohortPolicy.newBuilder().setAssigner(Assigner.COHORT));
        log.bot(1_000, "b1", 1);
        log.submit(1_000, "j1", "a", 0);

        assertReasons("the assigner is COHORT and instance a has no quota, so none of its jobs is served;"
                + " 1 bot matches: 1 has room; it is not looked at until that changes");
    }

    @Test
    void shouldSayThatAMaximumMeansNoServiceByCohort() {
        log.policy(1_000, CohortPolicy.newBuilder().setAssigner(Assigner.COHORT));
        log.quota(1_000, "a", 0, 0);
        log.submit(1_000, "j1", "a", 0);

        assertReasons("instance a is at its maximum (0 assigned of at most 0); the cohort has no bots" + NOTHING_KEPT
                + "; it is not looked at until that changes");
    }

    @Test
    void shouldCountThoseAheadOfIt() {
        log.submit(1_000, "old", "a", 3);
        log.submit(1_000, "older-than-none", "a", 3);
        log.submit(1_000, "j1", "a", 2);
        log.submit(1_000, "urgent", "a", 1);
        log.submit(1_000, "other-kind", "a", 1, "os=linux");

        assertReasons("the cohort has no bots" + NOTHING_KEPT
                + "; of its kind 1 job is ahead of it by priority; it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldCountThoseAheadOfItByEachOrderInUse() {
        log.policy(500, CohortPolicy.newBuilder().setPriorityPercentage(50));
        log.submit(700, "old", "a", 3);
        log.submit(800, "older-than-none", "a", 3);
        log.submit(1_000, "j1", "a", 2);
        log.submit(1_000, "urgent", "a", 1);

        assertReasons("the cohort has no bots" + NOTHING_KEPT
                + "; of its kind 1 job is ahead of it by priority and 2 jobs are ahead of it by age;"
                + " it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldSayWhenItWouldPreempt() {
        // given
        log.policy(500, CohortPolicy.newBuilder().setPreemptionDelayMs(7_000L));
        log.quota(500, "a", 1, 2);
        log.bot(600, "b1", 1);
        log.submit(700, "v", "b", 5);

        // when
        log.submit(1_000, "j1", "a", 4);

        // then
        assertReasons("1 bot matches: 1 is full" + NOTHING_KEPT
                + "; instance a is below its minimum (0 of 1 assigned), and the job would preempt job v on bot b1"
                + " at 1970-01-01T00:00:11.000Z; it is looked at next at 1970-01-01T00:00:06.000Z");
        log.tick(10_999);
        assertThat(log.why("j1")).contains(" is queued ");
        log.tick(11_000);
        assertThat(log.why("j1"))
                .isEqualTo("job j1 of instance a is assigned to bot b1 since 1970-01-01T00:00:11.000Z (11000 ms),"
                        + " attempt 1, lease 2, by PREEMPTION: its instance was below its minimum, and the slot was"
                        + " taken from job v of another instance");
    }

    @Test
    void shouldSayThatNoVictimIsOfLowerPriority() {
        log.quota(500, "a", 1, 2);
        log.bot(600, "b1", 1);
        log.submit(700, "v", "b", 4);
        log.submit(1_000, "j1", "a", 4);

        assertReasons("1 bot matches: 1 is full" + NOTHING_KEPT
                + "; instance a is below its minimum (0 of 1 assigned), but nobody can be evicted: victims must have a"
                + " priority number above 4, and the highest, of job v, is 4;"
                + " it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldSayThatThereIsNoVictim() {
        log.quota(500, "a", 2, 2);
        log.bot(600, "b1", 1);
        log.submit(700, "j0", "a", 9);
        log.submit(1_000, "j1", "a", 4);

        assertReasons("1 bot matches: 1 is full" + NOTHING_KEPT
                + "; instance a is below its minimum (1 of 2 assigned), but nobody can be evicted: no matching bot"
                + " that is OK and not overfull has a job of an instance above its minimum;"
                + " it is looked at next at 1970-01-01T00:00:06.000Z");
    }

    @Test
    void shouldSayThatEachStepLooksWithoutBackoff() {
        log.policy(500, CohortPolicy.newBuilder().setFailureBackoffMs(0L).setPreemptionDelayMs(7_000L));
        log.quota(500, "a", 1, 2);
        log.bot(600, "b1", 1);
        log.submit(700, "v", "b", 5);
        log.submit(1_000, "j1", "a", 4);

        assertReasons("1 bot matches: 1 is full" + NOTHING_KEPT
                + "; instance a is below its minimum (0 of 1 assigned), and the job would preempt job v on bot b1"
                + " in the first step at 1970-01-01T00:00:08.000Z or later; it is looked at in each step");
    }

    @Test
    void shouldSayThatABackoffNeverEnds() {
        log.policy(500, CohortPolicy.newBuilder().setFailureBackoffMs(Long.MAX_VALUE));
        log.submit(1_000, "j1", "a", 0);
        log.bot(1_000, "b1", 1);

        assertReasons("1 bot matches: 1 has room; it waits for its backoff for ever");
    }

    @Test
    void shouldSayWhenItsTimeInTheQueueIsOver() {
        log.policy(1_000, CohortPolicy.newBuilder().setQueueTimeoutMs(1_800_000L));
        log.submit(1_000, "j1", "a", 0);

        assertReasons("the cohort has no bots" + NOTHING_KEPT
                + "; it is looked at next at 1970-01-01T00:00:06.000Z"
                + "; its time in the queue, 1800000 ms, is over at 1970-01-01T00:30:01.000Z at the earliest");
    }

    /** Asserts the reasons for job j1, which is queued and explained at 1,000. */
    private void assertReasons(String reasons) {
        assertThat(log.why("j1"))
                .isEqualTo("as of 1970-01-01T00:00:01.000Z job j1 of instance a is queued since"
                        + " 1970-01-01T00:00:01.000Z (1000 ms), attempt 1: " + reasons);
    }
}
