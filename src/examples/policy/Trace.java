import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Writes a day of a small cluster as {@code sacct --parsable2} prints it: {@code java Trace.java > jobs.txt}. The same seed
 * gives the same file. Three accounts share twelve nodes in the order in which their jobs come, {@code biology} with short
 * jobs, {@code physics} with longer ones, and {@code learning} with arrays of long ones that keep the others waiting. A
 * start takes some seconds, as that of a real scheduler does.
 */
final class Trace {

    private static final long SEED = 42;
    private static final int NODES = 12;
    private static final long BEGIN = Instant.parse("2026-03-02T08:00:00Z").getEpochSecond();
    private static final long DAY_SECONDS = 86_400;
    private static final int START_SECONDS_MAX = 8;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

    private record Job(String id, long submitted, long seconds, String account, String user) {}

    private final Random random = new Random(SEED);
    private final List<Job> jobs = new ArrayList<>();
    private int number = 4_000;

    public static void main(String[] args) {
        new Trace().print(new PrintStream(System.out, false, StandardCharsets.UTF_8));
    }

    private void print(PrintStream out) {
        account("biology", List.of("ada", "ben"), 300, 240, 1);
        account("physics", List.of("carl", "dora"), 900, 1_500, 1);
        account("learning", List.of("eve"), 14_400, 3_600, 16);
        jobs.sort(Comparator.comparingLong(Job::submitted));
        out.println("JobID|Submit|Start|End|State|User|Account|Partition|AllocCPUS");
        PriorityQueue<Long> freeAt = new PriorityQueue<>(Collections.nCopies(NODES, 0L));
        for (Job job : jobs) {
            long start = Math.max(job.submitted(), freeAt.remove()) + random.nextInt(START_SECONDS_MAX);
            long end = start + job.seconds();
            if (random.nextInt(40) == 0) {
                line(out, job, job.id(), "None", TIME.format(at(start)), "CANCELLED by 1000");
                freeAt.add(start);
            } else {
                line(out, job, job.id(), TIME.format(at(start)), TIME.format(at(end)), "COMPLETED");
                line(out, job, job.id() + ".batch", TIME.format(at(start)), TIME.format(at(end)), "COMPLETED");
                freeAt.add(end);
            }
        }
        out.flush();
    }

    private static Instant at(long seconds) {
        return Instant.ofEpochSecond(seconds);
    }

    /** Submits jobs of an account all day, or arrays of them. */
    private void account(String account, List<String> users, int everySeconds, int seconds, int tasks) {
        for (long time = random.nextInt(everySeconds);
                time < DAY_SECONDS;
                time += 1 + random.nextInt(2 * everySeconds)) {
            number++;
            String user = users.get(random.nextInt(users.size()));
            for (int task = 1; task <= tasks; task++) {
                String id = tasks == 1 ? String.valueOf(number) : number + "_" + task;
                long length = 1 + (long) (-Math.log(1 - random.nextDouble()) * seconds);
                jobs.add(new Job(id, BEGIN + time, length, account, user));
            }
        }
    }

    private static void line(PrintStream out, Job job, String id, String start, String end, String state) {
        out.println(String.join(
                "|", id, TIME.format(at(job.submitted())), start, end, state, job.user(), job.account(), "cpu", "1"));
    }
}
