package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.options.ExitCode;
import dev.rota.local.Certificates;
import dev.rota.local.FreePort;
import dev.rota.local.SecuredBroker;
import dev.rota.registry.RegistryServer;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.RunProcess;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the example settings in {@code deploy} on a broker and a registry that require authentication. */
@Tag("broker")
@Tag("embedded")
@Full
class SecuredClusterTest {

    private static final String USER = "rota";
    private static final String SUBMISSION =
            "{\"job\":\"j\",\"event\":{\"JobSubmitted\":{\"instance\":\"i\",\"requirements\":[]}}}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static SecuredBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static RegistryServer registry;

    @BeforeAll
    static void start() throws Exception {
        broker = new SecuredBroker(folder, List.of(USER));
        registry = RegistryServer.of(Settings.of(Map.of(
                Setting.BOOTSTRAP.key(),
                broker.internalServers(),
                Setting.REPLICATION_FACTOR.key(),
                "1",
                Setting.REGISTRY_PORT.key(),
                String.valueOf(FreePort.next()),
                Setting.REGISTRY_USER_INFO.key(),
                USER + ":" + SecuredBroker.password(USER),
                Setting.REGISTRY_KEYSTORE.key(),
                broker.brokerKeystore().toString(),
                Setting.REGISTRY_KEYSTORE_PASSWORD.key(),
                Certificates.PASSWORD)));
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
    }

    /** The settings have a client certificate for the broker, and a login for the registry. */
    @Test
    void shouldRunAsTheTlsExampleSays() throws Exception {
        assertRuns(SecuredBroker.CERTIFIED, certified("tls."));
    }

    @Test
    void shouldRunAsTheSaslExampleSays() throws Exception {
        assertRuns(USER, loggedIn("sasl."));
    }

    private static void assertRuns(String principal, Map<String, String> settings) throws Exception {
        grant(principal, settings);
        done(List.of("topics", "--apply", "--domains", "jobs"), settings);
        try (RunProcess run = RunProcess.unstarted("jobs", Files.createTempDirectory(folder, "run"), settings)) {
            run.begin();
            run.awaitRunning();
            done(List.of("produce", "jobs.submissions", submission()), settings);
            VerbRun read = done(List.of("consume", "jobs.events", "--from-beginning", "--max", "1"), settings);

            assertThat(read.out()).contains("QUEUED");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "unset",
            value = {
                "schema.registry.basic.auth.user.info|rota:guessed|schema.registry.basic.auth.user.info",
                "schema.registry.ssl.truststore.location|stranger.p12|schema.registry.ssl.truststore.location",
                "schema.registry.ssl.truststore.|unset|schema.registry.ssl.truststore.location",
                "schema.registry.ssl.truststore.password|guessed|schema.registry.ssl.truststore.location",
                "kafka.ssl.truststore.location|stranger.p12|kafka.ssl.truststore.location",
                "kafka.ssl.keystore.location|stranger-key.p12|kafka.ssl.keystore.location",
                "kafka.ssl.keystore.|unset|kafka.ssl.keystore.location",
            })
    void shouldNameTheSettingThatIsWrong(String setting, String value, String named) throws Exception {
        // given
        Path stranger = folder.resolve("stranger-key.p12");
        if (!Files.exists(stranger)) {
            Certificates.make(stranger, "CN=stranger");
            Certificates.trust(folder.resolve("stranger.p12"), stranger);
        }
        Map<String, String> settings = certified("wrong.");
        grant(SecuredBroker.CERTIFIED, settings);
        done(List.of("topics", "--apply", "--domains", "jobs"), settings);
        if (value == null) {
            settings.keySet().removeIf(name -> name.startsWith(setting));
        } else {
            settings.put(setting, value.endsWith(".p12") ? folder.resolve(value).toString() : value);
        }

        // when
        VerbRun run = run(List.of("produce", "jobs.submissions", submission()), settings);

        // then
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.err().lines().filter(line -> line.startsWith("rota: ")))
                .singleElement()
                .asString()
                .contains(named);
    }

    private static void grant(String principal, Map<String, String> settings) throws IOException {
        List<String> words = new ArrayList<>(List.of("topics", "--acls", "--apply", "--domains", "jobs"));
        for (String role : List.of("apply", "run", "produce", "consume")) {
            words.addAll(List.of("--principal", role + "=" + principal));
        }
        Map<String, String> admin = new TreeMap<>(broker.settings(SecuredBroker.ADMIN));
        admin.put(Setting.TOPIC_PREFIX.key(), settings.getOrDefault(Setting.TOPIC_PREFIX.key(), ""));
        done(words, admin);
    }

    private static String submission() throws IOException {
        return Files.writeString(Files.createTempFile(folder, "lines", ".jsonl"), SUBMISSION + "\n")
                .toString();
    }

    /** Returns the example with a certificate, for this cluster. The registry requires a login as well. */
    private static Map<String, String> certified(String prefix) throws IOException {
        Map<String, String> settings = example("tls", prefix);
        settings.put("schema.registry.basic.auth.user.info", USER + ":" + SecuredBroker.password(USER));
        settings.put("kafka.bootstrap.servers", broker.certifiedServers());
        return settings;
    }

    /** Returns the example with a login, for this cluster, whose certificates Java does not trust by default. */
    private static Map<String, String> loggedIn(String prefix) throws IOException {
        Map<String, String> settings = example("sasl", prefix);
        example("tls", prefix).forEach((name, value) -> {
            if (name.contains(".ssl.truststore.")) {
                settings.put(name, value);
            }
        });
        settings.put("kafka.bootstrap.servers", broker.settings(USER).getOrDefault("kafka.bootstrap.servers", ""));
        return settings;
    }

    private static Map<String, String> example(String name, String prefix) throws IOException {
        Properties example = new Properties();
        try (var lines = Files.newBufferedReader(Path.of("deploy", name + ".properties.example"))) {
            example.load(lines);
        }
        Map<String, String> settings = new TreeMap<>();
        for (String key : example.stringPropertyNames()) {
            String password = key.contains("store.") ? Certificates.PASSWORD : SecuredBroker.password(USER);
            settings.put(
                    key,
                    example.getProperty(key)
                            .replace("/etc/rota", folder.toString())
                            .replace("...", password));
        }
        settings.put("schema.registry.url", registry.url());
        settings.put("topics.replication.factor", "1");
        settings.put("topics.min.insync.replicas", "1");
        settings.put("partitions", "1");
        settings.put("http.port", "0");
        settings.put("streams.state.dir", folder.resolve(prefix + "state").toString());
        settings.put(Setting.TOPIC_PREFIX.key(), prefix);
        return settings;
    }

    private static VerbRun done(List<String> words, Map<String, String> settings) throws IOException {
        VerbRun run = run(words, settings);
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
        return run;
    }

    private static VerbRun run(List<String> words, Map<String, String> settings) throws IOException {
        List<String> lines = new ArrayList<>();
        settings.forEach((name, value) -> lines.add(name + "=" + value));
        Path config = Files.write(Files.createTempFile(folder, "rota", ".properties"), lines);
        List<String> args = new ArrayList<>(words);
        args.addAll(List.of("--config", config.toString()));
        return VerbRun.here(args.toArray(String[]::new));
    }
}
