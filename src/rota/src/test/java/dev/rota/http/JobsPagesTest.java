package dev.rota.http;

import static dev.rota.http.DomainWithPages.figure;
import static dev.rota.http.DomainWithPages.figures;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.Action;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Operation;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.trials.Full;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares each figure on a cohort's pages over HTTP with a fold over the consumed outputs. */
@Tag("broker")
@Full
class JobsPagesTest {

    private static final String COHORT = "default";

    @Test
    void shouldShowTheFiguresOfTheOutputs() throws Exception {
        try (DomainWithPages jobs = new DomainWithPages(new JobsDomain())) {
            // given two bots, one of which is held later, an instance with a quota of one slot, and jobs that no bot
            // can run
            jobs.feed(
                    JobsTopics.POLICIES,
                    COHORT,
                    new PolicyEvent(
                            COHORT,
                            InstanceQuota.newBuilder()
                                    .setInstance("small")
                                    .setMin(0)
                                    .setMax(1)
                                    .build()));
            sync(jobs, "bot-1", 2, List.of());
            sync(jobs, "bot-2", 20, List.of());
            for (int i = 0; i < 8; i++) {
                submit(jobs, "j" + i, i % 2 == 0 ? "large" : "small", i == 6 ? "plan9" : "linux");
            }
            sync(
                    jobs,
                    "bot-1",
                    2,
                    List.of(LeaseReport.newBuilder()
                            .setJob("j0")
                            .setLease(1L)
                            .setState(LeaseState.COMPLETED)
                            .build()));
            jobs.feed(JobsTopics.POLICIES, COHORT, new PolicyEvent(COHORT, new Operation(Action.HOLD, "bot-2", null)));

            // when
            List<DomainWithPages.NumberedOutput<JobStateEvent>> told = jobs.outputs(JobsTopics.EVENTS);
            long last = Math.max(
                    told.get(told.size() - 1).seq(),
                    jobs.outputs(JobsTopics.OPERATIONS).get(0).seq());
            jobs.awaitShown(COHORT, last);
            Document page = jobs.page("/state", "unit", COHORT);

            // then
            Map<String, DomainWithPages.NumberedOutput<JobStateEvent>> now = new LinkedHashMap<>();
            told.forEach(each -> now.put(each.value().getJob(), each));
            now.values().removeIf(each -> each.value().getKind() == JobStateKind.COMPLETED);
            assertCohort(page, now, told);
            assertJobs(jobs, now, told);
            assertBots(jobs, now);
            assertThat(jobs.subject(COHORT, "job", "j6", "bot", "bot-1")
                            .select(".why")
                            .text())
                    .contains("job j6 of instance large does not run on bot bot-1: the bot lacks os=plan9");
            assertThat(jobs.subject(COHORT, "match", "j6@bot-1").select(".why").text())
                    .startsWith("NO_MATCH as of ");
            assertThat(jobs.subject(COHORT, "instance", "small").select(".why").text())
                    .contains("a quota of 0 to 1");
        }
    }

    private static void assertCohort(
            Document page,
            Map<String, DomainWithPages.NumberedOutput<JobStateEvent>> now,
            List<DomainWithPages.NumberedOutput<JobStateEvent>> told) {
        List<String> waiting = new ArrayList<>();
        for (DomainWithPages.NumberedOutput<JobStateEvent> each : told) {
            if (each.value().getKind() == JobStateKind.QUEUED
                    && now.containsKey(each.value().getJob())
                    && now.get(each.value().getJob()).value().getKind() != JobStateKind.ASSIGNED) {
                waiting.add(each.value().getJob());
            }
        }
        assertThat(waiting).as("some wait").hasSizeGreaterThan(2);
        assertThat(figure(page, "queued")).isEqualTo(String.valueOf(waiting.size()));
        assertThat(figure(page, "assigned")).isEqualTo(String.valueOf(now.size() - waiting.size()));
        assertThat(figure(page, "slotsUsed")).isEqualTo(String.valueOf(now.size() - waiting.size()));
        assertThat(figures(page, "waits")).isEqualTo(waiting);
        assertThat(figure(page, "held")).isEqualTo("1");
        Map<String, Integer> queued = new TreeMap<>(Map.of("large", 0, "small", 0));
        Map<String, Integer> assigned = new TreeMap<>(Map.of("large", 0, "small", 0));
        now.forEach((job, each) ->
                (waiting.contains(job) ? queued : assigned).merge(each.value().getInstance(), 1, Integer::sum));
        for (String instance : List.of("large", "small")) {
            assertThat(page.select("[data-figure=queued of " + instance + "]").text())
                    .isEqualTo(String.valueOf(queued.get(instance)));
            assertThat(page.select("[data-figure=assigned of " + instance + "]").text())
                    .isEqualTo(String.valueOf(assigned.get(instance)));
        }
        assertThat(page.select(".notices li").eachText())
                .contains(
                        "1 job of large can run nowhere: no bot has os=plan9.",
                        "Instance small is at its maximum of 1 while " + queued.get("small") + " jobs wait.",
                        "Bot bot-2 is held.");
    }

    private static void assertJobs(
            DomainWithPages jobs,
            Map<String, DomainWithPages.NumberedOutput<JobStateEvent>> now,
            List<DomainWithPages.NumberedOutput<JobStateEvent>> told) {
        for (String job : List.of("j0", "j1", "j6")) {
            List<String> kinds = new ArrayList<>();
            told.stream()
                    .filter(each -> each.value().getJob().equals(job))
                    .skip(1)
                    .forEach(each -> kinds.add(each.value().getKind().name()
                            + (each.value().getStatus() == null
                                    ? ""
                                    : " with " + each.value().getStatus())));
            if (now.containsKey(job)) {
                kinds.add(now.get(job).value().getKind() == JobStateKind.ASSIGNED ? "runs" : "waits");
            }
            assertThat(figures(jobs.subject(COHORT, "job", job), "ending"))
                    .as(job)
                    .isEqualTo(kinds);
        }
    }

    private static void assertBots(
            DomainWithPages jobs, Map<String, DomainWithPages.NumberedOutput<JobStateEvent>> now) {
        for (String bot : List.of("bot-1", "bot-2")) {
            List<String> runs = now.entrySet().stream()
                    .filter(each -> each.getValue().value().getKind() == JobStateKind.ASSIGNED)
                    .filter(each -> bot.equals(each.getValue().value().getBot()))
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
            Document page = jobs.subject(COHORT, "bot", bot);
            assertThat(figures(page, "runs")).as(bot).isEqualTo(runs);
            assertThat(figure(page, "taken")).startsWith(runs.size() + " of ");
        }
    }

    private static void submit(DomainWithPages jobs, String job, String instance, String os)
            throws InterruptedException {
        jobs.feed(
                JobsTopics.SUBMISSIONS,
                job,
                new JobEvent(
                        job,
                        "unknown",
                        JobSubmitted.newBuilder()
                                .setInstance(instance)
                                .setRequirements(List.of(new Property("os", os)))
                                .build()));
    }

    private static void sync(DomainWithPages jobs, String bot, int capacity, List<LeaseReport> leases)
            throws InterruptedException {
        jobs.feed(
                JobsTopics.BOTS,
                bot,
                BotEvent.newBuilder()
                        .setBot(bot)
                        .setSession("session")
                        .setInstance(bot.equals("bot-1") ? "*" : "small")
                        .setLabels(List.of("unknown"))
                        .setEvent(BotSync.newBuilder()
                                .setCapacity(capacity)
                                .setProperties(List.of(new Property("os", "linux")))
                                .setLeases(leases)
                                .build())
                        .build());
    }
}
