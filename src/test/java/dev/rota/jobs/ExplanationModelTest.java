package dev.rota.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.TestLog;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random histories: of each job of the model something is said, and what is said of it is so. */
class ExplanationModelTest {

    private static final int SEEDS = 8;

    private int looksPromised;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldSayWhatIsSo(Profile profile) {
        for (long seed = 0; seed < SEEDS; seed++) {
            TestLog log = TestLog.warm(new JobsDomain());
            NaiveCohort model = new NaiveCohort(RandomHistory.COHORT, Chance.NONE);
            for (Moment moment : RandomHistory.of(seed, profile)) {
                SpecificRecord event = moment.event();
                if (event == null) {
                    model.advanceTo(moment.time());
                    log.tick(moment.time());
                } else {
                    model.take(moment.time(), event);
                    log.feed(Moment.topic(event), moment.time(), event);
                    assertSo(model.farm(), log, "seed " + seed + " at " + moment.time());
                }
            }
        }
        assertThat(looksPromised).isGreaterThan(100);
    }

    private void assertSo(NaiveFarm farm, TestLog log, String where) {
        JobsDomain domain = new JobsDomain();
        assertThat(domain.explain(log.tables(RandomHistory.COHORT), "nobody's", farm.now))
                .isNull();
        for (NaiveJob job : farm.jobs) {
            String said = domain.explain(log.tables(RandomHistory.COHORT), job.id, farm.now);
            String text = Objects.requireNonNull(said, where + " " + job.id);
            if (job.bot != null) {
                assertThat(text)
                        .as(where)
                        .contains("is assigned to bot " + job.bot.id + " " + Words.since(job.assignedAt));
            } else if (text.contains("it is looked at next") || text.contains("it waits for its backoff")) {
                looksPromised++;
                assertThat(text).as(where).containsAnyOf(Words.at(job.scheduleAfter), Words.until(job.scheduleAfter));
            } else {
                assertThat(text)
                        .as(where)
                        .containsAnyOf("it is looked at in each step", "it is not looked at until that changes");
            }
            assertThat(text.contains("is at its maximum"))
                    .as(where)
                    .isEqualTo(
                            job.bot == null && farm.quotas.containsKey(job.instance) && !farm.belowMax(job.instance));
        }
    }
}
