package dev.rota.workload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Property;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FarmTrafficTest {

    private static final String ASSIGNMENTS = JobsTopics.ASSIGNMENTS.topic();

    private static LeaseEvent lease(LeaseEventKind kind, String bot, String job, long number) {
        return LeaseEvent.newBuilder()
                .setCohort("default")
                .setBot(bot)
                .setSession("session")
                .setJob(job)
                .setLease(number)
                .setInstance("instance-0")
                .setKind(kind)
                .setAttempt(1)
                .setQueuedMs(0L)
                .build();
    }

    private static List<LeaseReport> leases(Fact fact) {
        return ((BotSync) ((BotEvent) fact.value()).getEvent()).getLeases();
    }

    @Test
    void shouldSayWhatWaitsInParts() {
        FarmTraffic farm = new FarmTraffic(25_000);
        List<Integer> parts = new ArrayList<>();
        for (List<Fact> part = farm.waiting(); !part.isEmpty(); part = farm.waiting()) {
            parts.add(part.size());
        }
        assertThat(parts).containsExactly(10_000, 10_000, 5_000);
    }

    @Test
    void shouldBeginWithBotsThatHaveNothing() {
        List<Fact> first = new FarmTraffic(10).at(0);
        assertThat(first)
                .hasSize(1_000)
                .allSatisfy(fact -> assertThat(leases(fact)).isEmpty());
        assertThat(first).extracting(Fact::key).doesNotHaveDuplicates();
    }

    @Test
    void shouldReportAllThatABotWasToldOfAtOnceAndSubmitAsManyJobs() {
        // given
        FarmTraffic farm = new FarmTraffic(3);
        assertThat(farm.waiting()).hasSize(3);
        farm.at(0);

        // when
        farm.answer(ASSIGNMENTS, lease(LeaseEventKind.ASSIGNED, "bot-7", "job-0", 1));
        farm.answer(ASSIGNMENTS, lease(LeaseEventKind.ASSIGNED, "bot-2", "job-1", 2));
        farm.answer(ASSIGNMENTS, lease(LeaseEventKind.ASSIGNED, "bot-7", "job-2", 3));
        List<Fact> facts = farm.at(0);

        // then
        assertThat(facts).extracting(Fact::key).containsExactly("bot-7", "bot-2", "job-3", "job-4", "job-5");
        assertThat(leases(facts.get(0)))
                .containsExactly(
                        LeaseReport.newBuilder()
                                .setJob("job-0")
                                .setLease(1L)
                                .setState(LeaseState.COMPLETED)
                                .build(),
                        LeaseReport.newBuilder()
                                .setJob("job-2")
                                .setLease(3L)
                                .setState(LeaseState.COMPLETED)
                                .build());
        assertThat(farm.at(0)).isEmpty();
        assertThat(farm.counts()).containsEntry("submissions", 6L).containsEntry("completions", 3L);
    }

    @Test
    void shouldNotCompleteWhatWasTakenBack() {
        // given
        FarmTraffic farm = new FarmTraffic(0);
        farm.at(0);

        // when
        farm.answer(ASSIGNMENTS, lease(LeaseEventKind.ASSIGNED, "bot-7", "job-0", 1));
        farm.answer(ASSIGNMENTS, lease(LeaseEventKind.EVICTED, "bot-7", "job-0", 1));
        List<Fact> facts = farm.at(0);

        // then no job is submitted either, since jobs come from outside
        assertThat(facts)
                .singleElement()
                .satisfies(fact -> assertThat(leases(fact)).isEmpty());
    }

    @Test
    void shouldHaveJobsOfManyClassesThatSomeBotCanRun() throws Exception {
        // given
        FarmTraffic farm = new FarmTraffic(0);
        JobsDomain domain = new JobsDomain();
        List<List<Property>> offered = farm.at(0).stream()
                .map(fact -> ((BotSync) ((BotEvent) fact.value()).getEvent()).getProperties())
                .toList();

        // when
        List<JobSubmitted> jobs = new ArrayList<>();
        for (int i = 0; i < 1_600; i++) {
            JobEvent event = (JobEvent) farm.work().value();
            assertThat(domain.inputs().get(0).unit(event)).isEqualTo("default");
            jobs.add((JobSubmitted) event.getEvent());
        }

        // then
        assertThat(jobs).extracting(JobSubmitted::getRequirements).allMatch(offered::contains);
        assertThat(jobs.stream().distinct()).hasSize(4 * 4 * 10);
    }
}
