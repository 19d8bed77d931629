package dev.rota.cli.whatif.history;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports histories as a user does, and holds what {@code what-if} says of them against models that know nothing of it. */
class ImportVerbTest {

    private static final String SACCT_HEADER = "JobID|Submit|Start|End|State|User|Account|Partition|AllocCPUS";

    @TempDir
    private Path folder;

    private int files;

    /** First come, first served on equal machines: the naive model of fifteen lines. */
    private static List<Long> waits(List<long[]> jobs, int machines) {
        PriorityQueue<Long> freeAt = new PriorityQueue<>(Collections.nCopies(machines, 0L));
        List<Long> waits = new ArrayList<>();
        for (long[] job : jobs) {
            long begins = Math.max(job[0], freeAt.remove());
            freeAt.add(begins + job[1]);
            waits.add(begins - job[0]);
        }
        return waits;
    }

    private static List<long[]> jobs(Random random, int count) {
        List<long[]> jobs = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < count; i++) {
            time += random.nextInt(4) == 0 ? random.nextInt(60) : 0;
            jobs.add(new long[] {time, random.nextInt(5) == 0 ? 0 : random.nextInt(100)});
        }
        return jobs;
    }

    private static List<String> swf(List<long[]> jobs, List<Long> waits) {
        List<String> lines = new ArrayList<>(List.of("; UnixStartTime: 1000000000", ";", ""));
        for (int i = 0; i < jobs.size(); i++) {
            lines.add(job(i + 1, jobs.get(i)[0], waits.get(i), jobs.get(i)[1], 1, 1));
        }
        return lines;
    }

    private static String job(int number, long submitted, long wait, long run, int slots, int status) {
        return number + " " + submitted + " " + wait + " " + run + " " + slots + " -1 -1 " + slots + " -1 -1 " + status
                + " " + number % 3 + " " + number % 2 + " 1 1 -1 -1 -1";
    }

    /** The baseline is the naive model, job by job; with another number of machines it is not. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 30})
    void shouldWaitAsInASimulator(int machines) throws Exception {
        for (int seed = 0; seed < 4; seed++) {
            List<long[]> jobs = jobs(new Random(100L * machines + seed), 300);
            List<Long> waits = waits(jobs, machines);
            String history = imported("swf", swf(jobs, waits));
            Path other = file(List.of("* " + (machines + 1)));

            JsonNode same = asked(history);
            JsonNode differs = asked(imported("swf", swf(jobs, waits), "--machines", other.toString()));

            long expected = waits.stream().mapToLong(Long::longValue).max().orElse(0);
            assertThat(same.path("modelError").asDouble()).as("seed " + seed).isZero();
            assertThat(figure(same, "all", "baseline").path("max").path("value").asLong())
                    .isEqualTo(1_000 * expected);
            assertThat(figure(same, "all", "baseline").path("number").asInt()).isEqualTo(jobs.size());
            assertThat(differs.path("modelError").asDouble() > 0).isEqualTo(!waits.equals(waits(jobs, machines + 1)));
        }
    }

    /** A policy that the naive model knows as well: more machines. */
    @Test
    void shouldWaitAsInASimulatorUnderAChange() throws Exception {
        List<long[]> jobs = jobs(new Random(5), 400);
        String history = imported("swf", swf(jobs, waits(jobs, 4)));
        Path change = file(List.of("{\"more\":2,\"like\":\"bot-00001\"}"));

        JsonNode answer = asked(history, "--change", change.toString());

        double mean =
                waits(jobs, 6).stream().mapToLong(Long::longValue).average().orElse(0);
        assertThat(figure(answer, "all", "change").path("mean").path("value").asDouble())
                .isEqualTo(1_000 * mean);
    }

    /** The order of the rows does not matter. */
    @Test
    void shouldSortRows() throws Exception {
        List<long[]> jobs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            jobs.add(new long[] {i, 1_000 % (i + 1)});
        }
        List<String> rows = swf(jobs, waits(jobs, 3));
        List<String> shuffled = new ArrayList<>(rows.subList(3, rows.size()));
        Collections.shuffle(shuffled, new Random(1));
        shuffled.addAll(0, rows.subList(0, 3));

        assertThat(Files.readAllLines(Path.of(imported("swf", shuffled))))
                .isEqualTo(Files.readAllLines(Path.of(imported("swf", rows))));
    }

    @Test
    void shouldSayWhatIsNotModelled() throws Exception {
        List<String> rows = List.of(
                job(1, 0, 0, 100, 8, 1),
                job(2, 1, 99, 100, 8, 1),
                job(3, 2, 0, 50, 2, 1), // overtakes the second, as the sixth does
                job(4, 3, -1, 10, 1, 1), // its wait is not known
                job(5, 4, 20, -1, -1, 5), // cancelled while it waited
                job(6, 5, 30, -1, 1, 1), // its run time is not known
                job(7, 6, -1, -1, -1, 5),
                job(8, 7, 10, 10, 1, 2));

        VerbRun run = run("swf", rows);
        VerbRun answer = VerbRun.here("what-if", "jobs", "--unit", "default", "--lines", out());

        assertThat(run.out())
                .contains(
                        ": 6 jobs of 8 rows, 0 malformed\n",
                        "\nnot modelled: 50.0 % of the jobs had more than one slot (3.5 each on average), and Rota gives a"
                                + " job one; 33.3 % of the jobs were served while an older one waited for the same machines,"
                                + " as backfill, reservations or priorities do\n",
                        "\nguessed: the only kind of machine has ",
                        "\nleft out: jobs that were cancelled at an unknown time: 1\n",
                        "\nleft out: lines of partial executions, of which another line has the whole: 1\n");
        assertThat(answer.out().lines().toList().subList(1, 3))
                .satisfies(lines -> assertThat(lines.get(0)).startsWith("model error: "))
                .satisfies(lines -> assertThat(lines.get(1))
                        .startsWith("not modelled: 50.0 %")
                        .contains("a smaller difference between baseline and change means little"));
        // five waits are known, one of them of a job that left
        assertThat(answer.out()).containsPattern("number +5 +6");
    }

    /** Some traces have the times at which jobs were served, and no waits. */
    @Test
    void shouldSayThatWaitsAreNotKnown() throws Exception {
        List<String> rows = List.of(job(1, 0, -1, 10, 1, 1), job(2, 5, -1, 10, 1, 1), job(3, 6, -1, -1, 1, 1));

        VerbRun run = run("swf", rows);
        VerbRun answer =
                VerbRun.here("what-if", "jobs", "--unit", "default", "--lines", out(), "--model-error-max", "5");

        assertThat(run.out())
                .contains(
                        "has 2 slots, the most that were used at the same time\n",
                        "\njobs whose wait the history does not tell: 3. ",
                        "\njobs whose run time the history does not tell: 1. ");
        assertThat(answer.out()).contains("\nmodel error: not known, since the history has no waits\n");
        assertThat(answer.out()).contains("durations in the changed world: 1 kind, 2 recorded");
        assertThat(answer.err()).contains("does not hold: the model error is not known");
        assertThat(answer.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
    }

    /** If jobs have several slots, as many are guessed as let the model wait as long as the history on average. */
    @Test
    void shouldFitMachines() throws Exception {
        List<long[]> jobs = jobs(new Random(9), 500);
        List<String> rows = new ArrayList<>(swf(jobs, waits(jobs, 5)));
        rows.add(job(900, 100_000, 0, 1, 2, 1));

        assertThat(run("swf", rows).out()).contains("guessed: the only kind of machine has 5 slots, with which");
    }

    @Test
    void shouldReadWhatSlurmPrints() throws Exception {
        List<String> rows = List.of(
                SACCT_HEADER,
                "7|2024-01-02T03:00:00|2024-01-02T03:00:10|2024-01-02T03:01:10|COMPLETED|ann|bio|cpu|1",
                "7.batch|2024-01-02T03:00:00|2024-01-02T03:00:10|2024-01-02T03:01:10|COMPLETED||bio||1",
                "7.0|2024-01-02T03:00:00|2024-01-02T03:00:10|2024-01-02T03:01:10|COMPLETED||bio||1",
                "8_4|2024-01-02T03:00:01|2024-01-02T03:00:11|2024-01-02T03:01:11|REQUEUED|bob|ml|gpu,cpu|1",
                "8_4|2024-01-02T03:01:11|2024-01-02T03:01:12|2024-01-02T03:02:12|TIMEOUT|bob|ml|gpu|1",
                "9|2024-01-02T03:00:02|None|2024-01-02T03:00:30|CANCELLED by 1000|ann|bio|cpu|0",
                "10|2024-01-02T03:00:03|2024-01-02T03:00:30|2024-01-02T03:00:30|CANCELLED by 1000|ann|bio|cpu|0",
                "11|2024-01-02T03:00:04|2024-01-02T03:00:20|Unknown|RUNNING|ann|bio|cpu|1",
                "12_[1-3,7%2]|2024-01-02T03:00:05|Unknown|Unknown|PENDING|bob|ml|cpu|1",
                "13|2024-01-02T03:00:06|2024-01-02T03:00:01|2024-01-02T03:02:00|COMPLETED|ann|bio|cpu|1",
                "14|yesterday|2024-01-02T03:00:01|2024-01-02T03:02:00|COMPLETED|ann|bio|cpu|1",
                "15|2024-01-02T03:00:06|2024-01-02");

        VerbRun run = run("sacct", rows);

        assertThat(run.out())
                .contains(
                        ": 10 jobs of 13 rows, 3 malformed\n",
                        "  line 11: expected Start after Submit and Eligible, but it is 2024-01-02T03:00:01\n",
                        "  line 12: expected Submit to be a time such as 2026-01-02T03:04:05, but it is 'yesterday'\n",
                        "  line 13: expected 9 fields as in the header, but there are 3\n",
                        "\nguessed: partition=cpu has ",
                        "\nguessed: partition=gpu has 1 slots",
                        "\nleft out: steps of jobs: 2\n",
                        "\nruns that ended in a requeue, a preemption or the failure of a node are jobs of their own: 1\n");
        List<String> lines = works();
        assertThat(lines)
                .contains(
                        "8_4 +10000 60000 ml bob partition=gpu",
                        "8_4 +1000 60000 ml bob partition=gpu",
                        "9 +28000 left bio ann partition=cpu",
                        "10 +27000 left bio ann partition=cpu",
                        "11 +16000 - bio ann partition=cpu",
                        "12_7 +- - ml bob partition=cpu")
                .hasSize(10);
        JsonNode answer = asked(out());
        assertThat(figure(answer, "instance=ml", "record").path("open").asInt()).isEqualTo(4);
    }

    @Test
    void shouldReadTables() throws Exception {
        List<String> rows = List.of(
                "\ufeffname;queued;begin;end;who;\"team, or none\";prio;needs\r",
                "\"a;1\";2024-01-02 03:00:00;2024-01-02T03:00:10+01:00;;ann;\"the \"\"A\"\" team\";5;gpu=a100, os=linux\r",
                "b;1704164400;;;bob;;7;",
                "\"c",
                "d\";1704164400.5;1704164401;1704164402;bob;;-1;os=linux;more",
                "e;1704164401;1704164402;1704164403;bob;;;os=linux;gpu=a100",
                "f;1704164401;1704164402;1704164403;bob;;x;",
                "g;1704164402;1704164401;1704164403;bob;;;",
                "h;1704164401;1704164402;1704164403;eve;;9;os=linux");

        VerbRun run = run(
                "csv",
                rows,
                "--delimiter",
                ";",
                "--zone",
                "Asia/Kolkata",
                "--higher-first",
                "--column",
                "id=name",
                "--column",
                "submitted=queued",
                "--column",
                "started=begin",
                "--column",
                "ended=end",
                "--column",
                "owner=who",
                "--column",
                "group=team, or none",
                "--column",
                "priority=prio",
                "--column",
                "requirements=needs",
                "--machines",
                file(List.of("# farm", "os=linux;gpu=a100 2 3", "* 1")).toString());

        assertThat(run.out())
                .contains(
                        ": 3 jobs of 8 rows, 4 malformed\n",
                        "  line 4: expected 8 fields as in the header, but there are 9\n",
                        "  line 6: expected 8 fields as in the header, but there are 9\n",
                        "  line 7: expected priority to be a number up to 2147483647, but it is 'x'\n",
                        "  line 8: expected submitted, started and ended in this order");
        assertThat(works())
                .containsExactly(
                        "a;1 +16210000 - the \"A\" team ann gpu=a100;os=linux",
                        "b +- - bob bob ",
                        "h +1000 1000 eve eve os=linux");
    }

    @Test
    void shouldReadTheRecordsOfAQueue() throws Exception {
        List<String> rows = List.of(
                "{\"key\":\"a\",\"offered\":1000,\"handled\":1100,\"duration\":100}",
                "{\"key\":\"a\",\"offered\":1000,\"handled\":1200,\"duration\":100,\"id\":\"x\"}",
                "{\"key\":\"b\",\"offered\":1000,\"handled\":1050,\"duration\":100}",
                "{\"key\":\"b\"",
                "{\"key\":\"b\",\"offered\":5000}");

        VerbRun run = run("lines", rows);
        VerbRun answer = VerbRun.here("what-if", "shards", "--unit", "default", "--lines", out(), "--json");

        assertThat(run.out())
                .contains(
                        ": 3 records of 5 rows, 2 malformed\n",
                        "  line 3: expected handled, the end of handling, to be at least offered + duration",
                        "guessed: the only kind of machine has 1 slots");
        JsonNode json = PlainJson.parse(answer.out());
        assertThat(json.path("modelError").asDouble()).isZero();
        assertThat(figure(json, "all", "record").path("open").asInt()).isEqualTo(1);
    }

    /** A queue by key: a key that has records waits its turn, and is served one record at a time. */
    @Test
    void shouldHandleKeysAsInASimulator() throws Exception {
        for (int seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            List<String> rows = new ArrayList<>(List.of("key,offered,handled,duration"));
            rows.addAll(queue(random, 1 + random.nextInt(4)));

            String history = imported("lines", rows);

            assertThat(askedOf("shards", history).path("modelError").asDouble())
                    .as("seed " + seed)
                    .isZero();
        }
    }

    private static List<String> queue(Random random, int threads) {
        record Offer(long time, long duration) {}
        record Run(long end, int number, int key) {}
        TreeMap<Long, Integer> arrivals = new TreeMap<>();
        while (arrivals.size() < 200) {
            arrivals.put(1_000L + random.nextInt(20_000), random.nextInt(6));
        }
        List<Deque<Offer>> waiting = new ArrayList<>();
        for (int key = 0; key < 6; key++) {
            waiting.add(new ArrayDeque<>());
        }
        Deque<Integer> ready = new ArrayDeque<>();
        PriorityQueue<Run> running =
                new PriorityQueue<>(Comparator.comparingLong(Run::end).thenComparingInt(Run::number));
        List<String> handled = new ArrayList<>();
        while (!arrivals.isEmpty() || !running.isEmpty()) {
            long now;
            boolean arrives = !arrivals.isEmpty();
            if (arrives
                    && (running.isEmpty()
                            || arrivals.firstKey() <= running.element().end())) {
                Map.Entry<Long, Integer> next = arrivals.pollFirstEntry();
                now = next.getKey();
                int key = next.getValue();
                if (waiting.get(key).isEmpty() && running.stream().noneMatch(each -> each.key() == key)) {
                    ready.add(key);
                }
                waiting.get(key).add(new Offer(now, 40L * threads + 2L * random.nextInt(100)));
            } else {
                Run run = running.remove();
                now = run.end();
                if (!waiting.get(run.key()).isEmpty()) {
                    ready.add(run.key());
                }
            }
            while (!ready.isEmpty() && running.size() < threads) {
                int key = ready.remove();
                Offer offer = waiting.get(key).remove();
                long end = now + offer.duration();
                running.add(new Run(end, handled.size(), key));
                handled.add("k" + key + "," + offer.time() + "," + end + "," + offer.duration());
            }
        }
        return handled;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 0 0                                                  | expected 18 fields, but there are 3",
                "1 -5 0 10 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1            | expected a submission of at least 0",
                "1 0 -7 10 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1            | expected a wait of at least 0",
                "1 0 0 1e300 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1          | expected a run time of at least 0",
                "1 0 0 NaN 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1            | expected a run time of at least 0",
                "1 0 0 ten 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1            | expected a run time to be a number",
                "1 253402300799 9 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1   | expected",
            })
    void shouldCountMalformedRows(String row, String reason) throws Exception {
        List<String> rows = List.of(job(1, 0, 0, 10, 1_000_000_000, 1), row, job(2, 1, 0, 10, 1, 1));

        VerbRun counted = run("swf", rows);
        VerbRun strict = run("swf", rows, "--strict");

        assertThat(counted.code()).isEqualTo(ExitCode.DONE);
        assertThat(counted.out()).contains(": 2 jobs of 3 rows, 1 malformed\n  line 2: " + reason);
        assertThat(strict.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(strict.err()).contains(": line 2: " + reason).endsWith("(--strict)\n");
        assertThat(strict.err().lines()).hasSize(1);
        assertThat(Path.of(out())).doesNotExist();
    }

    @Test
    void shouldGoOnAfterBytesThatAreNotText() throws Exception {
        Path file = folder.resolve("foreign");
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write((job(1, 0, 0, 10, 1, 1) + "\n").getBytes(UTF_8));
            out.write("; ü\n".getBytes(ISO_8859_1));
            for (int i = 0; i < 3; i++) {
                out.write("9".repeat(HistoryFile.LINE_BYTES_MAX).getBytes(UTF_8));
            }
            out.write(("\n\0\0\0\n" + job(2, 1, 0, 10, 1, 1) + "\n3 5 0").getBytes(UTF_8));
        }

        VerbRun run = run("swf", file);

        assertThat(run.out())
                .contains(
                        ": 2 jobs of ",
                        "  line 2: expected UTF-8 text, but there are bytes that are not\n",
                        "  line 3: expected a line of at most 1048576 bytes, but it is longer\n",
                        "  line 4: expected 18 fields, but there are 1\n",
                        "  line 6: expected 18 fields, but there are 3\n");
    }

    @Test
    void shouldReadWhatIsCompressed() throws Exception {
        assertThat(run("swf", compressed(job(1, 0, 0, 10, 1, 1) + "\n")).out())
                .contains(": 1 job of 1 row, 0 malformed");
    }

    @Test
    void shouldNotExpandABomb() throws Exception {
        VerbRun run = run("swf", compressed("\0".repeat(100 << 20)));

        assertThat(run.err()).contains("to expand to at most 100 times its size");
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    private Path compressed(String text) throws IOException {
        Path file = folder.resolve("compressed.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(UTF_8));
        }
        return file;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "swf   | ~~                              | ~~                        | expected jobs in",
                "swf   | 1 0 0                           | ~~                        | expected jobs in",
                "swf   | 1 0 0 -1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 | ~~                   | name the machines with --machines",
                "swf   | x                               | --column id=user          | --column group=... or owner=...",
                "swf   | x                               | --column group=colour     | one of user, group",
                "sacct | a b c                           | ~~                        | a header with JobID or JobIDRaw for id",
                "csv   | submitted,started               | ~~                        | a header with ended for ended",
                "csv   | submitted,started,ended         | --column colour=x         | --column of one of id,",
                "csv   | submitted,started,ended         | --delimiter ab            | --delimiter of one character",
                "csv   | submitted,started,ended         | --zone Moon/Base          | --zone such as UTC",
                "csv   | submitted,started,ended         | --machines nowhere        | nowhere",
                "lines | key,offered                     | ~~                        | a header with handled for handled",
            })
    void shouldSayWhatIsWrong(String format, String text, String options, String sentence) throws Exception {
        String rows = text.isEmpty() ? "" : text + "\n" + (format.equals("csv") ? "1,2,3" : "");

        VerbRun run = run(format, List.of(rows.split("\n")), options.isEmpty() ? new String[0] : options.split(" "));

        assertThat(run.err()).contains(sentence);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    @Test
    void shouldRefuseOtherEncodings() throws Exception {
        Path file = folder.resolve("utf-16");
        Files.write(file, ("\ufeff" + job(1, 0, 0, 10, 1, 1)).getBytes(UTF_16LE));

        assertThat(run("swf", file).err()).contains("to be UTF-8 text, but it is UTF-16");
        assertThat(run("swf", folder).err().lines()).hasSize(1);
        assertThat(run("swf", folder.resolve("nowhere")).err().lines()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "* 1000000000        | at most 1,000,000 slots",
                "* 1 1000000000      | at most 1,000,000 slots",
                "* many              | expected a partition, or * for all",
            })
    void shouldRefuseTooManyMachines(String machines, String sentence) throws Exception {
        VerbRun run = run(
                "swf",
                List.of(job(1, 0, 0, 10, 1, 1)),
                "--machines",
                file(List.of(machines)).toString());

        assertThat(run.err()).contains(sentence);
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    /** Several changes have a column each, and a page of its own needs nothing else. */
    @Test
    void shouldCompareSeveralChangesOnAPage() throws Exception {
        List<long[]> jobs = jobs(new Random(3), 200);
        List<String> rows = new ArrayList<>(List.of("id,submitted,started,ended,group"));
        List<Long> waits = waits(jobs, 3);
        for (int i = 0; i < jobs.size(); i++) {
            long begin = jobs.get(i)[0] + waits.get(i);
            rows.add(i + "<script>alert(1)</script>," + jobs.get(i)[0] + "," + begin + "," + (begin + jobs.get(i)[1])
                    + ",<b>&\"" + i % 3);
        }
        rows.replaceAll(row -> row.replace("\"", ""));
        String history = imported("csv", rows);
        Path more = Files.writeString(folder.resolve("two <more>.jsonl"), "{\"more\":2,\"like\":\"bot-00001\"}");
        Path shares = Files.writeString(folder.resolve("shares.jsonl"), "{\"policy\":{\"assigner\":\"SHARES\"}}");
        Path goals = file(List.of("max(wait) <= 1s"));
        Path html = folder.resolve("report.html");

        VerbRun run = VerbRun.here(
                "what-if",
                "jobs",
                "--unit",
                "default",
                "--lines",
                history,
                "--change",
                more.toString(),
                "--change",
                shares.toString(),
                "--assert",
                goals.toString(),
                "--html",
                html.toString());

        String page = Files.readString(html);
        assertThat(run.out()).containsPattern("record +baseline +two <more> +shares\n");
        assertThat(run.err().lines()).hasSize(2);
        assertThat(run.err()).contains("does not hold: two <more>: max(wait) <= 1s: it is ", "does not hold: shares: ");
        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(page)
                .contains("two &lt;more&gt;", "&lt;script&gt;alert(1)&lt;/script&gt;", "instance=&lt;b&gt;&amp;")
                .contains("Baseline:</span> <bdi>", " is queued since ", " is assigned to bot bot-0000")
                .doesNotContain("<script", "<link", "src=", "href=", "http:", "https:", "@import", "url(");
    }

    /** One record of a history is the one of another scheduler, so nothing before it is known. */
    @Test
    void shouldCompareAHistoryFromItsBeginning() throws Exception {
        String history = imported("swf", List.of(job(1, 0, 0, 10, 1, 1)));

        VerbRun run = VerbRun.here("what-if", "jobs", "--unit", "default", "--lines", history, "--from", "end");

        assertThat(run.err()).contains("expected a comparison from the beginning");
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    private static JsonNode figure(JsonNode answer, String group, String world) {
        for (JsonNode row : answer.path("groups")) {
            if (row.path("group").asText().equals(group)) {
                JsonNode figures = row.path(world);
                return figures.isArray() ? figures.get(0) : figures;
            }
        }
        throw new AssertionError("no " + group + " in " + answer);
    }

    /** Returns the jobs that were written: id, wait, run time, instance, owner and requirements. */
    private List<String> works() throws Exception {
        List<String> works = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(out()), UTF_8)) {
            JsonNode node = PlainJson.parse(line);
            JsonNode job = node.path("value").path("event").path("JobSubmitted");
            if (!job.isMissingNode()) {
                SortedMap<String, String> requirements = new TreeMap<>();
                job.path("requirements")
                        .forEach(each -> requirements.put(
                                each.path("name").asText(), each.path("value").asText()));
                works.add(node.path("value").path("job").asText().replaceFirst("^\\d{8}:", "") + " +"
                        + node.path("waited").asText("-") + " "
                        + (node.path("left").asBoolean()
                                ? "left"
                                : node.path("ran").asText("-")) + " "
                        + job.path("instance").asText() + " "
                        + job.path("owner").asText("") + " "
                        + String.join(
                                ";",
                                requirements.entrySet().stream()
                                        .map(Map.Entry::toString)
                                        .toList()));
            }
        }
        return works;
    }

    private static JsonNode asked(String history, String... more) throws Exception {
        return askedOf("jobs", history, more);
    }

    private static JsonNode askedOf(String domain, String history, String... more) throws Exception {
        List<String> args =
                new ArrayList<>(List.of("what-if", domain, "--unit", "default", "--lines", history, "--json"));
        args.addAll(List.of(more));
        VerbRun run = VerbRun.here(args.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        return PlainJson.parse(run.out());
    }

    private String imported(String format, List<String> rows, String... more) throws IOException {
        VerbRun run = run(format, rows, more);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains(", 0 malformed\n");
        return out();
    }

    private VerbRun run(String format, List<String> rows, String... more) throws IOException {
        return run(format, file(rows), more);
    }

    private VerbRun run(String format, Path file, String... more) {
        files++;
        List<String> args = new ArrayList<>(List.of("what-if", "import", format, file.toString(), "--out", out()));
        args.addAll(List.of(more));
        return VerbRun.here(args.toArray(String[]::new));
    }

    private String out() {
        return folder.resolve("history-" + files + ".jsonl").toString();
    }

    private Path file(List<String> lines) throws IOException {
        files++;
        return Files.write(folder.resolve("file-" + files), lines);
    }
}
