package dev.rota.stream;

import dev.rota.engine.Domain;
import dev.rota.local.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code rota run} in a process of its own, so that a test can kill it. */
public final class RunProcess implements AutoCloseable {

    private static final long VERB_SECONDS_MAX = 300;

    private final String domains;
    private final Path config;
    private final List<String> jvmOptions;
    private ChildProcess process;

    /** @param folder for its configuration */
    RunProcess(Domain domain, Path folder, Map<String, String> settings) throws IOException {
        this(domain.name(), folder, settings, List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        start();
    }

    private RunProcess(String domains, Path folder, Map<String, String> settings, List<String> jvmOptions)
            throws IOException {
        this.domains = domains;
        this.jvmOptions = jvmOptions;
        List<String> lines = new ArrayList<>();
        settings.forEach((key, value) -> lines.add(key + "=" + value));
        config = Files.write(folder.resolve("rota.properties"), lines);
        process = process();
    }

    /**
     * One of several instances, so it is content with little memory; nothing runs yet.
     *
     * @param domains their names, such as {@code jobs,shards}
     */
    public static RunProcess unstarted(String domains, Path folder, Map<String, String> settings) throws IOException {
        List<String> small = List.of("-Xmx300m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        return new RunProcess(domains, Files.createDirectories(folder), settings, small);
    }

    /** Starts it and waits until it says that it runs. */
    void start(String... options) throws IOException {
        begin(options);
        awaitRunning();
    }

    /** Starts it and returns at once. */
    public void begin(String... options) throws IOException {
        process.close();
        process = process(options);
        process.start();
    }

    public void awaitRunning() throws IOException {
        if (!process.firstLine().startsWith("Rota runs")) {
            throw new IllegalStateException("expected it to run, but it ended");
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** As {@code kill -9} does it. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /** As SIGTERM does it. */
    public void terminate() throws InterruptedException {
        process.terminate();
    }

    public void freeze() throws IOException, InterruptedException {
        process.freeze();
    }

    public void thaw() throws IOException, InterruptedException {
        process.thaw();
    }

    /** The file of its configuration, for others of its cluster. */
    public Path config() {
        return config;
    }

    /** Audits what it has decided, if it is one domain, by the same configuration; the exit code. */
    public int audit() throws IOException, InterruptedException {
        return exitOf("audit", domains);
    }

    /** The exit code of a verb by the same configuration. */
    public int exitOf(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(verb(words));
        Process other = new ProcessBuilder(command).inheritIO().start();
        try {
            if (!other.waitFor(VERB_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IllegalStateException("expected " + List.of(words) + " to end, but it runs on");
            }
            return other.exitValue();
        } finally {
            other.destroyForcibly();
        }
    }

    private ChildProcess process(String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--domains=" + domains));
        words.addAll(List.of(options));
        return new ChildProcess(jvmOptions, verb(words.toArray(String[]::new)), ProcessBuilder.Redirect.INHERIT);
    }

    private List<String> verb(String... words) {
        List<String> verb = new ArrayList<>(List.of("dev.rota.cli.Main"));
        verb.addAll(List.of(words));
        verb.add("--config=" + config);
        return verb;
    }

    @Override
    public void close() {
        process.close();
    }
}
