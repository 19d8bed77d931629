package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Times;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.Victims;
import dev.rota.jobs.farm.JobsTables;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests cases of a cohort's rules that random histories seldom reach. */
class RareCasesTest {

    private static final long DAY_MS = 24 * 60 * 60 * 1_000L;

    private final TestFarm farm = TestFarm.warm();

    /** The number of leases so far, while hints are made. */
    private long leases;

    /**
     * Under the cohort assigner, a job of an instance at its maximum is not looked at. When there is room again, only
     * its looks before it was evicted count: a fetch leaves jobs that have been looked at to the iterations.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRememberThatAnEvictedJobWasTried(boolean tried) {
        // given a job that a look has failed once, or has not, and another of its instance
        farm.policy(policy -> policy.setAssigner(Assigner.COHORT)
                .setFailureBackoffMs(1_000)
                .setPreemptionDelayMs(0)
                .setVictims(Victims.ANY));
        farm.quota("v", 0, 2);
        farm.quota("p", 1, 1);
        if (tried) {
            farm.at(1_000).submit("v1", "v", 9);
            farm.at(1_500).sync(bot("b").capacity(2));
            assertThat(farm.pass(2_000)).containsExactly("v1 ASSIGNED b", "b: ASSIGNED v1/1 CAPACITY");
        } else {
            farm.at(1_500).sync(bot("b").capacity(2));
            farm.at(2_000).submit("v1", "v", 9);
        }
        farm.at(2_100).submit("v2", "v", 0);
        farm.at(2_200).quota("v", 0, 1);

        // when it is evicted, and its bot has room again much later
        assertThat(farm.at(2_300).submit("p1", "p"))
                .containsExactly(
                        "p1 QUEUED", "v1 EVICTED b", "b: EVICTED v1/1", "p1 ASSIGNED b", "b: ASSIGNED p1/3 PREEMPTION");
        List<String> said = farm.at(9_000)
                .sync(bot("b").capacity(2).active("p1", 3).completed("v2", 2).cancelled("v1", 1));

        // then
        assertThat(said)
                .containsExactly(
                        "v2 COMPLETED b", "v1 ASSIGNED b", "b: ASSIGNED v1/4 " + (tried ? "CAPACITY" : "PROACTIVE"));
    }

    /** Kinds without jobs are forgotten together. The bots that can run the other kinds are then determined again. */
    @Test
    void shouldSampleTheBotsThatAreThereWhenManyKindsWereForgotten() {
        // given a kind that only b1 can run
        farm.policy(policy -> policy.setSampling(
                Sampling.newBuilder().setSampleSize(50).setPriorityWeight(-10.0).build()));
        farm.sync(bot("b0"));
        farm.close(bot("b0"));
        farm.sync(bot("b1").capacity(1));
        assertThat(farm.submit("j1", "a")).contains("b1: ASSIGNED j1/1 SAMPLING");

        // when more kinds have come and gone than are remembered, and other bots have synced
        for (int i = 0; i < 1_100; i++) {
            farm.submit("u" + i, "instance-" + i);
            farm.cancel("u" + i);
        }
        farm.sync(bot("b2"));
        farm.sync(bot("b3").priority(-1));

        // then
        assertThat(farm.submit("j2", "a")).contains("b3: ASSIGNED j2/2 SAMPLING");
    }

    /** Gives one bot each hint in turn. The latest is then its first. */
    private void hints(String bot, String... hints) {
        farm.sync(bot(bot));
        for (String hint : hints) {
            farm.submitHinted("warm-up", hint);
            farm.sync(bot(bot).completed("warm-up", ++leases));
        }
    }

    private void sampleAll(int localityHints) {
        farm.policy(policy -> policy.setSampling(Sampling.newBuilder()
                        .setSampleSize(100)
                        .setPriorityWeight(-10.0)
                        .build())
                .setLocalityHints(localityHints));
    }

    @Test
    void shouldScoreByTheHintsThatTheLatestPolicyCounts() {
        // given a bot that got both hints, one after the other
        sampleAll(2);
        hints("b2", "x", "y");
        farm.sync(bot("b1"));

        // then both count, until a policy counts only one
        assertThat(farm.submitHinted("j", "x")).contains("j ASSIGNED b2");
        farm.cancel("j");
        sampleAll(1);
        assertThat(farm.submitHinted("j", "x")).contains("j ASSIGNED b1");
        farm.cancel("j");
        assertThat(farm.submitHinted("j", "y")).contains("j ASSIGNED b2");
        farm.cancel("j");

        // and the hint that did not count for a while is still stored
        sampleAll(2);
        assertThat(farm.submitHinted("j", "x")).contains("j ASSIGNED b2");
        farm.cancel("j");
        sampleAll(0);
        assertThat(farm.submitHinted("j", "y")).contains("j ASSIGNED b1");
    }

    @Test
    void shouldMoveAHintThatComesAgainToTheFront() {
        sampleAll(2);
        hints("b2", "x", "y", "x");
        farm.sync(bot("b1"));
        sampleAll(1);
        assertThat(farm.submitHinted("j", "x")).contains("j ASSIGNED b2");
        farm.cancel("j");

        // it is stored once: y is the second
        sampleAll(2);
        assertThat(farm.submitHinted("j", "y")).contains("j ASSIGNED b2");
    }

