package dev.rota.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.Victims;
import dev.rota.jobs.scheduler.Chance;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.jobs.scheduler.NaiveBot;
import dev.rota.jobs.scheduler.NaiveCohort;
import dev.rota.jobs.scheduler.NaiveFarm;
import dev.rota.jobs.scheduler.NaiveHolds;
import dev.rota.jobs.scheduler.NaiveJob;
import dev.rota.jobs.scheduler.Profile;
import dev.rota.jobs.scheduler.RandomHistory;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.Full;
import dev.rota.trials.Seeds;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Explains every job of the model in random histories, and compares the explanation with the model. */
class ExplanationModelTest {

    private static final int SEEDS = Seeds.of(20, 4);

    /** More seeds: the first preemptions that an explanation predicts are in later histories. */
    private static final int PREEMPTION_SEEDS = Seeds.of(40, 40);

    /** Of this number of explanations, one is also read from the rows. */
    private static final int READ_EACH = Full.Condition.isChosen(ExplanationModelTest.class) ? 1 : 5;

    private int asked;
    private int looksPromised;
    private int preemptionsPromised;
    private int evictionsSaid;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldExplainTruly(Profile profile) {
        int seeds = profile == Profile.PREEMPTION ? PREEMPTION_SEEDS : SEEDS;
        for (long seed = 0; seed < seeds; seed++) {
            TestLog log = TestLog.warm(new JobsDomain());
            // this log is never asked for an explanation
            TestLog unasked = TestLog.warm(new JobsDomain());
            NaiveCohort model = new NaiveCohort(RandomHistory.COHORT, Chance.NONE);
            for (Moment moment : RandomHistory.of(seed, profile)) {
                SpecificRecord event = moment.event();
                if (event == null) {
                    model.advanceTo(moment.time());
                    log.tick(moment.time());
                    unasked.tick(moment.time());
                } else {
                    model.take(moment);
                    log.take(moment);
                    unasked.take(moment);
                    assertSo(model.farm(), log, "seed " + seed + " at " + moment.time());
                }
            }
            assertThat(log.head(RandomHistory.COHORT))
                    .as("seed " + seed + ": to ask changes nothing")
                    .isEqualTo(unasked.head(RandomHistory.COHORT));
        }
        assertThat(looksPromised).isGreaterThan(100 * seeds / 12);
        assertThat(profile == Profile.PREEMPTION ? evictionsSaid : 100).isGreaterThan(20);
        assertThat(profile == Profile.PREEMPTION ? preemptionsPromised : 100).isGreaterThan(20);
    }

    private void assertSo(NaiveFarm farm, TestLog log, String where) {
        assertThat(explain(log, "nobody's", farm.now)).isNull();
        for (NaiveJob job : farm.jobs) {
            Answered answered = Objects.requireNonNull(
                    log.ask(RandomHistory.COHORT, new Subject("job", job.id)), where + " " + job.id);
            if (asked++ % READ_EACH == 0) {
                assertThat(answered)
                        .as("%s: the scheduler says what its rows say", where)
                        .isEqualTo(new Answered(explain(log, job.id, farm.now), farm.now));
            }
            String text = Objects.requireNonNull(answered.answer(), where).sentence();
            if (job.waiting) {
                assertThat(text).as(where).contains("is not queued yet: it waits for job ");
                continue;
            }
            if (job.bot == null) {
                assertBotsSo(farm, job, text, where);
                assertLookSo(job, text, where);
                assertHeldSo(farm, null, "the cohort", text, where);
                assertHeldSo(farm, job.instance, "instance " + job.instance, text, where);
            } else {
                assertThat(text)
                        .as(where)
                        .contains("is assigned to bot " + job.bot.id + " " + Phrases.since(job.assignedAt));
            }
            assertEvictionSo(job, text, where);
            assertThat(text.contains("is at its maximum"))
                    .as(where)
                    .isEqualTo(
                            job.bot == null && farm.quotas.containsKey(job.instance) && !farm.belowMax(job.instance));
        }
    }

