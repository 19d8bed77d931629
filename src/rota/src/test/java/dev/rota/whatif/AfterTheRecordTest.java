package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.whatif.report.Comparison;
import dev.rota.workload.whatif.Figures;
import dev.rota.workload.whatif.Group;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What goes on after the end of the record: bots that were there stay, and those that were gone do not come back. */
class AfterTheRecordTest {

    private static final long MINUTE = 60_000;
    private static final Group A = new Group("instance", "a");

    private final List<String> record = new ArrayList<>();

    AfterTheRecordTest() {
        line(0, "jobs.policies", "{\"cohort\":\"default\",\"event\":{\"CohortPolicy\":{\"botTimeoutMs\":60000}}}");
        job(10, "first");
        bot(1_000, "stays", "");
        bot(1_000, "vanishes", "");
        bot(11_000, "stays", lease("first", 1, "COMPLETED"));
        job(20_000, "second");
        bot(60_000, "stays", lease("second", 2, "ACTIVE"));
        bot(100_000, "stays", lease("second", 2, "ACTIVE"));
        bot(130_000, "stays", lease("second", 2, "COMPLETED"));
    }

    /** The added job runs as long as one of the two, and the bot is there for it an hour later. */
    @Test
    void shouldLetABotStay() {
        Comparison.Worlds worlds = ask(
                true,
                60 * MINUTE,
                "{\"topic\":\"jobs.submissions\",\"time\":\"+50m\",\"value\":" + submitted("late") + "}");

        assertThat(figures(worlds).waits().max().value()).isZero();
        assertThat(figures(worlds).waits().open()).isZero();
        assertThat(figures(worlds).counts()).isEmpty();
        assertThat(worlds.change().sources()).containsEntry("kind", 1L);
        assertThat(busy(worlds)).isIn(5_990L, 110_000L);
    }

    /** A bot whose session was over when the record ended opens a new one. */
    @Test
    void shouldLetABotOpenANewSession() {
        record.removeIf(line -> line.contains("\"time\":60000") || line.contains("\"time\":100000"));

        Comparison.Worlds worlds = ask(
                true,
                60 * MINUTE,
                "{\"topic\":\"jobs.submissions\",\"time\":\"+50m\",\"value\":" + submitted("late") + "}");

        assertThat(figures(worlds).waits().max().value()).isZero();
        assertThat(worlds.change().rejected()).isEqualTo(1);
    }

    /** The job that waits when the record ends has not waited too long in the model: it waits on. */
    @Test
    void shouldCountNoErrorForWaitsThatGoOn() {
        line(131_500, "jobs.bots", "{\"bot\":\"stays\",\"session\":\"s\",\"event\":{\"BotSync\":{\"capacity\":0}}}");
        line(132_000, "jobs.submissions", submitted("waiting"));

        Comparison.Worlds worlds = ask(true, 60 * MINUTE, "{\"load\":1}");

        assertThat(figures(worlds).waits().open()).isEqualTo(1);
        assertThat(worlds.error().mean()).isZero();
    }

    /** It was heard last 45 s before the end, of the 60 s after which it would be gone. */
    @Test
    void shouldSyncBeforeABotWouldBeGone() {
        bot(131_000, "stays", "");
        job(175_000, "ends-the-record");
        line(175_500, "jobs.submissions", "{\"job\":\"ends-the-record\",\"event\":{\"JobCancelled\":{}}}");

        Comparison.Worlds worlds = ask(true, 60 * MINUTE, "{\"load\":1}");

        assertThat(worlds.change().rejected()).isZero();
    }

    /** The same if the bot has come only after the branch. */
    @Test
    void shouldLetABotStayThatComesLater() {
        Comparison.Worlds worlds = ask(
                false,
                60 * MINUTE,
                "{\"policy\":{\"priorityPercentage\":50},\"from\":500}",
                "{\"topic\":\"jobs.submissions\",\"time\":\"+50m\",\"value\":" + submitted("late") + "}");

        assertThat(figures(worlds).waits().count()).isEqualTo(3);
        assertThat(figures(worlds).waits().open()).isZero();
        assertThat(figures(worlds).counts()).isEmpty();
        assertThat(worlds.change().sources()).containsEntry("kind", 1L).containsEntry("recorded", 2L);
    }

    @Test
    void shouldNotBringBackABotThatFellSilent() {
        Comparison.Worlds worlds = ask(
                true,
                60 * MINUTE,
                "{\"leaves\":\"stays\"}",
                "{\"topic\":\"jobs.submissions\",\"time\":\"+1m\",\"value\":" + submitted("late") + "}");

        assertThat(figures(worlds).waits().open()).isEqualTo(1);
    }

    private Comparison.Worlds ask(boolean fromEnd, long to, String... change) {
        Question question = new Question(
                "default",
                null,
                fromEnd,
                to,
                true,
                List.of(List.of(change)),
                1,
                null,
                null,
                false,
                WorldLimits.COMMAND);
        return Asking.worlds(new JobsDomain(), record, question);
    }

    private static Figures figures(Comparison.Worlds worlds) {
        return Asking.figures(worlds.change(), A);
    }

    private static long busy(Comparison.Worlds worlds) {
        return worlds.change().figures().values().stream()
                .mapToLong(Figures::busyTime)
                .sum();
    }

    private void job(long time, String job) {
        line(time, "jobs.submissions", submitted(job));
    }

    private static String submitted(String job) {
        return "{\"job\":\"" + job + "\",\"event\":{\"JobSubmitted\":{\"instance\":\"a\"}}}";
    }

    private static String lease(String job, int lease, String state) {
        return "{\"job\":\"" + job + "\",\"lease\":" + lease + ",\"state\":\"" + state + "\"}";
    }

    private void bot(long time, String bot, String leases) {
        line(
                time,
                "jobs.bots",
                "{\"bot\":\"" + bot + "\",\"session\":\"s\",\"event\":{\"BotSync\":{\"priority\":"
                        + (bot.equals("stays") ? 0 : 1) + ",\"leases\":[" + leases + "]}}}");
    }

    private void line(long time, String topic, String value) {
        record.add("{\"topic\":\"" + topic + "\",\"time\":" + time + ",\"value\":" + value + "}");
    }
}
