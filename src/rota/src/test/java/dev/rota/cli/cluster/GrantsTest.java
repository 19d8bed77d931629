package dev.rota.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.Main;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.engine.Domain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.local.ChildProcess;
import dev.rota.local.SecuredBroker;
import dev.rota.local.TestJvm;
import dev.rota.registry.RegistryServer;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each verb works with exactly the grants that {@code topics --acls} prints, and fails without any of them. */
@Tag("broker")
@Tag("embedded")
@Full
class GrantsTest {

    private static final String DOMAINS = "jobs,chunks,shards";
    private static final String NOBODY = "nobody";
    private static final String ADOPTS = "adopt.orders=shards";
    private static final String MAY_NOT = "does not read orders: this principal may not read it";
    private static final String SUBMISSION =
            "{\"job\":\"j\",\"event\":{\"JobSubmitted\":{\"instance\":\"i\",\"requirements\":[]}}}";

    private static final String LISTING =
            "{\"network\": \"n\", \"dataset\": \"d\", \"event\": {\"ChunksListed\": {\"chunks\":"
                    + " [{\"id\": \"0000000000/0000000000-0000000009-aaaa\", \"size\": 100}]}}}";
    private static final String PING = "{\"network\": \"n\", \"worker\": \"w\", \"event\": {\"WorkerPing\":"
            + " {\"version\": \"1.0.0\", \"capacityBytes\": 1000}}}";
    /** The payload is a transfer in base64: {@code {"to":"ann","amount":5}}. */
    private static final String TRANSFER =
            "{\"pool\":\"default\",\"shard\":\"s\",\"id\":\"t\"," + "\"payload\":\"eyJ0byI6ImFubiIsImFtb3VudCI6NX0=\"}";

    private static final Pattern ADDRESS = Pattern.compile("http://localhost:[0-9]+");

