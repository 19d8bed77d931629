package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.jobs.Dependency;
import dev.rota.jobs.DependencyOn;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests jobs that wait for others. */
class DependenciesTest {

    private final TestFarm farm = TestFarm.warm();

    @Test
    void shouldQueueAJobWhenTheLastOfItsDependenciesIsMet() {
        // given
        farm.sync(BotEventBuilder.bot("b1"));
        farm.submit("j1", "a");
        farm.submit("j2", "a");
        assertThat(farm.hear(after("j3", "j1", "j2"))).containsExactly("j3 WAITING");

        // when
        List<String> first = farm.sync(BotEventBuilder.bot("b1").completed("j1", 1));

        // then
        assertThat(first).contains("j2 ASSIGNED b1").doesNotContain("j3 QUEUED");
        assertThat(farm.sync(BotEventBuilder.bot("b1").completed("j2", 2)))
                .containsSubsequence("j2 COMPLETED b1", "j3 QUEUED", "j3 ASSIGNED b1");
    }

    @Test
    void shouldAbortAllThatWaitForAFailedJobAndNameIt() {
        // given
        farm.submit("j1", "a");
        farm.hear(after("j2", "j1"));
        farm.hear(after("j3", "j2"));

        // when
        List<Decision> told = farm.decisions(new JobEvent("j1", "unknown", new JobCancelled()));

        // then
        assertThat(told.stream()
                        .map(decision -> decision.value() instanceof JobStateEvent event
                                ? event.getJob() + " " + event.getKind() + " " + event.getReason()
                                : ""))
                .containsExactly(
                        "j1 CANCELLED ",
                        "j2 ABORTED DEPENDENCY_FAILED: job j1",
                        "j3 ABORTED DEPENDENCY_FAILED: job j2");
    }

    @Test
    void shouldRejectADependencyOnAJobThatIsNotThere() {
        farm.submit("j1", "a");
        farm.cancel("j1");
        assertThat(farm.hear(after("j2", "j1"))).containsExactly("DEPENDENCY_UNKNOWN");
        assertThat(farm.hear(after("j2", "j2"))).containsExactly("DEPENDENCY_UNKNOWN");
    }

    @Test
    void shouldRememberEndsForAsLongAsThePolicyStates() {
        // given
        farm.policy(policy -> policy.setEndedKeptMs(1_000L));
        farm.sync(BotEventBuilder.bot("b1"));
        farm.submit("j1", "a");
        farm.sync(BotEventBuilder.bot("b1").completed("j1", 1));
        farm.submit("j2", "a");
        farm.cancel("j2");

        // then
        assertThat(farm.at(1_999).hear(after("j3", "j1"))).contains("j3 QUEUED");
        assertThat(farm.hear(after("j4", "j2"))).containsExactly("j4 WAITING", "j4 ABORTED");
        assertThat(farm.at(2_000).hear(after("j5", "j1"))).containsExactly("DEPENDENCY_UNKNOWN");
    }

    /** What a later policy says does not matter, nor what else has happened meanwhile. */
    @Test
    void shouldForgetAnEndByThePolicyUnderWhichTheJobEnded() {
        // given
        farm.policy(policy -> policy.setEndedKeptMs(1_000L));
        farm.submit("short", "a");
        farm.cancel("short");
        farm.policy(policy -> policy.setEndedKeptMs(60_000L));
        farm.submit("long", "a");
        farm.cancel("long");

        // when
        farm.at(3_000).policy(policy -> policy.setEndedKeptMs(null));

        // then
        assertThat(farm.hear(after("j1", "short"))).containsExactly("DEPENDENCY_UNKNOWN");
        assertThat(farm.hear(after("j2", "long"))).containsExactly("j2 WAITING", "j2 ABORTED");
        farm.at(4_000).policy(policy -> policy.setEndedKeptMs(3_600_000L));
        assertThat(farm.hear(after("j3", "short"))).containsExactly("DEPENDENCY_UNKNOWN");
        assertThat(farm.at(60_999).hear(after("j4", "long"))).containsExactly("j4 WAITING", "j4 ABORTED");
        assertThat(farm.at(61_000).hear(after("j5", "long"))).containsExactly("DEPENDENCY_UNKNOWN");
    }

    @Test
    void shouldNameTheJobThatHasFailedOrIsWaitedFor() {
        // given
        farm.policy(policy -> policy.setEndedKeptMs(1_000L));
        farm.sync(BotEventBuilder.bot("b1"));
        farm.submit("met", "a");
        farm.sync(BotEventBuilder.bot("b1").completed("met", 1));
        farm.submit("failed", "a");
        farm.cancel("failed");
        farm.submit("open", "a");

        // then
        assertThat(reasons(after("j1", "met", "open"))).containsExactly("after job open");
        assertThat(reasons(after("j2", "met", "failed")))
                .containsExactly("after job failed", "DEPENDENCY_FAILED: job failed");
        assertThat(reasons(after("j3", "met", "open", "failed")))
                .containsExactly("after job failed and 1 more", "DEPENDENCY_FAILED: job failed");
    }

    private List<String> reasons(JobEvent submitted) {
        return TestLog.of(JobsTopics.EVENTS, farm.decisions(submitted)).stream()
                .map(JobStateEvent::getReason)
                .toList();
    }

    @Test
    void shouldExplainForWhatAJobWaits() {
        CohortLog log = new CohortLog();
        log.submit(1_000, "j1", "a", 0);
        log.feed(1_000, after("j2", "j1"));
        assertThat(log.why("j2")).contains("it waits for job j1 to succeed (queued)");
        assertThat(Objects.requireNonNull(log.explain("job", "j2")).state()).isEqualTo("WAITING");
    }

    /** Jobs in a tree, decided in steps with room for few decisions and read from rows each time. */
    @Test
    void shouldReleaseInOrderHoweverSmallTheSteps() {
        // given
        TestFarm small = TestFarm.of(TestLog.cold(new JobsDomain(), 1_000));
        small.submit("0", "a");
        int jobs = 100;
        for (int i = 1; i < jobs; i++) {
            small.hear(after(String.valueOf(i), String.valueOf(i / 7)));
        }

        // when
        List<String> told = new ArrayList<>(small.cancel("0"));
        for (List<String> more = small.pass(1_000); !more.isEmpty(); more = small.pass(1_000)) {
            told.addAll(more);
        }

        // then
        assertThat(told.stream().filter(line -> line.endsWith("ABORTED"))).hasSize(jobs - 1);
        assertThat(told.get(told.size() - 1)).isEqualTo((jobs - 1) + " ABORTED");
    }

    private static JobEvent after(String job, String... others) {
        List<Dependency> dependencies = new ArrayList<>();
        for (String other : others) {
            dependencies.add(new Dependency(other, DependencyOn.SUCCESS));
        }
        JobSubmitted submitted = JobSubmitted.newBuilder()
                .setInstance("a")
                .setAfter(dependencies)
                .build();
        return new JobEvent(job, "unknown", submitted);
    }
}
