package dev.rota.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.Victims;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.FarmReading;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Order;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.jobs.scheduler.Profile;
import dev.rota.jobs.scheduler.RandomHistory;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.ForeseenEvents;
import dev.rota.trials.Seeds;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares what a cohort is said to decide on an event with what it decides when the event comes. */
class JobsEventInquiryTest {

    private static final int SEEDS = Seeds.of(20, 2);

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldForeseeWhatAnEventCauses(Profile profile) {
        Set<String> states = new TreeSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            ForeseenEvents.check(
                    new JobsDomain(),
                    RandomHistory.COHORT,
                    RandomHistory.of(seed, profile),
                    (event, answer, log, decided) -> {
                        states.add(answer.state());
                        check(event, answer, log, decided);
                    });
        }
        assertThat(states).contains("QUEUED", "ASSIGNED", "REJECTED").doesNotContain("DRAWN");
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldNameThoseFromWhichABotIsDrawn(Profile profile) {
        Set<String> states = new TreeSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            List<Moment> moments = RandomHistory.of(seed, profile).stream()
                    .map(JobsEventInquiryTest::byChance)
                    .toList();
            ForeseenEvents.check(new JobsDomain(), RandomHistory.COHORT, moments, (event, answer, log, decided) -> {
                states.add(answer.state());
                check(event, answer, log, decided);
            });
        }
        assertThat(states).contains("DRAWN");
    }

    @Test
    void shouldNameTheVictimAndWhenItCouldBeEvicted() {
        // given a slot that is taken by an instance above its minimum
        TestLog log = TestLog.warm(new JobsDomain());
        CohortPolicy policy = CohortPolicy.newBuilder()
                .setVictims(Victims.ANY)
                .setPreemptionDelayMs(5_000)
                .setFailureBackoffMs(2_000)
                .build();
        log.take(new Moment(0, new PolicyEvent(RandomHistory.COHORT, policy)));
        log.take(new Moment(
                0,
                new PolicyEvent(
                        RandomHistory.COHORT,
                        InstanceQuota.newBuilder()
                                .setInstance("release")
                                .setMin(1)
                                .setMax(3)
                                .build())));
        log.take(new Moment(
                0,
                BotEvent.newBuilder()
                        .setBot("b")
                        .setSession("s")
                        .setEvent(BotSync.newBuilder().build())
                        .build()));
        log.take(new Moment(0, job("night", "nightly")));
        log.take(new Moment(1_000, job("night-2", "nightly")));
        JobEvent release = job("release", "release");

        // when
        EventInquiry inquiry = new JobsEventInquiry(new JobsDomain(), release);
        inquiry.tried(log.machine().reports().trial(RandomHistory.COHORT, inquiry.events()));
        Answer answer = inquiry.answer(log.tables(RandomHistory.COHORT), 1_000, Parallel.SEQUENTIAL);

        // then
        EventInquiry.Outlook outlook = (EventInquiry.Outlook) Objects.requireNonNull(answer.details());
        assertThat(outlook.subject())
                .isEqualTo(new JobsEventInquiry.JobPlace(null, null, null, List.of(), 1L, null, "night", 7_000L));
        assertThat(answer.sentence()).contains("1 job is ahead of it by priority", "preempt job night on bot b");

        // and so it comes
        log.take(new Moment(1_000, release));
        assertThat(log.tick(6_999)).isEmpty();
        assertThat(TestLog.of(JobsTopics.EVENTS, log.tick(7_000)))
                .anyMatch(event -> event.getKind() == JobStateKind.EVICTED
                        && event.getJob().equals("night"));
    }

    private static JobEvent job(String id, String instance) {
        return new JobEvent(
                id, "unknown", JobSubmitted.newBuilder().setInstance(instance).build());
    }

    private static Moment byChance(Moment made) {
        if (!(made.event() instanceof PolicyEvent event) || !(event.getEvent() instanceof CohortPolicy policy)) {
            return made;
        }
        CohortPolicy mixed = CohortPolicy.newBuilder(policy)
                .setPriorityPercentage(50)
                .setSampling(
                        policy.getSampling() == null
                                ? null
                                : Sampling.newBuilder()
                                        .setSampleSize(1)
                                        .setMaxAttempts(2)
                                        .setPriorityWeight(-1.0)
                                        .build())
                .build();
        return new Moment(made.time(), new PolicyEvent(event.getCohort(), mixed));
    }

    private static void check(SpecificRecord event, Answer answer, TestLog log, List<Decision> decided) {
        EventInquiry.Outlook outlook = (EventInquiry.Outlook) Objects.requireNonNull(answer.details());
        if (!(event instanceof JobEvent job) || !(job.getEvent() instanceof JobSubmitted) || !outlook.accepted()) {
            return;
        }
        if (outlook.subject() == null) {
            assertThat(answer.state()).isIn("WAITING", "ABORTED");
            return;
        }
        JobsEventInquiry.JobPlace place = (JobsEventInquiry.JobPlace) outlook.subject();
        String bot = bot(job.getJob(), decided);
        if (place.drawnFrom() != null) {
            assertThat(answer.state()).isEqualTo("DRAWN");
            assertThat(place.bots()).hasSize(place.drawnFrom());
            if (bot != null && place.drawnFrom() > 0) {
                assertThat(place.bots()).contains(bot);
            }
            return;
        }
        assertThat(place.bot()).isEqualTo(bot);
        Farm farm = FarmReading.of(log.tables(RandomHistory.COHORT)).asOf(log.now(RandomHistory.COHORT));
        Job known = Objects.requireNonNull(farm.job(job.getJob()));
        assertThat(place.strategy()).isEqualTo(known.strategy);
        if (bot == null) {
            assertThat(answer.state()).isEqualTo("QUEUED");
            assertThat(place.aheadByPriority())
                    .isEqualTo(usesPriority(farm) ? ahead(farm, known, Order.PRIORITY) : null);
            assertThat(place.aheadByAge()).isEqualTo(usesAge(farm) ? ahead(farm, known, Order.AGE) : null);
            assertThat(place.victim() == null).isEqualTo(!answer.sentence().contains("would preempt job"));
            if (place.victim() != null) {
                assertThat(answer.sentence()).contains("would preempt job " + place.victim() + " on bot");
                assertThat(place.evictableFrom())
                        .isGreaterThanOrEqualTo(known.queuedAt + farm.policy().getPreemptionDelayMs());
            }
        } else {
            assertThat(place.victim()).isEqualTo(known.preempted);
        }
    }

    private static boolean usesPriority(Farm farm) {
        return !farm.shares.isOn() && farm.priorityPercentage() > 0;
    }

    private static boolean usesAge(Farm farm) {
        return !farm.shares.isOn() && farm.priorityPercentage() < 100;
    }

    /** Counts job by job and bot by bot. */
    private static Long ahead(Farm farm, Job job, Order order) {
        long ahead = 0;
        int tier = farm.service.tier(job.kind.instance);
        for (JobKind kind : farm.kinds.all()) {
            boolean shared = farm.bots().stream().anyMatch(bot -> bot.canRun(kind) && bot.canRun(job.kind));
            int its = farm.service.tier(kind.instance);
            for (Iterator<Job> jobs = farm.queueOf(kind).queued(order); shared && jobs.hasNext(); ) {
                Job other = jobs.next();
                boolean before = its < tier || (its == tier && order.compare(other, job) < 0);
                ahead += before ? 1 : 0;
            }
        }
        return ahead;
    }

    private static @Nullable String bot(String job, List<Decision> decided) {
        String bot = null;
        for (Decision decision : decided) {
            if (decision.value() instanceof JobStateEvent state
                    && state.getJob().equals(job)) {
                bot = state.getKind() == JobStateKind.ASSIGNED ? state.getBot() : null;
            }
        }
        return bot;
    }
}