    /** The operations that imply Describe, by Kafka's rules. */
    private static final Set<AclOperation> IMPLY_DESCRIBE =
            EnumSet.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE, AclOperation.ALTER);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldRunEachVerbWithItsGrants() throws Exception {
        List<String> users = new ArrayList<>(Role.all().stream().map(Role::id).toList());
        users.add(NOBODY);
        try (SecuredBroker broker = new SecuredBroker(Files.createDirectory(folder.resolve("broker")), users);
                RegistryServer registry = RegistryServer.local(broker.internalServers(), 0)) {
            for (String user : users) {
                write(user, broker, registry);
            }
            write(SecuredBroker.ADMIN, broker, registry);

            // given
            refused(as(NOBODY, "topics", "--acls", "--apply", "--principal", "run=run"), "Alter on the cluster");
            refused(as("apply", "topics", "--apply", "--domains", DOMAINS), "Describe on the topic jobs.submissions");
            grantAll();
            done(as("apply", "topics", "--apply", "--domains", DOMAINS));
            refused(as(NOBODY, "produce", "jobs.submissions", submission()), "Write on the topic jobs.submissions");

            // when
            try (ChildProcess run = child(DOMAINS)) {
                run.start();
                awaitReady(run.firstLine());
                done(as("produce", "produce", "jobs.submissions", submission()));
                done(as("consume", "consume", "jobs.events", "--from-beginning", "--max", "1"));

                // then
                done(as("audit", "audit", "jobs"));
                done(as("explain", "explain", "jobs", "--job", "j"));
                // and verbs report missing topics
                notThere(as("shards", "shards", "verify", "--all"), "expected shards of pool default");
                notThere(as("shards", "shards", "state", "--shard", "s"), "expected blocks of shard s");
                notThere(as("chunks", "chunks", "plan", "--network", "n"), "expected network n");
                refused(as("void", "void", "jobs", "--at", "jobs.log/0/0", "--reason", "r"), "is a rules record");
                exportAnEpoch();
                adoptATopic(broker);
                executeATransaction();
            }
        }
    }

    /** The topic belongs to somebody else; until it is granted, everything else goes on. */
    private void adoptATopic(SecuredBroker broker) throws Exception {
        Properties admin = new Properties();
        admin.putAll(Settings.of(broker.settings(SecuredBroker.ADMIN)).kafka());
        try (Admin owner = Admin.create(admin)) {
            AdminAnswers.get(owner.createTopics(
                            List.of(new NewTopic("orders", 1, (short) 1), new NewTopic("secrets", 1, (short) 1)))
                    .all());
        }
        // Another topic that is adopted does not matter.
        String[] announce = {"adopt", "orders", "--announce", "--set", ADOPTS, "--set", "adopt.secrets=shards"};
        refused(as("adopt", announce), "Read on the topic orders");
        done(as(
                SecuredBroker.ADMIN,
                "topics",
                "--acls",
                "--apply",
                "--domains",
                "shards",
                "--principal",
                "adopt=adopt",
                "--set",
                ADOPTS));
        done(as("adopt", announce));
        Path orders = Files.writeString(folder.resolve("orders.txt"), "alice\tone book\n");
        done(as(SecuredBroker.ADMIN, "produce", "--plain", "orders", orders.toString()));
        Path log = folder.resolve("run.log");
        Await.until("the run to say that it may not read the topic", () -> count(log, MAY_NOT) > 0);
        done(as(
                SecuredBroker.ADMIN,
                "topics",
                "--acls",
                "--apply",
                "--domains",
                "shards",
                "--principal",
                "run=run",
                "--set",
                ADOPTS));
        VerbRun state = as("consume", "consume", "shards.states", "--from-beginning", "--max", "1");
        done(state);
        assertThat(state.out()).contains("alice");
        handleARecord();
        // An audit that may not read the topic compares everything else.
        String[] audit = {"audit", "shards", "--set", ADOPTS};
        Await.until(
                "an audit to see the first decisions", () -> as("audit", audit).code() == ExitCode.DONE);
        assertThat(as("audit", audit).out()).contains("orders: the input cannot be read");
        String files = folder.resolve("evidence").toString();
        done(as("audit", "audit", "export", "shards", "--set", ADOPTS, "--out", files));
        VerbRun ofFiles = as("audit", "audit", "shards", "--files", files);
        done(ofFiles);
        assertThat(ofFiles.out()).contains("orders: the input cannot be read");
        // The owner withdraws the grant to read, but not the one to describe.
        try (Admin owner = Admin.create(admin)) {
            AclBinding read = Grant.topic("orders", AclOperation.READ).bindings("User:run").stream()
                    .findFirst()
                    .orElseThrow();
            AdminAnswers.get(owner.deleteAcls(List.of(read.toFilter())).all());
            long before = count(log, MAY_NOT);
            done(as(SecuredBroker.ADMIN, "produce", "--plain", "orders", orders.toString()));
            Await.until("the run to say so again", () -> count(log, MAY_NOT) > before);
            produce("shards.transactions", TRANSFER.replace("\"s\"", "\"after\""));
            VerbRun after = as(
                    "consume",
                    "consume",
                    "shards.states",
                    "--from-beginning",
                    "--key",
                    "after",
                    "--max",
                    "1",
                    "--timeout",
                    "30s");
            assertThat(after.out()).as("other inputs go on").contains("\"after\"");
            AdminAnswers.get(owner.createAcls(List.of(read)).all());
        }
    }

    private static long count(Path file, String what) {
        return text(file).lines().filter(line -> line.contains(what)).count();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void exportAnEpoch() throws IOException {
        produce("chunks.listings", LISTING);
        produce("chunks.workers", PING);
        produce("chunks.policies", """
                {"network": "n", "minReplication": 1, "datasets": [{"dataset": "d", "segments": []}]}""");
        await("chunks: 1", "chunks", "plan", "--network", "n");
        produce("chunks.requests", "{\"network\": \"n\"}");
        await("\"w\"", "chunks", "export", "--network", "n");
    }

    /** Repeats a verb of {@code chunks} until it succeeds and prints a text. */
    private void await(String what, String... words) {
        List<String> said = new ArrayList<>();
        Await.until(() -> what + ", but " + said, () -> {
            VerbRun run = as("chunks", words);
            said.add(run.out() + run.err());
            return run.code() == ExitCode.DONE && run.out().contains(what);
        });
    }

    private void executeATransaction() throws IOException {
        try (ChildProcess worker = new ChildProcess(
                TestJvm.options("-Xmx256m"),
                List.of(
                        "dev.rota.cli.Main",
                        "worker",
                        "--executor",
                        "Ledger",
                        "--worker",
                        "w",
                        "--config",
                        config("worker")),
                ProcessBuilder.Redirect.appendTo(folder.resolve("run.log").toFile()))) {
            worker.start();
            assertThat(worker.firstLine())
                    .as(Files.readString(folder.resolve("run.log")))
                    .startsWith("Worker w executes");
            produce("shards.transactions", TRANSFER);
            VerbRun block = as("consume", "consume", "shards.blocks", "--from-beginning", "--max", "1");

            done(block);
            assertThat(block.out()).contains("\"t\"", "\"w\"");
            done(as("shards", "shards", "verify", "--all"));
        }
    }

    private void handleARecord() throws IOException {
        try (ChildProcess worker = new ChildProcess(
                TestJvm.options("-Xmx256m"),
                List.of(
                        "dev.rota.cli.Main",
                        "worker",
                        "--worker",
                        "handler",
                        "--config",
                        config("stateless-worker"),
                        "--",
                        "cat"),
                ProcessBuilder.Redirect.appendTo(folder.resolve("run.log").toFile()))) {
            worker.start();
            assertThat(worker.firstLine())
                    .as(Files.readString(folder.resolve("run.log")))
                    .startsWith("Worker handler runs 'cat'");
        }
    }

    private void produce(String topic, String line) throws IOException {
        done(as(
                "produce",
                "produce",
                topic,
                Files.writeString(Files.createTempFile(folder, "lines", ".jsonl"), line + "\n")
                        .toString()));
    }

    /** Each grant is revoked in turn, and the verb's message must contain it. */
    @Test
    void shouldNameEachMissingGrant() throws Exception {
        List<String> users = Role.all().stream().map(Role::id).toList();
        try (SecuredBroker broker = new SecuredBroker(Files.createDirectory(folder.resolve("broker")), users);
                RegistryServer registry = RegistryServer.local(broker.internalServers(), 0)) {
            // given
            for (String user : users) {
                write(user, broker, registry);
            }
            write(SecuredBroker.ADMIN, broker, registry);
            grantAll();
            done(as("apply", "topics", "--apply", "--domains", DOMAINS));
            try (ChildProcess run = child(DOMAINS)) {
                run.start();
                awaitReady(run.firstLine());
            }
            Properties admin = new Properties();
            admin.putAll(Settings.of(broker.settings(SecuredBroker.ADMIN)).kafka());
            List<String> wrong = new ArrayList<>();
            try (Admin acls = Admin.create(admin)) {
                for (Role role : Role.all()) {
                    for (Case one : cases(role)) {
                        // when
                        AdminAnswers.get(acls.deleteAcls(List.of(one.binding().toFilter()))
                                .all());
                        one.refusal(this).ifPresent(wrong::add);
                        AdminAnswers.get(acls.createAcls(List.of(one.binding())).all());
                    }
                }
                runWithoutWhatIsShown(acls);
            }

            // then
            assertThat(wrong).isEmpty();
        }
    }

    /** A worker executes though it may not read what tells it about others, and logs nothing about it. */
    private void runWithoutWhatIsShown(Admin acls) throws Exception {
        for (String topic : List.of("shards.states", "shards.workers")) {
            List<AclBinding> shown =
                    new ArrayList<>(Grant.topic(topic, AclOperation.READ).bindings("User:worker"));
            AdminAnswers.get(
                    acls.deleteAcls(shown.stream().map(AclBinding::toFilter).toList())
                            .all());
        }
        Path log = folder.resolve("worker.log");
        try (ChildProcess worker = new ChildProcess(
                        TestJvm.options("-Xmx256m"),
                        List.of(
                                "dev.rota.cli.Main",
                                "worker",
                                "--executor",
                                "Ledger",
                                "--worker",
                                "w",
                                "--config",
                                config("worker")),
                        ProcessBuilder.Redirect.appendTo(log.toFile()));
                ChildProcess run = child(DOMAINS)) {
            run.start();
            awaitReady(run.firstLine());
            worker.start();
            assertThat(worker.firstLine()).as(text(log)).startsWith("Worker w executes");
            produce("shards.transactions", TRANSFER);
            done(as("consume", "consume", "shards.blocks", "--from-beginning", "--max", "1"));
        }
        assertThat(text(log)).doesNotContain("shards.states", "shards.workers");
    }

    /** A grant of a role in a domain, with the verb that must fail without it. */
    private record Case(Role role, String domain, AclBinding binding, List<String> words) {

        /** Returns what is wrong with the verb's failure without the grant; empty if nothing is. */
        Optional<String> refusal(GrantsTest test) throws Exception {
            String operation = Grant.word(binding.entry().operation());
            String name = binding.pattern().name();
            String said = "";
            // The broker applies the change a moment later.
            for (int i = 0; i < 20; i++) {
                VerbRun run =
                        role == Role.RUN ? test.refusedRun(domain) : test.as(role.id(), words.toArray(String[]::new));
                said = said(run).toString();
                if (run.code() == ExitCode.WRONG_USE) {
                    boolean named =
                            said.contains(operation) && (said.contains(name) || said.contains("transactional id"));
                    return named ? Optional.empty() : Optional.of(role + " without " + binding + ": " + said);
                }
            }
            return Optional.of(role + " without " + binding + " was not refused: " + said);
        }
    }

    private List<Case> cases(Role role) throws IOException {
        Map<String, List<String>> words = Map.ofEntries(
                Map.entry("run/jobs", List.of("run")),
                Map.entry("topics/jobs", List.of("topics", "--domains", "jobs")),
                Map.entry("apply/jobs", List.of("topics", "--apply", "--domains", "jobs")),
                Map.entry("audit/jobs", List.of("audit", "jobs")),
                Map.entry("pages/jobs", List.of("pages", "--domains", "jobs", "--set", "http.port=0")),
                Map.entry("explain/jobs", List.of("explain", "jobs", "--job", "j")),
                Map.entry(
                        "explain/chunks",
                        List.of(
                                "explain",
                                "chunks",
                                "--network",
                                "n",
                                "--chunk",
                                "d/0000000000/0000000000-0000000009-bf510951")),
                Map.entry("explain/shards", List.of("explain", "shards", "--shard", "s")),
                Map.entry("chunks/chunks", List.of("chunks", "plan", "--network", "n")),
                Map.entry("shards/shards", List.of("shards", "verify", "--all")),
                Map.entry("retry/shards", List.of("shards", "retry", "--all")),
                Map.entry("worker/shards", List.of("worker", "--executor", "Ledger", "--worker", "w")),
                Map.entry(
                        "stateless-worker/shards", List.of("worker", "--worker", "w", "--pool", "orders", "--", "cat")),
                Map.entry("bot/jobs", List.of("bot", "sh")),
                Map.entry("job/jobs", List.of("job", "submit", "--instance", "i")),
                Map.entry("void/jobs", List.of("void", "jobs", "--at", "jobs.log/0/0", "--reason", "r")));
        List<Case> cases = new ArrayList<>();
        for (Domain domain : Domains.named(List.of("jobs", "chunks", "shards"), Settings.of(Map.of()))) {
            List<String> verb = words.get(role.id() + "/" + domain.name());
            if (verb == null) {
                continue;
            }
            for (Grant grant : role.required(Names.of(domain, Settings.of(Map.of())))) {
                boolean more = grant.operations().stream().anyMatch(IMPLY_DESCRIBE::contains);
                for (AclBinding binding : grant.bindings("User:" + role.id())) {
                    AclOperation operation = binding.entry().operation();
                    // Topics that exist need not be created, and Read and Write imply Describe.
                    if (operation != AclOperation.CREATE && !(more && operation == AclOperation.DESCRIBE)) {
                        cases.add(new Case(role, domain.name(), binding, verb));
                    }
                }
            }
        }
        return cases;
    }

    private VerbRun refusedRun(String domain) throws Exception {
        Path err = Files.createTempFile(folder, "refused", ".err");
        Process run = new ProcessBuilder(TestJvm.command(
                        TestJvm.options("-Xmx512m"),
                        Main.class.getName(),
                        "run",
                        "--domains",
                        domain,
                        "--config",
                        config("run")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start();
        try {
            boolean ended = run.waitFor(60, TimeUnit.SECONDS);
            String last = Files.readString(err)
                    .lines()
                    .filter(line -> line.startsWith("rota: "))
                    .reduce("", (before, line) -> line);
            return new VerbRun(ended ? run.exitValue() : ExitCode.DONE, "", last + "\n");
        } finally {
            run.destroyForcibly().waitFor();
        }
    }

    private VerbRun as(String user, String... words) {
        List<String> args = new ArrayList<>(List.of(words));
        // What follows -- belongs to a command.
        int end = args.contains("--") ? args.indexOf("--") : args.size();
        args.addAll(end, List.of("--config", config(user)));
        return VerbRun.here(args.toArray(String[]::new));
    }

    private void grantAll() {
        List<String> grants = new ArrayList<>(List.of("topics", "--acls", "--apply", "--domains", DOMAINS));
        for (Role role : Role.all()) {
            grants.addAll(List.of("--principal", role.id() + "=" + role.id()));
        }
        done(as(SecuredBroker.ADMIN, grants.toArray(String[]::new)));
    }

    private ChildProcess child(String domains) {
        return new ChildProcess(
                TestJvm.options("-Xmx512m"),
                List.of("dev.rota.cli.Main", "run", "--domains", domains, "--set", ADOPTS, "--config", config("run")),
                ProcessBuilder.Redirect.appendTo(folder.resolve("run.log").toFile()));
    }

    private static void done(VerbRun run) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    }

    private static void refused(VerbRun run, String why) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(said(run)).singleElement().asString().contains(why);
    }

    private static void notThere(VerbRun run, String what) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(said(run)).singleElement().asString().contains(what);
    }

    /**
     * Returns the lines of the verb's error. A broker in the same process logs requests that it rejects, and on a busy
     * machine a verb may have to wait for the first response of a broker that has just started.
     */
    private static List<String> said(VerbRun run) {
        return run.err()
                .lines()
                .filter(line -> !line.contains(" ERROR ControllerApis: "))
                .filter(line -> !line.startsWith("rota: waiting up to "))
                .toList();
    }

    private String config(String user) {
        return folder.resolve(user + ".properties").toString();
    }

    private String submission() throws IOException {
        return Files.writeString(Files.createTempFile(folder, "lines", ".jsonl"), SUBMISSION + "\n")
                .toString();
    }

    private void write(String user, SecuredBroker broker, RegistryServer registry) throws IOException {
        Map<String, String> settings = new TreeMap<>(broker.settings(user));
        settings.put("schema.registry.url", registry.url());
        settings.put("partitions", "1");
        settings.put("topics.replication.factor", "1");
        settings.put("topics.min.insync.replicas", "1");
        settings.put("http.port", "0");
        settings.put("streams.state.dir", folder.resolve("state").toString());
        List<String> lines = new ArrayList<>();
        settings.forEach((key, value) -> lines.add(key + "=" + value));
        Files.write(Path.of(config(user)), lines);
    }

    private void awaitReady(String firstLine) throws IOException {
        Matcher address = ADDRESS.matcher(firstLine);
        assertThat(address.find())
                .as(firstLine + Files.readString(folder.resolve("run.log")))
                .isTrue();
        URI ready = URI.create(address.group() + "/health/ready");
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(ready).build();
        Await.until(
                "ready",
                () -> client.sendAsync(request, BodyHandlers.discarding())
                        .handle((answer, failure) -> answer != null && answer.statusCode() == 200)
                        .join());
    }
}