    private static void assertHeldSo(
            NaiveFarm farm, @Nullable String instance, String name, String text, String where) {
        boolean said = text.contains(name + " is held ") || text.contains(name + " is draining, held ");
        assertThat(said)
                .as("%s: %s", where, text)
                .isEqualTo(farm.holds.held().contains(new NaiveHolds.Whom(null, instance)));
    }

    /** Asserts that the text names the evicted job and the job that replaced this one. */
    private void assertEvictionSo(NaiveJob job, String text, String where) {
        assertThat(text.contains("taken from job " + job.preempted + " of"))
                .as(where)
                .isEqualTo(job.bot != null && job.preempted != null);
        assertThat(text.contains("where job " + job.replacedBy + " came instead"))
                .as(where)
                .isEqualTo(job.replacedBy != null);
        evictionsSaid += job.replacedBy == null && job.preempted == null ? 0 : 1;
    }

    private static @Nullable Answer explain(TestLog log, String job, long now) {
        return new JobsDomain()
                .inquiry(Inquiry.Asked.why(new Subject("job", job)))
                .answer(log.tables(RandomHistory.COHORT), now, Parallel.SEQUENTIAL);
    }

    private void assertLookSo(NaiveJob job, String text, String where) {
        if (text.contains("it is looked at next") || text.contains("it waits for its backoff")) {
            looksPromised++;
            assertThat(text).as(where).containsAnyOf(Phrases.at(job.scheduleAfter), Phrases.until(job.scheduleAfter));
        } else {
            assertThat(text)
                    .as(where)
                    .containsAnyOf("it is looked at in each step", "it is not looked at until that changes");
        }
    }

    private void assertBotsSo(NaiveFarm farm, NaiveJob job, String text, String where) {
        List<NaiveBot> matching =
                farm.bots.stream().filter(bot -> bot.canRun(job)).toList();
        assertThat(text.contains(Phrases.count(matching.size(), "bot") + " match"))
                .as("%s: %s", where, text)
                .isEqualTo(!matching.isEmpty());
        boolean mayPreempt = farm.belowMin(job.instance)
                && !farm.holds.instanceHeld(job.instance)
                && !matching.isEmpty()
                && matching.stream().noneMatch(farm::healthy);
        NaiveJob victim = mayPreempt ? victim(farm, job) : null;
        assertThat(text.contains("nobody can be evicted"))
                .as("%s: %s", where, text)
                .isEqualTo(mayPreempt && victim == null);
        if (victim != null) {
            preemptionsPromised++;
            assertThat(text)
                    .as(where)
                    .contains("would preempt job " + victim.id + " on bot " + NaiveFarm.holder(victim).id + " "
                            + preemptionTime(farm, job));
        }
    }

    /** Returns the job's first look at which it has waited long enough to preempt, one backoff after the other. */
    private static String preemptionTime(NaiveFarm farm, NaiveJob job) {
        long from = job.queuedAt + farm.policy.getPreemptionDelayMs();
        long backoff = farm.policy.getFailureBackoffMs();
        long look = job.scheduleAfter;
        if (farm.shares.isOn()) {
            return from > farm.now ? Phrases.at(from) : "in the first step ";
        }
        if (backoff == 0 && (look <= farm.now || look < from)) {
            return "in the first step ";
        }
        while (look < from) {
            look += backoff;
        }
        return Phrases.at(look);
    }

    private static @Nullable NaiveJob victim(NaiveFarm farm, NaiveJob job) {
        return farm.jobs.stream()
                .filter(other -> other.bot != null && !other.instance.equals(job.instance))
                .filter(other -> farm.aboveMin(other.instance))
                .filter(other -> farm.policy.getVictims() == Victims.ANY || other.priority > job.priority)
                .filter(other -> isMatch(farm, NaiveFarm.holder(other), job))
                .filter(farm::mayLose)
                .max(farm.victims())
                .orElse(null);
    }

    private static boolean isMatch(NaiveFarm farm, NaiveBot bot, NaiveJob job) {
        return bot.status == BotStatus.OK && farm.spare(bot) >= 0 && bot.canRun(job);
    }
}
