package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.options.ExitCode;
import dev.rota.trials.Full;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any wrong use results in exit code 2 and one line that states what was expected. */
class WrongUseTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                              | expected a verb",
                "fly                                           | fly",
                "--fly                                         | --fly",
                "simulate cores --fly                          | --fly",
                "simulate                                      | DOMAIN",
                "simulate cores a b                            | b",
                "simulate cores --until soon                   | soon",
                "simulate cores --until -1                     | ms since 1970, in 0..253402300799999, but it is -1",
                "simulate cores --until 9223372036854775807    | ms since 1970, in 0..253402300799999",
                "simulate cores no/such/file                   | expected a readable file",
                "simulate nothing                              | there is none named 'nothing'",
                "simulate cores --set nonsense                 | expected --set KEY=VALUE",
                "simulate cores --set =x                       | expected --set KEY=VALUE",
                "simulate cores --set cores.colour=red         | cores.colour",
                "simulate cores --config no/such/file          | expected a properties file",
                "audit                                         | DOMAIN",
                "audit nothing                                 | there is none named 'nothing'",
                "audit look cores                              | there is none named 'look'",
                "audit nonsense more shards                    | there is none named 'nonsense'",
                "audit cores jobs chunks nothing               | there is none named 'nothing'",
                "audit export cores jobs --out e               | expected 'audit export DOMAIN'",
                "audit export --out e                          | expected 'audit export DOMAIN'",
                "audit cores jobs --unit u                     | expected one scheduler with --unit",
                "audit cores jobs shards --to 5                | expected one scheduler with --to",
                "audit cores jobs --files src/rota/src/test/resources/recorded/cores-1 | expected one scheduler with --files",
                "audit export cores --files src/rota/src/test/resources/recorded/cores-1 | expected --out DIR",
                "audit cores --files no/such/folder            | expected evidence in",
                "audit cores --out e --files src/rota/src/test/resources/recorded/cores-1 | expected --out with 'audit export'",
                "audit export cores --out e --to 5            | expected --to with an audit, not with 'audit export'",
                "audit export cores --out e --unit u          | expected --unit with an audit",
                "audit export cores --out e --json            | expected --json with an audit",
                "audit export cores --out e --prometheus f    | expected --prometheus with an audit",
                "audit export cores --out e --expect-head default=00 | expected --expect-head with an audit",
                "audit cores --prometheus src --files src/rota/src/test/resources/recorded/cores-1 | expected --prometheus FILE, but src is a folder",
                "simulate jobs src                             | expected a readable file, but src is a folder",
                "produce cores.claims src                      | expected a readable file, but src is a folder",
                "chunks plan --network n --policy src          | expected a readable file, but src is a folder",
                "job submit --instance i --payload-file src    | expected a readable file, but src is a folder",
                "job submit --instance i --payload-file no/such | expected a readable file, but no/such is not",
                "audit cores --to -1 --files src/rota/src/test/resources/recorded/cores-1 | expected --to of at least 0, but it is -1",
                "consume cores.blocks --max -1                 | expected --max of at least 0, but it is -1",
                "consume cores.blocks --timeout -5s            | expected --timeout of at least 0, but it is -5000",
                "simulate cores --until -1                     | --until: expected time to be ms since 1970",
                "audit cores --to soon                         | soon",
                "explain                                       | expected a domain",
                "would                                         | expected a domain",
                "would chunks                                  | chunks",
                "would jobs no/such/file                       | expected a readable file",
                "would jobs src                                | expected a readable file, but src is a folder",
                "would jobs a b                                | b",
                "explain nothing                               | nothing",
                "explain jobs                                  | --job",
                "explain jobs --job j --cohort nix             | expected a configured cohort (default)",
                "explain jobs --job j --files no/such/folder   | expected evidence in",
                "explain jobs --job j --files src/rota/src/test/resources/recorded/cores-1 | expected evidence of jobs",
                "explain chunks --network n                    | --chunk",
                "explain chunks --network n --chunk a/b        | DATASET/TOP/FIRST-LAST-HASH",
                "explain chunks --chunk a/0000000000/0000000000-0000000001-x | --network",
                "chunks                                        | expected a command",
                "chunks nothing                                | nothing",
                "chunks export                                 | --network",
                "chunks export --network n --epoch last        | last",
                "chunks export --network n --files no/such     | expected evidence in",
                "chunks export --follow target/published       | --network",
                "chunks export --network n --once              | expected --follow DIR with --once",
                "chunks export --network n --follow d --epoch 1 | and without --epoch and --out",
                "chunks export --network n --follow pom.xml    | expected --follow with a folder, but it is 'pom.xml'",
                "chunks plan                                   | --network",
                "chunks plan --network n --add w               | expected an added worker as WORKER=BYTES",
                "chunks plan --network n --add =5              | expected an added worker as WORKER=BYTES",
                "chunks plan --network n --add w=many          | expected an added worker as WORKER=BYTES",
                "chunks plan --network n --policy no/such/file | expected a readable file",
                "chunks plan --network n --list no/such/file   | expected a readable file",
                "chunks plan --network n --list src            | expected a readable file, but src is a folder",
                "chunks plan --network n --epochs 0            | epochs",
                "chunks plan --network n --epochs many         | many",
                "chunks plan --network n --files src/rota/src/test/resources/recorded/cores-1 | expected evidence of chunks",
                "run --rules 1                                 | expected one domain with --rules (--domains NAME), but there are 4",
                "run --domains cores --rules 2                 | expected rules from 1 to 1 for cores, but it is 2",
                "run --domains cores --rules 0                 | expected rules from 1 to 1 for cores, but it is 0",
                "produce                                       | TOPIC",
                "produce cores.nothing                         | expected a topic of Rota",
                "consume cores.nothing                         | expected a topic of Rota",
                "consume cores.blocks --timeout never          | expected a time such as 30s",
                "consume cores.blocks --max many               | many",
                "simulate jobs --set jobs.cohorts=linux        | expected cohorts as name:label,label;...",
                "simulate jobs --set jobs.cohorts=a:x;a:y      | 'a' is there twice",
                "simulate shards --set shards.cache.bytes=much | expected cache.bytes to be a number of bytes of at least 0, but it is 'much'",
                "simulate shards --set shards.cache.bytes=-1   | but it is '-1'",
                "simulate jobs --set jobs.cohorts=a:           | cohort 'a'",
                "simulate jobs --set jobs.cohorts=:x           | but ':x' is none",
                "simulate jobs --set jobs.cohort=a:x           | jobs.cohort",
                "simulate cores --set jobs.cohorts=linux       | expected cohorts as name:label,label;...",
                "simulate cores --set schema.registry.usl=x    | did you mean 'schema.registry.url'?",
                "simulate cores --set kafka.secruity.protocol=SSL | 'kafka.security.protocol'",
                "simulate cores --set log.level=banana         | expected 'log.level' to be one of ERROR, WARN, INFO, DEBUG, but it is 'banana'",
                "simulate cores --set cores.partitions=0       | expected 'cores.partitions' to be a number from 1 to 10000, but it is '0'",
                "simulate cores --set topic.prefix=a/b         | expected 'topic.prefix' to be",
                "topics --as strimzi --set topic.prefix=a/b    | expected 'topic.prefix' to be",
                "topics --as strimzi --set topics.replication.factor=1 --set topics.min.insync.replicas=3 | at most topics.replication.factor, which is 1, but it is 3",
                "dev --set store.block.cache.bytes=128MB       | expected 'store.block.cache.bytes' to be a number of bytes of at least 1048576, but it is '128MB'",
                "worke                                         | did you mean 'worker'?",
                "audti                                         | did you mean 'audit'?",
                "chunks pln                                    | did you mean 'plan'?",
                "explain job --job a                           | did you mean 'jobs'?",
                "dev --domans x                                | did you mean '--domains'?",
                "dev --domans=x                                | did you mean '--domains'?",
                "consume jobs.event                            | but it is 'jobs.event'; did you mean 'jobs.events'?",
                "produce jobs.submission                       | did you mean 'jobs.submissions'?",
                "dev --adopt=bad?topic                         | expected 'adopt.bad?topic' to name a topic as Kafka allows them: up to 249 letters",
                "dev --adopt=level                             | expected 'adopt.level' to name a topic that is none of mapping, level",
                "dev --adopt=shards.log                        | expected 'adopt.shards.log' to name a topic that is not one of Rota's own",
                "produce --plain bad?topic                     | expected a topic, which has 1 to 249 letters, digits",
                "topics --set kafka.bootstrap.servers=b:9092 --set schema.registry.url=registry:8081 | expected 'schema.registry.url' to be URLs such as http://localhost:8081, separated by commas, but it is 'registry:8081'",
                "simulate cores --set schema.registry.url=http:// | but it is 'http://'",
                "simulate cores nowhere.jsonl                  | expected a readable file, but nowhere.jsonl is not (no such file or folder)",
                "simulate cores --config nowhere.properties    | cannot be read (no such file or folder)",
                "explain shards                                | rota: Missing required argument (specify one of these)",
                "explain shards --shard a --worker b           | rota: --shard=S, --worker=W are mutually exclusive",
                "dev --set instance.id=                        | expected 'instance.id' to be 1 to 200 letters, digits, dots, underscores and hyphens, but it is ''",
                "audit jobs --set jobs.cohorts=a:x; --files src/rota/src/test/resources/recorded/jobs-1 | but '' is none",
                "audit cores --files src/rota/src/test/resources/recorded/jobs-1 | expected evidence of cores",
                "dev --domains jobs --set jobs.cohorts=a       | but 'a' is none",
                "run --domains jobs --set jobs.cohorts=a       | but 'a' is none",
                "run                                           | kafka.bootstrap.servers",
                "run --domains nothing                         | there is none named 'nothing'",
                "topics                                        | kafka.bootstrap.servers",
                "dev --domains nothing                         | there is none named 'nothing'",
                "dev --set kafka.bootstrap.servers=prod:9092   | expected no 'kafka.bootstrap.servers' from --config or --set, but it is there: dev has its own broker",
                "dev --set schema.registry.url=http://prod:8081 | use 'rota run'",
                "dev --data d --set streams.state.dir=/x       | keeps their data and its state in --data DIR",
                "dev --config deploy/rota.properties           | expected no 'kafka.bootstrap.servers'",
                "dev --port many                               | many",
                "bench cores --rounds 1                        | expected rota-lab.jar beside rota.jar for 'bench cores --rounds 1'",
                "shards                                        | expected a command; 'rota shards --help'",
                "shards fly                                    | fly",
                "shards state                                  | --shard",
                "shards state --shard s --max many             | many",
                "shards state --shard s --max -1               | expected --max of at least 0, but it is -1",
                "shards snapshot                               | --out",
                "shards snapshot --out d --set nonsense        | expected --set KEY=VALUE",
                "shards retry                                  | expected --shard, --id, --reason, --from-time or --to-time, or",
                "shards retry --all --shard s                  | expected --all or a selection, but there are both",
                "shards retry --from-time soon                 | expected a time such as 2026-01-02T03:04:05Z",
                "shards retry --reason NONE                    | expected a reason among [BATCH_FAILED, INVALID, ATTEMPTS_EXHAUSTED]",
                "shards verify                                 | --shard=S",
                "shards verify --shard s --all                 | mutually exclusive",
                "shards verify --all --executor no.such.Class  | expected a class no.such.Class on the class path",
                "shards verify --all --set nonsense            | expected --set KEY=VALUE",
                "worker --threads many                         | many",
                "worker --executor Ledger --threads 0                            | expected threads from 1 to 10000, but it is 0",
                "worker                                        | or --executor CLASS, such as --executor Ledger for the demo's pool",
                "worker --pool parcels                         | expected a command after --, which handles the records",
                "worker --executor no.such.Class               | expected a class no.such.Class on the class path",
                "worker --executor java.lang.String            | expected java.lang.String to be a dev.rota.worker",
                "worker --executor dev.rota.worker.TransactionExecutor | a public constructor without parameters",
                "worker --executor dev.rota.cli.shards.FaultyExecutor | but its constructor throws",
                "shards snapshot --out d --pool=               | expected pool to be an id, but it is empty",
                "worker --executor Ledger --pool=                                | expected pool to be an id, but it is empty",
                "worker --executor Ledger --worker=                              | expected worker to be an id, but it is empty",
            })
    void shouldSayInOneLineWhatWasExpected(String words, String said) {
        VerbRun run = VerbRun.here(words == null ? new String[0] : words.split(" "));

        assertThat(run.err()).contains(said);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev",
                "run",
                "topics",
                "produce",
                "consume",
                "simulate",
                "audit",
                "explain",
                "chunks",
                "shards",
                "worker",
                "completion"
            })
    void shouldExplainEachVerb(String verb) {
        VerbRun run = VerbRun.here(verb, "--help");

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).startsWith("Usage: rota " + verb);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldExplainItself() {
        VerbRun run = VerbRun.here("--help");

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .contains("dev", "run", "topics", "produce", "consume", "simulate", "audit", "explain", "chunks");
    }

    @Test
    void shouldNameTheMalformedLine() throws IOException {
        Path file = folder.resolve("events.jsonl");
        Files.writeString(file, """
                {"topic": "cores.claims", "time": 1, "value": {"chain": "a", "para": 1, "collator": "c"}}
                {"topic": "cores.claims", "time": 2, "value": {"chain": "a", "para": 1}}
                """);

        VerbRun run = VerbRun.here("simulate", "cores", file.toString());

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err()).startsWith("rota: line 2: ").contains("collator");
        assertThat(run.out()).contains("NO_SESSION");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "-1", "253402300800000"})
    void shouldNameALineWithAnImpossibleTime(String time) throws IOException {
        Path file = folder.resolve("events.jsonl");
        Files.writeString(
                file, "{\"topic\": \"chunks.requests\", \"time\": " + time + ", \"value\": {\"network\": \"n\"}}\n");

        VerbRun run = VerbRun.here("simulate", "chunks", file.toString());

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err())
                .startsWith(
                        "rota: line 1: expected time to be ms since 1970, in 0..253402300799999, but it is " + time);
    }

    @Test
    void shouldSkipBlankLinesAndCountThem() throws IOException {
        Path file = folder.resolve("events.jsonl");
        String event =
                "{\"topic\": \"cores.claims\", \"time\": 5000, \"value\": {\"chain\": \"a\", \"para\": 1, \"collator\": \"c\"}}\n";
        Files.writeString(file, "\n" + event + "  \n\n");

        VerbRun run = VerbRun.here("simulate", "cores", file.toString());

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasLineCount(1).contains("cores.claims/0/1");

        Files.writeString(file, event + "\nnonsense\n");
        assertThat(VerbRun.here("simulate", "cores", file.toString()).err()).startsWith("rota: line 3: ");
    }

    @Test
    void shouldRefuseToSimulateUntilATimeThatHasPassed() throws IOException {
        Path file = folder.resolve("events.jsonl");
        Files.writeString(file, """
                {"topic": "cores.claims", "time": 5000, "value": {"chain": "a", "para": 1, "collator": "c"}}
                {"topic": "cores.claims", "time": 4500, "value": {"chain": "a", "para": 1, "collator": "c"}}
                """);

        VerbRun before = VerbRun.here("simulate", "cores", file.toString(), "--until", "4999");
        VerbRun at = VerbRun.here("simulate", "cores", file.toString(), "--until", "5000");

        assertThat(before.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(before.isOneLine()).as(before.err()).isTrue();
        assertThat(before.err())
                .isEqualTo("rota: expected --until of at least 5000, the latest time of a line, but it is 4999\n");
        assertThat(at.code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldNameALineThatIsNotUtf8() throws IOException {
        Path file = folder.resolve("events.jsonl");
        Files.write(file, new byte[] {'{', (byte) 0xff, '}', '\n'});

        VerbRun run = VerbRun.here("simulate", "cores", file.toString());

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
    }

    @Test
    void shouldRefuseAFolderAsConfiguration() {
        VerbRun run = VerbRun.here("run", "--config", folder.toString());

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
    }

    @Test
    void shouldNameAnUnknownKeyOfAFile() throws IOException {
        Path file = Files.write(folder.resolve("rota.properties"), "topic.prefx=a\n".getBytes(UTF_8));

        VerbRun run = VerbRun.here("run", "--config", file.toString());

        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err()).contains("'topic.prefx'");
    }

    @Test
    void shouldExitWithOneForEvidenceThatDoesNotHold() throws IOException {
        // given
        Path evidence = Files.createDirectory(folder.resolve("evidence"));
        try (var files = Files.list(Path.of("src/rota/src/test/resources/recorded/cores-1"))) {
            for (Path file : files.toList()) {
                Files.copy(file, evidence.resolve(file.getFileName()));
            }
        }
        VerbRun before = VerbRun.here("audit", "cores", "--files", evidence.toString());
        Path log = evidence.resolve("cores.log-1.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(log));
        lines.remove(lines.size() - 1);
        Files.write(log, lines);

        // when
        VerbRun after = VerbRun.here("audit", "cores", "--files", evidence.toString());

        // then
        assertThat(before.code()).isEqualTo(ExitCode.DONE);
        assertThat(before.out()).endsWith("Every decision is right.\n");
        assertThat(after.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(after.out()).contains("cores.log/1/89").endsWith("The evidence does not hold.\n");
        assertThat(after.err()).isEmpty();
    }

    /** The verb runs in a separate process, where Kafka's warnings would reach the user's screen too. */
    @Test
    @Full
    void shouldSayThatNoBrokerAnswers() throws IOException, InterruptedException {
        VerbRun run = VerbRun.inOwnProcess(
                folder,
                List.of(),
                "audit",
                "cores",
                "--set=kafka.bootstrap.servers=localhost:1",
                "--set=kafka.request.timeout.ms=4000");

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err())
                .startsWith("rota: expected a Kafka broker at localhost:1, but none answered in 4 s")
                .contains("--set kafka.bootstrap.servers=", "ROTA_KAFKA_BOOTSTRAP_SERVERS");
    }

    @Test
    @Full
    void shouldSayThatAPortIsTaken() throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            VerbRun run =
                    VerbRun.inOwnProcess(folder, List.of(), "dev", "--port", String.valueOf(taken.getLocalPort()));

            assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(run.isOneLine()).as(run.err()).isTrue();
            assertThat(run.err()).contains(String.valueOf(taken.getLocalPort()));
        }
    }

    @Test
    @Tag("broker")
    @Tag("embedded")
    @Full
    void shouldTakeThePagesPortOfASetting() throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            VerbRun run = VerbRun.inOwnProcess(
                    folder,
                    List.of(),
                    "dev",
                    "--port=0",
                    "--registry-port=0",
                    "--set=http.port=" + taken.getLocalPort());

            assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(run.isOneLine()).as(run.err()).isTrue();
            assertThat(run.err()).contains("http.port", String.valueOf(taken.getLocalPort()));
        }
    }
}
