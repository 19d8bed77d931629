package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.ChildProcess;
import dev.rota.local.LocalRegistry;
import dev.rota.local.SecuredBroker;
import dev.rota.stream.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each verb does what it does with exactly the grants that {@code topics --acls} shows, and not without. */
@Tag("broker")
@Tag("embedded")
class GrantsTest {

    private static final String DOMAINS = "jobs,chunks,shards";
    private static final String NOBODY = "nobody";
    private static final String SUBMISSION =
            "{\"job\":\"j\",\"event\":{\"JobSubmitted\":{\"instance\":\"i\",\"requirements\":[]}}}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldDoWithItsGrants() throws Exception {
        List<String> users =
                new ArrayList<>(Arrays.stream(Role.values()).map(Role::id).toList());
        users.add(NOBODY);
        try (SecuredBroker broker = new SecuredBroker(Files.createDirectory(folder.resolve("broker")), users);
                LocalRegistry registry = LocalRegistry.start(broker.internalServers(), 0)) {
            for (String user : users) {
                write(user, broker, registry);
            }
            write(SecuredBroker.ADMIN, broker, registry);

            // given
            refused(as(NOBODY, "topics", "--acls", "--apply", "--principal", "run=run"), "Alter on the cluster");
            refused(as("apply", "topics", "--apply", "--domains", DOMAINS), "Describe on the topic jobs.submissions");
            List<String> grants = new ArrayList<>(List.of("topics", "--acls", "--apply", "--domains", DOMAINS));
            for (Role role : Role.values()) {
                grants.addAll(List.of("--principal", role.id() + "=" + role.id()));
            }
            done(as(SecuredBroker.ADMIN, grants.toArray(String[]::new)));
            done(as("apply", "topics", "--apply", "--domains", DOMAINS));
            refused(as(NOBODY, "produce", "jobs.submissions", submission()), "Write on the topic jobs.submissions");

            // when
            try (ChildProcess run = new ChildProcess(
                    List.of("-Xmx512m", "-XX:+UseSerialGC"),
                    List.of("dev.rota.cli.Main", "run", "--domains", DOMAINS, "--config", config("run")),
                    ProcessBuilder.Redirect.appendTo(folder.resolve("run.log").toFile()))) {
                run.start();
                awaitReady(run.firstLine());
                done(as("produce", "produce", "jobs.submissions", submission()));
                done(as("consume", "consume", "jobs.events", "--from-beginning", "--max", "1"));

                // then
                done(as("audit", "audit", "jobs"));
                done(as("explain", "explain", "jobs", "--job", "j"));
                done(as("hanging", "topics", "--hanging", "--domains", DOMAINS));
                done(as("abort", "topics", "--hanging", "--abort", "--domains", DOMAINS));
                // and where there is nothing, that is what they say
                notThere(as("shards", "shards", "verify", "--all"), "expected shards of pool default");
                notThere(as("shards", "shards", "state", "--shard", "s"), "expected blocks of shard s");
                notThere(as("chunks", "chunks", "plan", "--network", "n"), "expected network n");
                refused(as("void", "void", "jobs", "--at", "jobs.log/0/0", "--reason", "r"), "is a rules record");
            }
        }
    }

    private VerbRun as(String user, String... words) {
        List<String> args = new ArrayList<>(List.of(words));
        args.addAll(List.of("--config", config(user)));
        return VerbRun.here(args.toArray(String[]::new));
    }

    private static void done(VerbRun run) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(Main.DONE);
    }

    private static void refused(VerbRun run, String why) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(Main.WRONG_USE);
        assertThat(said(run)).singleElement().asString().contains(why);
    }

    private static void notThere(VerbRun run, String what) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(Main.DOES_NOT_HOLD);
        assertThat(said(run)).singleElement().asString().contains(what);
    }

    /** What the verb said; the broker, which is in the same process, logs requests that it refuses. */
    private static List<String> said(VerbRun run) {
        return run.err()
                .lines()
                .filter(line -> !line.contains(" ERROR ControllerApis: "))
                .toList();
    }

    private String config(String user) {
        return folder.resolve(user + ".properties").toString();
    }

    private String submission() throws IOException {
        return Files.writeString(Files.createTempFile(folder, "lines", ".jsonl"), SUBMISSION + "\n")
                .toString();
    }

    private void write(String user, SecuredBroker broker, LocalRegistry registry) throws IOException {
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
        assertThat(firstLine).as(Files.readString(folder.resolve("run.log"))).contains("http://");
        URI ready = URI.create(firstLine.substring(firstLine.indexOf("http://")) + "/health/ready");
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(ready).build();
        Await.until(
                "ready",
                () -> client.sendAsync(request, BodyHandlers.discarding())
                        .handle((answer, failure) -> answer != null && answer.statusCode() == 200)
                        .join());
    }
}
