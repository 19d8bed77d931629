package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Parallel;
import dev.rota.local.TestJvm;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.trials.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * An instance of the chores in a separate process, which a test can kill. It runs a former build, which supports rules
 * 1 only, or the newest.
 */
final class ChoresProcess implements AutoCloseable {

    private static final String FORMER = "former";
    private static final String NEWEST = "newest";
    private static final String RUNS = "runs";

    private final Path folder;
    private final Thread atEnd = new Thread(this::destroy);

    @SuppressWarnings("NullAway.Init")
    private Process process;

    /** @param folder the folder for its configuration and state */
    ChoresProcess(Path folder, Settings cluster, String instance) throws IOException {
        this.folder = Files.createDirectories(folder);
        List<String> lines = new ArrayList<>();
        Map<String, String> settings = cluster.with(Map.of(
                        Setting.INSTANCE_ID.key(),
                        instance,
                        "streams.state.dir",
                        folder.resolve("state").toString()))
                .under("");
        settings.forEach((key, value) -> lines.add(key + "=" + value));
        Files.write(config(folder), lines);
        Runtime.getRuntime().addShutdownHook(atEnd);
    }

    void startFormer() throws IOException {
        start(FORMER);
    }

    void startNewest() throws IOException {
        start(NEWEST);
    }

    private void start(String build) throws IOException {
        Files.deleteIfExists(ended(folder));
        process = new ProcessBuilder(TestJvm.command(
                        TestJvm.options("-Xmx256m"), ChoresProcess.class.getName(), folder.toString(), build))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        if (!RUNS.equals(out.readLine())) {
            throw new IllegalStateException("expected it to run, but it ended");
        }
    }

    /** Kills the process, as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("expected the process to be gone, but it is there");
        }
    }

    /** Waits until the process has ended by itself, and returns the reason. */
    String awaitEnd() throws IOException {
        Await.until("the end of " + folder, () -> !process.isAlive());
        return Files.readString(ended(folder));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    private void destroy() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        destroy();
        Runtime.getRuntime().removeShutdownHook(atEnd);
    }

    private static Path config(Path folder) {
        return folder.resolve("rota.properties");
    }

    /** Returns the file for the reason why the process ended. */
    private static Path ended(Path folder) {
        return folder.resolve("ended");
    }

    /** Runs an instance until it is killed or stops by itself. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Domain domain = args[1].equals(FORMER) ? ChoresDomain.formerBuild() : new ChoresDomain();
        Properties read = new Properties();
        try (Reader config = Files.newBufferedReader(config(folder))) {
            read.load(config);
        }
        Map<String, String> given = new TreeMap<>();
        read.stringPropertyNames().forEach(name -> given.put(name, read.getProperty(name)));
        Settings settings = Settings.of(given);
        CompletableFuture<String> ended = new CompletableFuture<>();
        try (DomainRun run = new DomainRun(
                domain,
                settings,
                Tenant.registry(settings.text(Setting.REGISTRY_URL)),
                Parallel.SEQUENTIAL,
                Recovery.NONE,
                new SimpleMeterRegistry(),
                ended::complete)) {
            run.start();
            System.out.println(RUNS);
            Files.writeString(ended(folder), ended.get());
        }
        System.exit(2);
    }
}
