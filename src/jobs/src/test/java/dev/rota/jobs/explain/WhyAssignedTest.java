package dev.rota.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.scheduler.CohortLog;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests the exact sentences that explain why a job is on a bot, and how a job has ended. */
class WhyAssignedTest {

    private final CohortLog log = new CohortLog();

    @Test
    void shouldNameTheFirstOfTheHealthyBots() {
        log.bot(1_700_000_000_000L, "b2", 1);
        log.bot(1_700_000_000_000L, "b1", 1);
        log.submit(1_700_000_000_123L, "j1", "a", 0);
        log.bot(1_700_000_000_999L, "b1", 1);

        assertThat(log.why("j1"))
                .isEqualTo("job j1 of instance a is assigned to bot b1 since 2023-11-14T22:13:20.123Z"
                        + " (1700000000123 ms), attempt 1, lease 1, by CAPACITY: that bot was the first by id of the"
                        + " healthy ones that matched");
    }

    @Test
    void shouldSayThatTheBotToAvoidWasLeftOut() {
        log.bot(1_000, "b1", 1);
        log.bot(1_000, "b2", 1);
        log.submit(2_000, "j1", "a", 0);
        log.completed(3_000, "b1", "j1", 1, "INTERNAL");

        assertThat(log.why("j1"))
                .isEqualTo("job j1 of instance a is assigned to bot b2 since 1970-01-01T00:00:03.000Z (3000 ms),"
                        + " attempt 2, lease 2, by CAPACITY: that bot was the first by id of the healthy ones that"
                        + " matched; bot b1, which lost an earlier attempt, was left out");
    }

    @Test
    void shouldSayThatOnlyTheBotToAvoidMatched() {
        log.bot(1_000, "b1", 1);
        log.submit(2_000, "j1", "a", 0);
        log.completed(3_000, "b1", "j1", 1, "INTERNAL");

        assertThat(log.why("j1"))
                .isEqualTo("job j1 of instance a is assigned to bot b1 since 1970-01-01T00:00:03.000Z (3000 ms),"
                        + " attempt 2, lease 2, by CAPACITY: that bot was the first by id of the healthy ones that"
                        + " matched; it lost an earlier attempt, but no other healthy one matched");
    }

    @Test
    void shouldNameTheSample() {
        Sampling sampling =
                Sampling.newBuilder().setSampleSize(3).setPriorityWeight(-10.0).build();
        log.policy(500, CohortPolicy.newBuilder().setSampling(sampling));
        log.bot(1_000, "b1", 1);
        log.bot(1_000, "b2", 2);
        log.submit(2_000, "j1", "a", 0);

        assertThat(log.why("j1"))
                .isEqualTo("job j1 of instance a is assigned to bot b2 since 1970-01-01T00:00:02.000Z (2000 ms),"
                        + " attempt 1, lease 1, by SAMPLING: that bot had the best score in a sample of those that"
                        + " matched (sampleSize is 3 now)");
    }

    @Test
    void shouldSayThatABotFetchedIt() {
        log.bot(1_000, "b1", 1);
        log.submit(2_000, "j0", "a", 0);
        log.submit(2_000, "j1", "a", 0);
        log.completed(3_000, "b1", "j0", 1, "OK");

        assertThat(log.why("j1"))
                .isEqualTo("job j1 of instance a is assigned to bot b1 since 1970-01-01T00:00:03.000Z (3000 ms),"
                        + " attempt 1, lease 2, by PROACTIVE: that bot synced with a slot to fill, and the job was the"
                        + " first in order that it could run");
    }

    @Test
    void shouldSayWhenItsTimeToExecuteIsOver() {
        log.policy(
                500, CohortPolicy.newBuilder().setExecutionTimeoutMs(3_600_000L).setMaxJobAttempts(1));
        log.bot(1_000, "b1", 1);
        log.submit(2_000, "j1", "a", 0);

        assertThat(log.why("j1")).endsWith("; its time to execute is over at 1970-01-01T01:00:02.000Z at the earliest");
        log.policy(
                3_000,
                CohortPolicy.newBuilder()
                        .setBotTimeoutMs(7_200_000)
                        .setExecutionTimeoutMs(3_600_000L)
                        .setMaxJobAttempts(1));
        log.bot(4_000, "b1", 1);
        log.tick(3_700_000);
        assertThat(ending("j1"))
                .isEqualTo("job j1 of instance a was aborted at 1970-01-01T01:00:02.000Z on bot b1, attempt 1:"
                        + " EXECUTION_TIMEOUT");
    }

    @Test
    void shouldSayHowAJobHasEnded() {
        log.policy(500, CohortPolicy.newBuilder().setMaxJobAttempts(1));
        log.bot(1_000, "b1", 1);
        log.submit(2_000, "done", "a", 0);
        log.completed(3_000, "b1", "done", 1, "OK");
        log.submit(4_000, "lost", "a", 0);
        log.completed(5_000, "b1", "lost", 2, "INTERNAL");
        log.submit(6_000, "unwanted", "a", 0);
        log.cancel(7_000, "unwanted");
        log.submit(8_000, "there", "a", 0);

        assertThat(ending("done"))
                .isEqualTo("job done of instance a completed at 1970-01-01T00:00:03.000Z on bot b1 with status OK,"
                        + " attempt 1");
        assertThat(ending("lost"))
                .isEqualTo("job lost of instance a was aborted at 1970-01-01T00:00:05.000Z on bot b1 with status"
                        + " INTERNAL, attempt 1: the bot reported INTERNAL; this was attempt 1 of 1");
        assertThat(ending("unwanted"))
                .isEqualTo("job unwanted of instance a was cancelled at 1970-01-01T00:00:07.000Z on bot b1, attempt 1");
        assertThat(log.explainAll("job", "there"))
                .extracting(explained -> Objects.requireNonNull(explained).state())
                .isEqualTo("ASSIGNED");
        assertThat(log.why("done")).isNull();
    }

    private String ending(String job) {
        return Objects.requireNonNull(log.explainAll("job", job)).sentence();
    }
}
