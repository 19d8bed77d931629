package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.scheduler.JobsDomain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a job runs in a world: as often and as long as it ran in the record, or longer than it was seen to run. */
class RunTimesTest {

    private static final JobsDomain JOBS = new JobsDomain();

    /** Changes nothing, but is modelled. */
    private static final String NOTHING = "{\"load\": 1}";

    @TempDir
    private Path folder;

    private final List<String> record = new ArrayList<>();

    /** The first run fails after 5 s, the second is cancelled by the bot after 7 s, the third ends after 20 s. */
    @Test
    void shouldRunAgainAsLongAsItRanAgain() throws Exception {
        bot(0);
        job(1_000, "j", "i");
        bot(6_000, report("j", 1, "COMPLETED", "INTERNAL"));
        bot(13_000, report("j", 2, "CANCELLED", "OK"));
        bot(33_000, report("j", 3, "COMPLETED", "FAILED_PRECONDITION"));

        List<String> world = world(NOTHING);

        assertThat(Asking.firstDifference(world, Asking.decisions(JOBS, record, 0)))
                .isEmpty();
        assertThat(world).hasSize(10);
    }

    /** It was cancelled when it had run for 3 s; of the others of its kind only one ran longer than that. */
    @Test
    void shouldRunLongerThanItWasSeenToRun() throws Exception {
        bot(0);
        job(1_000, "a", "i");
        bot(2_000, report("a", 1, "COMPLETED", "OK"));
        job(3_000, "b", "i");
        bot(13_000, report("b", 2, "COMPLETED", "OK"));
        job(20_000, "c", "i");
        bot(22_500, report("c", 3, "COMPLETED", "OK"));
        job(30_000, "cut", "i");
        line(33_000, "jobs.submissions", "{\"job\":\"cut\",\"event\":{\"JobCancelled\":{}}}");
        bot(50_000);

        List<String> world = world("{\"leaveOut\":\"jobs.submissions\",\"key\":\"cut\",\"from\":33000}");

        assertThat(world).anyMatch(line -> line.contains("\"time\":40000,") && line.contains("\"kind\":\"COMPLETED\""));
    }

    /** Nothing is known of others that ran so long: it takes twice as long as the 4 s that it was seen to run. */
    @Test
    void shouldRunTwiceAsLongAsItWasSeenToRunIfNothingElseIsKnown() throws Exception {
        bot(0);
        job(1_000, "only", "i");
        line(5_000, "jobs.submissions", "{\"job\":\"only\",\"event\":{\"JobCancelled\":{}}}");
        bot(50_000);

        List<String> world = world("{\"leaveOut\":\"jobs.submissions\",\"from\":5000}");

        assertThat(world).anyMatch(line -> line.contains("\"time\":9000,") && line.contains("\"kind\":\"COMPLETED\""));
    }

    /** Another instance's run time is taken if its own instance has none. */
    @Test
    void shouldTakeTheRunTimeOfTheCohort() throws Exception {
        bot(0);
        job(1_000, "a", "i");
        bot(4_000, report("a", 1, "COMPLETED", "OK"));
        bot(50_000);

        List<String> world = world("{\"topic\":\"jobs.submissions\",\"time\":10000,\"value\":"
                + "{\"job\":\"new\",\"event\":{\"JobSubmitted\":{\"instance\":\"other\"}}}}");

        assertThat(world).anyMatch(line -> line.contains("\"time\":13000,") && line.contains("\"kind\":\"COMPLETED\""));
    }

    private List<String> world(String change) throws Exception {
        return Asking.decisions(
                JOBS, Asking.changedWorld(JOBS, record, "default", null, 60_000, List.of(change), folder), 0);
    }

    private void job(long time, String job, String instance) {
        line(
                time,
                "jobs.submissions",
                "{\"job\":\"" + job + "\",\"event\":{\"JobSubmitted\":{\"instance\":\"" + instance + "\"}}}");
    }

    private static String report(String job, int lease, String state, String status) {
        return "{\"job\":\"" + job + "\",\"lease\":" + lease + ",\"state\":\"" + state + "\",\"status\":\"" + status
                + "\",\"exitCode\":3}";
    }

    private void bot(long time, String... reports) {
        line(
                time,
                "jobs.bots",
                "{\"bot\":\"b\",\"session\":\"s\",\"event\":{\"BotSync\":{\"leases\":[" + String.join(",", reports)
                        + "]}}}");
    }

    private void line(long time, String topic, String value) {
        record.add("{\"topic\":\"" + topic + "\",\"time\":" + time + ",\"value\":" + value + "}");
    }
}
