package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cli.options.ExitCode;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.local.TestJvm;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every command on a page and compares its output with the page, against {@code dev --demo}, with all tests also
 * the tour's {@code kill -9}. Verbs run in this process, {@code dev} in a separate one. Commands that a test cannot run are in
 * blocks that are marked {@code ```console by-hand}, and in a list here.
 */
@Tag("broker")
@Tag("embedded")
@TestInstance(Lifecycle.PER_CLASS)
class DocumentationTest {

    private static final Path README = Path.of("README.md");
    private static final String ROTA = "deploy/bin/rota ";
    private static final Pattern ECHO = Pattern.compile("(echo|printf) '([^']*)' \\| deploy/bin/rota (.*)");
    private static final Pattern WORKER = Pattern.compile("deploy/bin/rota (worker [^']*) -- sh -c '([^']*)'");
    private static final Pattern HERE_DOCUMENT = Pattern.compile("cat > (\\S+) <<'END'");
    private static final Pattern KILL = Pattern.compile("kill -9 [0-9]+");

    /** The limit for a command, and for repeating it until records produced before it have been decided. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /**
     * True if {@code dev} is killed and started again where a page says so. A start takes most of the test's processor
     * time; otherwise the commands after the kill run against the first process.
     */
    private static final boolean RESTARTS = Full.Condition.isChosen(DocumentationTest.class);

    private static final Set<String> WITHOUT_CLUSTER = Set.of("simulate", "completion");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private DevProcess dev;

    private final Set<String> files = new TreeSet<>();
    private final List<Process> workers = new ArrayList<>();

    /** Returns the pages whose commands are run: only README unless all tests are run. */
    static List<Path> pagesToRun() {
        return Full.Condition.isChosen(DocumentationTest.class) ? pages() : List.of(README);
    }

    private static List<Path> pages() {
        return List.of(
                README,
                Path.of("schemas/README.md"),
                Path.of("schemas/WHAT-IF.md"),
                Path.of("schemas/RETENTION.md"),
                Path.of("schemas/cores/README.md"),
                Path.of("schemas/chunks/README.md"),
                Path.of("schemas/jobs/README.md"),
                Path.of("schemas/jobs/GUIDE.md"),
                Path.of("schemas/shards/README.md"),
                Path.of("schemas/shards/GUIDE.md"),
                Path.of("schemas/cores/PROTOCOL.md"),
                Path.of("schemas/chunks/PROTOCOL.md"),
                Path.of("schemas/jobs/PROTOCOL.md"),
                Path.of("schemas/shards/PROTOCOL.md"),
                Path.of("schemas/shards/MIGRATING.md"),
                Path.of("src/clients/python/README.md"),
                Path.of("deploy/README.md"),
                Path.of("deploy/SETTINGS.md"),
                Path.of("deploy/RUNBOOK.md"),
                Path.of("deploy/SIZING.md"),
                Path.of("deploy/VERBS.md"),
                Path.of("deploy/COMPARISON.md"),
                Path.of("deploy/kubernetes/README.md"),
                Path.of("deploy/pages/README.md"),
                Path.of("CONTRIBUTING.md"),
                Path.of("src/examples/README.md"),
                Path.of("src/engine/README.md"),
                Path.of("src/lab/README.md"),
                Path.of("src/stream/README.md"));
    }

    @BeforeAll
    void choosePorts() throws IOException {
        dev = new DevProcess(folder);
    }

    @AfterAll
    void endDev() {
        dev.close();
    }

    @ParameterizedTest
    @MethodSource("pagesToRun")
    void shouldDoWhatThePageSays(Path page) throws Exception {
        try {
            for (ConsoleBlock block : ConsoleBlock.of(page)) {
                if (!block.byHand()) {
                    for (ConsoleBlock.Command command : block.commands()) {
                        run(page, command);
                    }
                }
            }
        } finally {
            workers.forEach(Process::destroyForcibly);
        }
    }

    @Test
    void shouldListWhatIsNotRun() throws IOException {
        List<String> byHand = new ArrayList<>();
        for (Path page : pages()) {
            for (ConsoleBlock block : ConsoleBlock.of(page)) {
                if (block.byHand()) {
                    block.commands().forEach(command -> byHand.add(command.text()));
                }
            }
        }

        assertThat(String.join("\n", byHand) + "\n").isEqualTo("""
                mvn -q package -DskipTests && deploy/bin/rota dev --demo --adopt orders --data /tmp/rota-data
                mvn verify
                apt-get install python3-confluent-kafka python3-avro
                PYTHONPATH=src/clients/python python3 src/clients/python/examples/bot.py bot-1 2 sh
                python3 schemas/chunks/clients/worker.py main worker-1 1000000000 1.0.0 chunks
                npm install kafkajs avsc
                node schemas/cores/clients/collator.js relay 2000 me
                node schemas/shards/clients/worker.js default worker-9 2
                sacct --allusers --parsable2 --starttime 2026-03-02 --format=JobID,Submit,Eligible,Start,End,State,User,Account,Partition,AllocCPUS > jobs.txt
                deploy/bin/rota chunks export --network demo --follow published --once
                cat published/current.json
                curl -s localhost:8080/chunks/demo/status.json
                curl -s localhost:8080/chunks/demo/workers/worker-01.json
                deploy/bin/rota dev --domains jobs
                deploy/bin/rota bot --bot b1 -- sh -s
                deploy/bin/rota bot --bot b2 -- sh -s
                deploy/bin/rota bot --bot b3 -- sh -s
                echo '{"cohort":"default","event":{"CohortPolicy":{"victims":"ANY","preemptionDelayMs":5000,"failureBackoffMs":1000}}}' | deploy/bin/rota produce jobs.policies
                echo '{"cohort":"default","event":{"InstanceQuota":{"instance":"release","min":1,"max":3}}}' | deploy/bin/rota produce jobs.policies
                for i in 1 2 3 4; do echo 'sleep 30; echo built'; done | deploy/bin/rota job submit --instance nightly --id night --payload -
                deploy/bin/rota job submit --instance release --id release --payload 'echo released by $ROTA_JOB; exit 3'
                deploy/bin/rota job watch release
                deploy/bin/rota job wait release; echo $?
                deploy/bin/rota job list
                (ninja -t graph; ninja -t compdb -x) | src/examples/ninja/ninja_graph.py > build.jsonl
                deploy/bin/rota job graph --instance commits --id build-7 build.jsonl
                printf '{"job":"a","payload":"make a"}\\n{"job":"b","after":["a"],"payload":"make b"}\\n' | deploy/bin/rota job graph --instance commits -
                deploy/bin/rota dev --adopt orders
                printf 'alice\\tone book\\nbob\\ttwo pens\\nalice\\tone lamp\\n' | deploy/bin/rota produce --plain orders
                deploy/bin/rota adopt orders --set adopt.orders=shards --set adopt.orders.pool=orders
                deploy/bin/rota audit shards --unit orders
                deploy/bin/rota worker --executor Ledger --worker guest
                kill -9 4712
                deploy/bin/rota consume shards.states --from-beginning | grep LOST
                javac -cp 'target/rota.jar:target/lib/*' -d out Counter.java
                CLASSPATH=out deploy/bin/rota worker --executor com.example.Counter --pool counted --worker mine
                echo '{"pool":"counted","shard":"visits","id":"v1","payload":""}' | deploy/bin/rota produce shards.transactions
                deploy/bin/rota shards state --pool counted --shard visits
                deploy/bin/rota worker --executor Ledger --worker guest --from snapshot
                echo '{"pool":"orders","event":{"PoolPolicy":{"stateless":true}}}' | deploy/bin/rota produce shards.controls
                echo '{"pool":"orders","shard":"ann","id":"o1","payload":"NQ=="}' | deploy/bin/rota produce shards.transactions
                deploy/bin/rota worker --pool orders --threads 8 -- ./handle-order
                cat handle-orders.py
                deploy/bin/rota worker --pool orders --lines -- python3 handle-orders.py
                deploy/bin/rota shards retry --shard lima --reason INVALID
                apt-get install python3-confluent-kafka python3-avro
                export PYTHONPATH=src/clients/python
                python3 src/clients/python/examples/worker.py orders worker-1 8
                python3 src/clients/python/examples/bot.py bot-1 2 sh
                python3 src/clients/python/examples/submit.py job-1 ci 'echo built; exit 0'
                deploy/bin/rota topics --config deploy/rota.properties --apply
                deploy/bin/rota run --config deploy/rota.properties
                deploy/bin/rota topics --apply --set kafka.bootstrap.servers=broker:9092
                deploy/bin/rota run --set kafka.bootstrap.servers=broker:9092 --set registry.port=8081
                docker build -f deploy/Dockerfile -t rota .
                docker run --read-only -p 8080:8080 -v rota:/var/lib/rota -e ROTA_KAFKA_BOOTSTRAP_SERVERS=broker:9092 -e ROTA_REGISTRY_PORT=8081 rota
                docker compose up --build
                docker compose --profile demo --profile watch up --build
                deploy/bin/rota pages --config deploy/rota.properties --set http.port=8090 --set pages.instances=rota-0:8080,rota-1:8080
                deploy/bin/rota run --config deploy/rota.properties --domains jobs --rebuild
                java -XX:ArchiveClassesAtExit=rota.jsa -jar rota.jar dev --demo --for 10s
                deploy/bin/rota dev --demo --port 19092 --registry-port 18081 --http-port 18080
                export ROTA_KAFKA_BOOTSTRAP_SERVERS=localhost:19092 ROTA_SCHEMA_REGISTRY_URL=http://localhost:18081
                deploy/bin/rota audit cores
                deploy/bin/rota audit cores --set kafka.bootstrap.servers=localhost:19092 --set schema.registry.url=http://localhost:18081
                kubectl create namespace rota-dev
                kubectl apply -k deploy/kubernetes/overlays/dev
                kubectl -n rota-dev port-forward statefulset/rota 8080
                deploy/bin/rota topics --as strimzi > deploy/kubernetes/strimzi/topics.yaml
                deploy/bin/rota topics --acls --as strimzi --principal run=rota-run --principal apply=rota-apply --principal worker=rota-worker --principal bot=rota-bot --principal pages=rota-pages > deploy/kubernetes/strimzi/users.yaml
                mvn -pl src/jobs -am verify
                mvn -q install -DskipTests
                mvn -q -f src/examples/desks verify
                export CLASSPATH=src/examples/desks/target/desks.jar
                deploy/bin/rota simulate desks --until 4000000 < src/examples/desks/events.jsonl
                deploy/bin/rota dev --domains desks
                mvn test -Dtests.full=true -Dseeds.percent=100 -Dtest='dev/rota/jobs/**/*Test'
                mvn -Pbrowser test
                mvn -Pjmh -DskipTests test
                mvn -Pjmh -DskipTests test -Djmh.args="Chain -f 3 -prof gc"
                mvn -Pjmh -DskipTests test -Djmh.main="-Xmx4g dev.rota.bench.Measure" -Djmh.args="cluster --kills 20"
                mvn -Pjmh -DskipTests test -Djmh.main="-Xmx4g dev.rota.bench.Measure" -Djmh.args="keyed"
                """);
    }

    @Test
    void shouldListEachGauge() throws Exception {
        List<String> gauges = new ArrayList<>();
        for (Domain domain : List.of(new CoresDomain(), new ChunksDomain(), new ShardsDomain(), new JobsDomain())) {
            domain.gauges().forEach(gauge -> gauges.add("rota_" + domain.name() + "_" + gauge.name()));
        }
        assertThat(gauges).hasSizeGreaterThan(30);
        assertThat(MetricsTable.names()).containsAll(gauges);
    }

    /** The table lists each metric of a running demo, and no others except for those that it does not always have. */
    @Test
    @Full
    void shouldListTheMetrics() throws Exception {
        // given
        Set<String> documented = MetricsTable.names();
        documented.removeIf(name -> name.startsWith("rota_audit_"));
        // absent without failures, if nothing waits, or under another assigner
        Set<String> rare = Set.of(
                "rota_held_back_seconds",
                "rota_rejections_total",
                "rota_jobs_oldest_queued_timestamp_seconds",
                "rota_jobs_used_slot_seconds",
                "rota_jobs_waiting_for_jobs",
                "rota_shards_queue_head_timestamp_seconds");
        assertThat(documented).containsAll(rare);
        documented.removeAll(rare);

        // when
        boolean ours = !dev.isRunning();
        if (ours) {
            dev.start(List.of("--demo"), ExpectedOutput.of(List.of("…", "Ctrl-C ends it.", "…")));
        }
        Set<String> shown = new TreeSet<>();
        try {
            Await.until(() -> "all of " + documented + ", but there are " + shown, () -> {
                shown.addAll(metrics());
                return shown.containsAll(documented);
            });
        } finally {
            if (ours) {
                dev.kill();
            }
        }
        shown.removeAll(rare);

        // then
        assertThat(shown).isEqualTo(documented);
    }

    private Set<String> metrics() {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(dev.pages() + "/metrics")).build();
        return HttpClient.newHttpClient()
                .sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .join()
                .body()
                .lines()
                .filter(line -> line.startsWith("# TYPE rota_"))
                .map(line -> line.split(" ")[2])
                .collect(Collectors.toSet());
    }

    private void run(Path page, ConsoleBlock.Command command) throws Exception {
        String place = page + ":" + command.line() + ": " + command.text();
        Matcher file = HERE_DOCUMENT.matcher(command.text());
        Matcher echo = ECHO.matcher(command.text());
        Matcher worker = WORKER.matcher(command.text());
        if (file.matches()) {
            Files.write(folder.resolve(file.group(1)), command.input());
            files.add(file.group(1));
        } else if (KILL.matcher(command.text()).matches()) {
            if (RESTARTS) {
                dev.kill();
            }
        } else if (command.text().startsWith(ROTA + "dev ")) {
            if (RESTARTS || !dev.isRunning()) {
                List<String> words = List.of(command.text().split(" "));
                dev.start(words.subList(2, words.size()), ExpectedOutput.of(command.output()));
            }
        } else if (echo.matches()) {
            verb(place, echo.group(3), written(echo.group(1), echo.group(2)), command.output());
        } else if (worker.matches()) {
            work(worker.group(1), worker.group(2));
        } else {
            assertThat(command.text()).as(place).startsWith(ROTA);
            verb(place, command.text().substring(ROTA.length()), "", command.output());
        }
    }

    /** Returns what a shell's {@code echo} or {@code printf} would write. */
    private static String written(String program, String text) {
        return program.equals("echo") ? text + "\n" : text.replace("\\t", "\t").replace("\\n", "\n");
    }

    /** Starts a worker that runs a script for each record, in a process that ends with the page. */
    private void work(String words, String script) throws IOException {
        List<String> command = TestJvm.command(TestJvm.options(), Main.class.getName());
        command.addAll(List.of(words.split(" ")));
        command.addAll(dev.connection());
        command.addAll(List.of("--", "sh", "-c", script));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
        workers.add(builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("worker.out").toFile())
                .start());
    }

    private void verb(String place, String words, String input, List<String> output) throws Exception {
        assertThat(words).as(place).doesNotContain("'", "\"", "|", ">", "$");
        List<String> args = new ArrayList<>();
        for (String word : words.split(" ")) {
            boolean isFile = !args.isEmpty()
                    && (files.contains(word)
                            || Set.of("--out", "--files", "--html").contains(args.get(args.size() - 1)));
            args.add(isFile ? folder.resolve(word).toString() : word);
            if (isFile) {
                files.add(word);
            }
        }
        boolean hasRecord = args.contains("--lines") || args.contains("import");
        if (!WITHOUT_CLUSTER.contains(args.get(0)) && !hasRecord) {
            if (!dev.isRunning()) {
                dev.start(List.of("--demo", "--data", "data"), ExpectedOutput.of(List.of("…", "Ctrl-C ends it.", "…")));
            }
            args.addAll(dev.connection());
        }
        boolean repeatable =
                !Set.of("produce", "simulate", "what-if").contains(args.get(0)) && !args.contains("export");
        ExpectedOutput shape = ExpectedOutput.of(output);
        List<VerbRun> runs = new ArrayList<>();
        Supplier<String> difference = () -> {
            VerbRun last = runs.get(runs.size() - 1);
            return place + "\n" + shape + "\nbut exit code " + last.code() + "\n" + last.out() + last.err();
        };
        runs.add(once(args, input));
        if (repeatable && !holds(runs.get(0), shape)) {
            Await.until(difference, () -> {
                runs.add(once(args, input));
                return holds(runs.get(runs.size() - 1), shape);
            });
        }
        assertThat(holds(runs.get(runs.size() - 1), shape)).as(difference.get()).isTrue();
    }

    private static boolean holds(VerbRun run, ExpectedOutput shape) {
        return run.code() == ExitCode.DONE && shape.fits(run.out());
    }

    /** Runs a verb once. File names in its output are those of the page. */
    private static VerbRun once(List<String> args, String input) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
        try {
            VerbRun run = assertTimeoutPreemptively(PATIENCE, () -> VerbRun.here(args.toArray(String[]::new)));
            return new VerbRun(run.code(), run.out().replace(folder + "/", ""), run.err());
        } finally {
            System.setIn(before);
        }
    }
}
