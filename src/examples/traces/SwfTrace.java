import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Converts a trace in the Standard Workload Format of the Parallel Workloads Archive to a record that {@code rota
 * what-if jobs --lines} takes: {@code java SwfTrace.java < trace.swf > trace.jsonl}. The record is that of bots with room for
 * all jobs at once, on which each job runs from its submission on as long as in the trace; a what-if then asks what
 * would have happened on other bots. Each job takes one slot, whatever its number of processors; its user is its
 * instance. Jobs without a submission time or a run time are left out. The trace begins at 1,000 ms, after
 * the policy.
 */
final class SwfTrace {

    /** The columns of a trace, counted from 0. */
    private static final int JOB = 0;

    private static final int SUBMITTED = 1;
    private static final int RUN_TIME = 3;
    private static final int USER = 11;

    private static final long SECOND_MS = 1_000;

    /** Longer than any trace, so that the bot is never missed. */
    private static final String FOR_EVER_MS = "1000000000000";

    /** The most slots that a bot may have. */
    private static final int SLOTS = 10_000;

    /** The end of a job; its lease has the number of its submission. */
    private record End(long time, long lease, String job, int bot) {}

    private static final String BOTS = "jobs.bots";

    private final PrintWriter out;
    private final PriorityQueue<End> ends =
            new PriorityQueue<>(Comparator.comparingLong(End::time).thenComparingLong(End::lease));
    private long leases;

    /** The jobs that run on each bot. Rota takes the first bot by name that has room. */
    private final List<Integer> running = new ArrayList<>();

    private SwfTrace(PrintWriter out) {
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(
                        new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)))) {
            SwfTrace trace = new SwfTrace(out);
            trace.begin();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                trace.take(line.strip());
            }
            trace.endUntil(Long.MAX_VALUE);
        }
    }

    private void begin() {
        line(
                0,
                "jobs.policies",
                "{\"cohort\":\"default\",\"event\":{\"CohortPolicy\":{\"priorityPercentage\":0,\"queuedJobsMax\":"
                        + Integer.MAX_VALUE + ",\"botTimeoutMs\":" + FOR_EVER_MS + ",\"leaseAckMs\":" + FOR_EVER_MS
                        + "}}}");
    }

    private static String sync(int bot, String leases) {
        return String.format(
                "{\"bot\":\"bot-%04d\",\"session\":\"trace\",\"event\":{\"BotSync\":{\"capacity\":%d,\"leases\":[%s]}}}",
                bot, SLOTS, leases);
    }

    /** Takes a slot. Returns its bot. */
    private int slot(long time) {
        int bot = 0;
        while (bot < running.size() && running.get(bot) == SLOTS) {
            bot++;
        }
        if (bot == running.size()) {
            running.add(0);
            line(time, BOTS, sync(bot, ""));
        }
        running.set(bot, running.get(bot) + 1);
        return bot;
    }

    /** Takes a line of the trace; the jobs are in the order of their submissions. */
    private void take(String text) {
        if (text.isEmpty() || text.startsWith(";")) {
            return;
        }
        String[] columns = text.split("\\s+");
        double submission = Double.parseDouble(columns[SUBMITTED]);
        long run = Math.round(Double.parseDouble(columns[RUN_TIME]) * SECOND_MS);
        if (submission < 0 || run < 0) {
            return;
        }
        long submitted = SECOND_MS + Math.round(submission * SECOND_MS);
        endUntil(submitted);
        int bot = slot(submitted);
        // ids of equal length, so that jobs of one time keep their order
        String job = String.format("%010d", Long.parseLong(columns[JOB]));
        String user = columns.length > USER ? columns[USER] : "0";
        line(
                submitted,
                "jobs.submissions",
                "{\"job\":\"" + job + "\",\"event\":{\"JobSubmitted\":{\"instance\":\"user" + user + "\"}}}");
        leases++;
        ends.add(new End(submitted + run, leases, job, bot));
    }

    /** Writes the ends of jobs before a time. */
    private void endUntil(long time) {
        while (!ends.isEmpty() && ends.element().time() < time) {
            End end = ends.remove();
            running.set(end.bot(), running.get(end.bot()) - 1);
            line(
                    end.time(),
                    BOTS,
                    sync(
                            end.bot(),
                            "{\"job\":\"" + end.job() + "\",\"lease\":" + end.lease() + ",\"state\":\"COMPLETED\"}"));
        }
    }

    private void line(long time, String topic, String value) {
        out.println("{\"topic\":\"" + topic + "\",\"time\":" + time + ",\"value\":" + value + "}");
    }
}
