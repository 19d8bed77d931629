package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.whatif.report.Gap;
import dev.rota.whatif.report.Summary;
import dev.rota.whatif.report.SummaryText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report of a record with an interruption of Rota names it, and a beginning after it. */
class GapsTest {

    private static final List<String> CHANGE = List.of("{\"load\":2,\"from\":\"+1ms\"}");

    /** Nothing was attended between 20 s and 3 min. */
    private final List<String> record = new ArrayList<>();

    GapsTest() {
        record.add("{\"log\":{\"partition\":0}}");
        record.add("{\"topic\":\"jobs.policies\",\"time\":0,\"value\":{\"cohort\":\"default\",\"event\":"
                + "{\"CohortPolicy\":{\"botTimeoutMs\":20000}}}}");
        for (long time = 1_000; time <= 240_000; time += 1_000) {
            if (time <= 30_000 || time >= 150_000) {
                record.add("{\"topic\":\"jobs.bots\",\"time\":" + time
                        + ",\"value\":{\"bot\":\"b1\",\"session\":\"s\",\"event\":{\"BotSync\":{}}}}");
            }
            if (time == 20_000) {
                record.add("{\"unit\":\"default\",\"time\":20000,\"attended\":\"0-20000\"}");
            }
            if (time % 10_000 == 0 && (time < 30_000 || time > 190_000)) {
                record.add("{\"topic\":\"jobs.submissions\",\"time\":" + time + ",\"value\":{\"job\":\"j" + time
                        + "\",\"event\":{\"JobSubmitted\":{\"instance\":\"i\"}}}}");
            }
        }
        record.add("{\"unit\":\"default\",\"time\":240000,\"attended\":\"0-20000,180000-240000\"}");
    }

    @Test
    void shouldNameTheInterruptionsInTheComparedTime() {
        Summary summary = summary(null, null);

        assertThat(summary.gaps()).containsExactly(new Gap(20_000, 180_000));
        assertThat(summary.fromAfterGaps()).isEqualTo(180_001);
        assertThat(SummaryText.lines(summary))
                .contains(
                        "interrupted from 1970-01-01T00:00:20.000Z to 1970-01-01T00:03:00.000Z (2.7 min): silence did not"
                                + " count, so Rota was down or did not hear all",
                        "waits and durations in the record contain this time, and the model only approximates it: it may"
                                + " add to the model error and hide what the change does;"
                                + " --from 1970-01-01T00:03:00.001Z begins it afterwards");
    }

    @Test
    void shouldFollowItsOwnAdvice() {
        Summary summary = summary(180_001L, null);

        assertThat(summary.gaps()).isEmpty();
        assertThat(summary.fromAfterGaps()).isNull();
        assertThat(SummaryText.lines(summary)).noneMatch(line -> line.contains("interrupted"));
    }

    @Test
    void shouldNameTheEndBeforeAnInterruptionThatReachesBeyondTheComparison() {
        Summary summary = summary(null, 100_000L);

        assertThat(summary.gaps()).containsExactly(new Gap(20_000, 180_000));
        assertThat(summary.fromAfterGaps()).isNull();
        assertThat(SummaryText.lines(summary))
                .anyMatch(line -> line.endsWith("--to 1970-01-01T00:00:20.000Z ends the comparison before"));
    }

    private Summary summary(@Nullable Long from, @Nullable Long to) {
        Question question = new Question(
                "default", from, false, to, false, List.of(CHANGE), 1, null, null, false, WorldLimits.COMMAND);
        return Summary.of(Asking.answer(new JobsDomain(), record, question));
    }
}
