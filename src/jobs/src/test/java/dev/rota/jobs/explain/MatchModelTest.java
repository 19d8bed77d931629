package dev.rota.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.jobs.scheduler.Chance;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.jobs.scheduler.NaiveBot;
import dev.rota.jobs.scheduler.NaiveCohort;
import dev.rota.jobs.scheduler.NaiveFarm;
import dev.rota.jobs.scheduler.NaiveJob;
import dev.rota.jobs.scheduler.Profile;
import dev.rota.jobs.scheduler.RandomHistory;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Compares the explanation of each pair of a job and a bot with the model in random histories. */
class MatchModelTest {

    private final Map<String, Integer> said = new TreeMap<>();

    @Test
    void shouldSayWhatKeepsAJobFromABot() {
        for (long seed = 7; seed < 10; seed++) {
            compare(seed);
        }
        assertThat(said.keySet())
                .contains("ASSIGNED", "ELSEWHERE", "NO_MATCH", "NO_ROOM", "NO_BOT", "NOT_SERVED", "COULD_RUN");
    }

    private void compare(long seed) {
        for (Profile profile : Profile.values()) {
            TestLog log = TestLog.warm(new JobsDomain());
            NaiveCohort model = new NaiveCohort(RandomHistory.COHORT, Chance.NONE);
            for (Moment moment : RandomHistory.of(seed, profile)) {
                if (moment.event() == null) {
                    model.advanceTo(moment.time());
                    log.tick(moment.time());
                } else {
                    model.take(moment);
                    log.take(moment);
                    if (log.knows(RandomHistory.COHORT) && moment.time() % 10 == 0) {
                        assertSo(model.farm(), log, profile + " of " + seed + " at " + moment.time());
                    }
                }
            }
        }
    }

    private void assertSo(NaiveFarm farm, TestLog log, String where) {
        for (NaiveJob job : farm.jobs) {
            for (NaiveBot bot : farm.bots) {
                Answer explained = ask(log, job.id + "@" + bot.id);
                said.merge(explained.state(), 1, Integer::sum);
                assertThat(explained.state())
                        .as("%s: %s", where, explained.sentence())
                        .isEqualTo(state(farm, job, bot));
            }
            said.merge(ask(log, job.id + "@nobody").state(), 1, Integer::sum);
        }
        if (!farm.jobs.isEmpty() && !farm.bots.isEmpty()) {
            String pair = farm.jobs.get(0).id + "@" + farm.bots.get(0).id;
            assertThat(explain(log, pair, farm.now))
                    .as("%s: the scheduler says what its rows say", where)
                    .isEqualTo(ask(log, pair));
        }
        assertThat(explain(log, "nobody's@nobody", farm.now)).isNull();
    }

    private static Answer ask(TestLog log, String id) {
        Answered answer = log.ask(RandomHistory.COHORT, new Subject("match", id));
        return Objects.requireNonNull(answer.answer(), id);
    }

    private static String state(NaiveFarm farm, NaiveJob job, NaiveBot bot) {
        if (job.bot != null) {
            return job.bot == bot ? "ASSIGNED" : "ELSEWHERE";
        } else if (job.waiting) {
            return "WAITING";
        } else if (!bot.canRun(job)) {
            return "NO_MATCH";
        } else if (!farm.healthy(bot)) {
            return "NO_ROOM";
        }
        boolean atMax = farm.quotas.containsKey(job.instance) && !farm.belowMax(job.instance);
        boolean withoutQuota = farm.policy.getAssigner().name().equals("COHORT") && !farm.belowMax(job.instance);
        return atMax || withoutQuota || farm.holds.instanceHeld(job.instance) ? "NOT_SERVED" : "COULD_RUN";
    }

    private static @Nullable Answer explain(TestLog log, String id, long now) {
        return new JobsDomain()
                .inquiry(Inquiry.Asked.why(new Subject("match", id)))
                .answer(log.tables(RandomHistory.COHORT), now, Parallel.SEQUENTIAL);
    }
}
