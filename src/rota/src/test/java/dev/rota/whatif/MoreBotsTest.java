package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.trials.Seeds;
import dev.rota.whatif.report.Comparison;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.Waits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * For one instance, no requirements, bots of one slot, no backoff and no quotas, more bots never raise the mean wait. (In
 * general they can: a bot that can do less, put before one that can do more, sends jobs to the wrong place.)
 */
class MoreBotsTest {

    private static final JobsDomain JOBS = new JobsDomain();

    private record Line(long time, String topic, String value) {}

    @Test
    void shouldNeverRaiseTheMeanWait() {
        for (int seed = 0; seed < Seeds.of(200, 5); seed++) {
            Random random = new Random(seed);
            List<String> record = record(random);
            int bots = 1 + random.nextInt(4);
            double before = Double.MAX_VALUE;
            for (int more = 0; more < 3; more++) {
                Waits waits = waits(record, bots + more);
                assertThat(waits.open()).isZero();
                assertThat(waits.mean().value()).as("seed " + seed).isLessThanOrEqualTo(before);
                before = waits.mean().value();
            }
        }
    }

    /** Returns the record of a bot that has room for all jobs at once. */
    private static List<String> record(Random random) {
        List<Line> lines = new ArrayList<>();
        long time = 0;
        for (int job = 1; job <= 60; job++) {
            time += random.nextInt(200);
            lines.add(new Line(
                    time,
                    "jobs.submissions",
                    "{\"job\":\"j" + (100 + job) + "\",\"event\":{\"JobSubmitted\":{\"instance\":\"i\",\"priority\":"
                            + random.nextInt(3) + "}}}"));
            lines.add(new Line(
                    time + 1 + random.nextInt(500),
                    "jobs.bots",
                    bot(
                            "all",
                            1_000,
                            "{\"job\":\"j" + (100 + job) + "\",\"lease\":" + job + ",\"state\":\"COMPLETED\"}")));
        }
        lines.sort(Comparator.comparingLong(Line::time));
        lines.add(0, new Line(0, "jobs.bots", bot("all", 1_000, "")));
        lines.add(
                0,
                new Line(
                        0,
                        "jobs.policies",
                        "{\"cohort\":\"default\",\"event\":{\"CohortPolicy\":{\"failureBackoffMs\":0,\"priorityPercentage\":"
                                + (random.nextBoolean() ? 0 : 100) + "}}}"));
        return lines.stream()
                .map(line -> "{\"topic\":\"" + line.topic() + "\",\"time\":" + line.time() + ",\"value\":"
                        + line.value() + "}")
                .toList();
    }

    private static String bot(String bot, int capacity, String leases) {
        return "{\"bot\":\"" + bot + "\",\"session\":\"s\",\"event\":{\"BotSync\":{\"capacity\":" + capacity
                + ",\"leases\":[" + leases + "]}}}";
    }

    private static Waits waits(List<String> record, int bots) {
        List<String> change = new ArrayList<>(List.of("{\"leaveOut\":\"jobs.bots\"}"));
        for (int i = 0; i < bots; i++) {
            change.add("{\"topic\":\"jobs.bots\",\"time\":0,\"value\":" + bot("b" + i, 1, "") + "}");
        }
        Question question = new Question(
                "default", null, false, 100_000L, false, List.of(change), 1, null, null, false, WorldLimits.COMMAND);
        Comparison.Worlds worlds = Asking.worlds(JOBS, record, question);
        return Asking.figures(worlds.change(), Group.ALL).waits();
    }
}