    @Test
    void shouldCountAHintOnceThoughItComesAgain() {
        sampleAll(2);
        hints("b2", "x", "y", "y");
        farm.sync(bot("b1"));
        assertThat(farm.submitHinted("j", "x")).contains("j ASSIGNED b2");
    }

    @Test
    void shouldForgetEndedSessionsADayAfterTheBotIsGone() {
        farm.at(5_000).sync(bot("b"));
        farm.at(7_000).close(bot("b"));
        assertThat(farm.at(7_000 + DAY_MS - 1).sync(bot("b")))
                .containsExactly("BOT_SESSION_STALE", "b: SESSION_ENDED /0");
        assertThat(farm.at(7_000 + DAY_MS).sync(bot("b"))).isEmpty();
    }

    @Test
    void shouldForgetEndedSessionsThoughNobodyAsks() {
        farm.at(5_000).sync(bot("b"));
        farm.at(7_000).close(bot("b"));
        assertThat(farm.log().nextDue()).isEqualTo(7_000 + DAY_MS);
        farm.pass(7_000 + DAY_MS);
        assertThat(farm.log().table(JobsTables.SESSIONS, "default").first(JobsTables.ONLY))
                .isNull();
        assertThat(farm.log().nextDue()).isEqualTo(Times.NEVER);
    }

    @Test
    void shouldKeepEndedSessionsWhileTheBotIsThere() {
        farm.policy(policy -> policy.setBotTimeoutMs(Times.NEVER));
        farm.at(5_000).sync(bot("b").in("s1"));
        farm.at(6_000).close(bot("b").in("s1"));
        farm.at(7_000).sync(bot("b").in("s2"));

        // the bot stays for days, then times out
        long gone = 7_000 + 9 * DAY_MS;
        assertThat(farm.at(gone - 1).sync(bot("b").in("s1"))).contains("BOT_SESSION_STALE");
        farm.at(gone).close(bot("b").in("s2"));
        assertThat(farm.at(gone + DAY_MS - 1).sync(bot("b").in("s1"))).contains("BOT_SESSION_STALE");
        assertThat(farm.at(gone + DAY_MS).sync(bot("b").in("s1"))).isEmpty();
    }

    @Test
    void shouldKeepTheLastEightSessionsOfABot() {
        for (int i = 1; i <= 10; i++) {
            assertThat(farm.sync(bot("b").in("s" + i))).isEmpty();
        }
        for (int i = 2; i <= 9; i++) {
            assertThat(farm.sync(bot("b").in("s" + i))).contains("BOT_SESSION_STALE");
        }
        assertThat(farm.sync(bot("b").in("s1"))).isEmpty();

        // which ends the tenth session, so the second is forgotten
        assertThat(farm.sync(bot("b").in("s10"))).contains("BOT_SESSION_STALE");
        assertThat(farm.sync(bot("b").in("s2"))).isEmpty();
    }

    @Test
    void shouldLookOnceAStepWithoutBackoff() {
        // given
        farm.policy(policy ->
                policy.setFailureBackoffMs(0).setPreemptionDelayMs(5_000).setVictims(Victims.ANY));
        farm.quota("p", 1, 1);
        farm.at(2_000).sync(bot("b"));
        farm.at(2_000).submit("v1", "v");
        assertThat(farm.at(3_000).submit("p1", "p")).containsExactly("p1 QUEUED");

        // then without events there is no look
        assertThat(farm.log().nextDue()).as("the lease is judged").isEqualTo(62_000);
        assertThat(farm.pass(100_000)).isEmpty();

        // and a rejected event looks at no job, while the next accepted one looks at all jobs
        assertThat(farm.submit("v1", "v")).containsExactly("JOB_EXISTS");
        assertThat(farm.quota("nobody", 0, 1)).contains("v1 EVICTED b", "p1 ASSIGNED b");
        assertThat(farm.at(100_001).sync(bot("b").completed("p1", 2))).contains("b: ASSIGNED v1/3 CAPACITY");
    }

    @Test
    void shouldScoreAsTheExampleInTheRules() {
        // given bots whose order by id differs from that of their scores; a and d have the hint
        sampleAll(10);
        hints("a", "x");
        farm.sync(bot("a").status(BotStatus.UNHEALTHY));
        hints("d", "x");
        farm.sync(bot("a").priority(1));
        farm.sync(bot("b"));
        farm.sync(bot("c").priority(1).capacity(12));

        // then a hit is 6, 12 spare at priority 1 are 2, plain is 1; 11 spare are 1 too, and 6 spare are a hit's -4
        List<String> order = List.of("d", "c", "b", "c", "c", "c", "c", "c", "a", "c");
        for (int i = 0; i < order.size(); i++) {
            assertThat(farm.submitHinted("j" + i, "x")).as("job %d", i).contains("j" + i + " ASSIGNED " + order.get(i));
        }
    }
}
