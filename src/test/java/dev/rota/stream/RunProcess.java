package dev.rota.stream;

import dev.rota.engine.Domain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code rota run} in a process of its own, so that a test can kill it. */
final class RunProcess implements AutoCloseable {

    private static final long VERB_SECONDS_MAX = 300;

    private final String domain;
    private final Path config;
    private final Thread atEnd = new Thread(this::destroy);

    @SuppressWarnings("NullAway.Init")
    private Process process;

    /** @param folder for its configuration */
    RunProcess(Domain domain, Path folder, Map<String, String> settings) throws IOException {
        this.domain = domain.name();
        List<String> lines = new ArrayList<>();
        settings.forEach((key, value) -> lines.add(key + "=" + value));
        config = Files.write(folder.resolve("rota.properties"), lines);
        Runtime.getRuntime().addShutdownHook(atEnd);
        start();
    }

    /** Starts it and waits until it says that it runs. */
    void start(String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "--domains=" + domain));
        words.addAll(List.of(options));
        process = verb(words.toArray(String[]::new))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        if (!String.valueOf(out.readLine()).startsWith("Rota runs")) {
            throw new IllegalStateException("expected it to run, but it ended");
        }
    }

    /** As {@code kill -9} does it. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("expected the process to be gone, but it is there");
        }
    }

    void freeze() throws IOException, InterruptedException {
        Signal.STOP.send(process);
    }

    void thaw() throws IOException, InterruptedException {
        Signal.CONT.send(process);
    }

    /** The file of its configuration, for others of its cluster. */
    Path config() {
        return config;
    }

    /** Audits what it has decided, by the same configuration; the exit code. */
    int audit() throws IOException, InterruptedException {
        return exitOf("audit", domain);
    }

    /** The exit code of a verb by the same configuration. */
    int exitOf(String... words) throws IOException, InterruptedException {
        Process other = verb(words).inheritIO().start();
        try {
            if (!other.waitFor(VERB_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IllegalStateException("expected " + List.of(words) + " to end, but it runs on");
            }
            return other.exitValue();
        } finally {
            other.destroyForcibly();
        }
    }

    private ProcessBuilder verb(String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.rota.cli.Main"));
        command.addAll(List.of(words));
        command.add("--config=" + config);
        return new ProcessBuilder(command);
    }

    private void destroy() {
        process.destroyForcibly();
    }

    @Override
    public void close() throws IOException {
        destroy();
        Runtime.getRuntime().removeShutdownHook(atEnd);
    }
}
