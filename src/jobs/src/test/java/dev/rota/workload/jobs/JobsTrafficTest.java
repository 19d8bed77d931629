package dev.rota.workload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.scheduler.ConfiguredJobs;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.testing.TestLog;
import dev.rota.workload.Traffic;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobsTrafficTest {

    private static final long START = 1_700_000_000_000L;

    @Test
    void shouldShowAllThatCanHappenToAJob() {
        // when
        List<Decision> decided =
                play(new JobsWorkloads().demo(new JobsDomain()), TestLog.warm(new JobsDomain()), START, 600);

        // then
        assertThat(values(decided, JobStateEvent.class).map(JobStateEvent::getKind))
                .contains(
                        JobStateKind.QUEUED,
                        JobStateKind.ASSIGNED,
                        JobStateKind.EVICTED,
                        JobStateKind.RETRIED,
                        JobStateKind.COMPLETED,
                        JobStateKind.CANCELLED);
        assertThat(values(decided, LeaseEvent.class)
                        .filter(event -> event.getKind() == LeaseEventKind.ASSIGNED)
                        .map(LeaseEvent::getStrategy))
                .contains(Strategy.SAMPLING, Strategy.PROACTIVE, Strategy.PREEMPTION);
        assertThat(values(decided, Rejection.class).map(Rejection::getReason)).containsOnly("JOB_UNKNOWN");
    }

    @Test
    void shouldContinueWhereAnotherStopped() {
        // given a farm whose bots disappeared with their leases
        TestLog log = TestLog.warm(new JobsDomain());
        play(new JobsWorkloads().demo(new JobsDomain()), log, START, 50);

        // when
        List<Decision> decided = play(new JobsWorkloads().demo(new JobsDomain()), log, START + 100_000, 50);

        // then
        assertThat(values(decided, JobStateEvent.class).filter(event -> event.getKind() == JobStateKind.COMPLETED))
                .hasSizeGreaterThan(20);
        assertThat(values(decided, Rejection.class).map(Rejection::getReason))
                .doesNotContain("JOB_EXISTS", "BOT_SESSION_STALE", "LEASE_UNKNOWN");
    }

    @Test
    void shouldLiveInTheFirstCohortThatIsConfigured() {
        // given
        JobsDomain domain = ConfiguredJobs.domain("linux:linux,big;rest:unknown");

        // when
        List<Decision> decided = play(new JobsWorkloads().demo(domain), TestLog.warm(domain), START, 30);

        // then
        assertThat(decided).extracting(Decision::unit).containsOnly("linux");
        assertThat(values(decided, JobStateEvent.class).map(JobStateEvent::getKind))
                .contains(JobStateKind.COMPLETED);
    }

    private static <T> Stream<T> values(List<Decision> decided, Class<T> type) {
        return decided.stream().map(Decision::value).filter(type::isInstance).map(type::cast);
    }

    /** Plays the traffic in turns of half a second, and passes each decision to it at once. */
    private static List<Decision> play(Traffic traffic, TestLog log, long start, int seconds) {
        List<Decision> all = new ArrayList<>();
        for (int turn = 0; turn < 2 * seconds; turn++) {
            long time = start + turn * 500L;
            Deque<Fact> facts = new ArrayDeque<>(traffic.at(time));
            while (!facts.isEmpty()) {
                Fact fact = facts.poll();
                List<Decision> decided = log.feed(fact.topic(), time, fact.value());
                all.addAll(decided);
                decided.forEach(one -> facts.addAll(traffic.answer(one.output().topic(), one.value())));
            }
        }
        return all;
    }
}
