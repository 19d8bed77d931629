package dev.rota.stream;

import dev.rota.engine.Domain;
import dev.rota.local.ChildProcess;
import dev.rota.local.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code rota run} in a separate process, which a test can kill. */
public final class RunProcess implements AutoCloseable {

    private static final String MAIN = "dev.rota.cli.Main";
    private static final long VERB_SECONDS_MAX = 300;

    private final String domains;
    private final Path config;
    private final List<String> jvmOptions;
    private ChildProcess process;

    /** @param folder the folder for its configuration */
    RunProcess(Domain domain, Path folder, Map<String, String> settings) throws IOException {
        this(domain.name(), folder, settings, TestJvm.options("-Xmx1g"));
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
     * Creates one of several instances, with a small heap. Does not start it.
     *
     * @param domains the names of its domains, such as {@code jobs,shards}
     */
    public static RunProcess unstarted(String domains, Path folder, Map<String, String> settings) throws IOException {
        return new RunProcess(domains, Files.createDirectories(folder), settings, TestJvm.options("-Xmx300m"));
    }

    /** Starts the process, and waits until it reports that it runs. */
    void start(String... options) throws IOException {
        begin(options);
        awaitRunning();
    }

    /** Starts the process, and returns at once. */
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

    /** Kills the process, as {@code kill -9} does. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /** Stops the process, as SIGTERM does. */
    public void terminate() throws InterruptedException {
        process.terminate();
    }

    public void freeze() throws IOException, InterruptedException {
        process.freeze();
    }

    public void thaw() throws IOException, InterruptedException {
        process.thaw();
    }

    /** Returns its configuration file, for other processes of its cluster. */
    public Path config() {
        return config;
    }

    /** Audits its only domain with the same configuration, and returns the exit code. */
    public int audit() throws IOException, InterruptedException {
        return exitOf("audit", domains);
    }

    /** Runs a verb with the same configuration, and returns its exit code. */
    public int exitOf(String... words) throws IOException, InterruptedException {
        Process other = new ProcessBuilder(TestJvm.command(jvmOptions, MAIN, arguments(words)))
                .inheritIO()
                .start();
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
        List<String> program = new ArrayList<>(List.of(MAIN));
        program.addAll(List.of(arguments(words.toArray(String[]::new))));
        return new ChildProcess(jvmOptions, program, ProcessBuilder.Redirect.INHERIT);
    }

    private String[] arguments(String... words) {
        return Stream.concat(Stream.of(words), Stream.of("--config=" + config)).toArray(String[]::new);
    }

    @Override
    public void close() {
        process.close();
    }
}
