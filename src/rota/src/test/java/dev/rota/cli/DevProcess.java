package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.local.FreePort;
import dev.rota.local.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Runs {@code rota dev} in a separate process, on free ports that stay the same after a restart. */
public final class DevProcess implements AutoCloseable {

    private static final long UP_SECONDS_MAX = 120;

    /** Marks the end of the output, after its last line. */
    private static final String END = "(it has ended)";

    private final Path folder;
    private final int port = FreePort.next();
    private final int registryPort = FreePort.next();
    private final int httpPort = FreePort.next();
    private @Nullable Process process;

    public DevProcess(Path folder) {
        this.folder = folder;
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Starts {@code rota dev} with a separate data folder, and waits until it has printed the expected output. */
    public void start(List<String> options, ExpectedOutput shape) throws IOException, InterruptedException {
        assertThat(isRunning()).as("dev runs already").isFalse();
        List<String> command = TestJvm.command(TestJvm.options("-Xmx1g"), Main.class.getName(), "dev");
        String data = "";
        for (int i = 0; i < options.size(); i++) {
            command.add(options.get(i));
            if (options.get(i).equals("--data")) {
                data = options.get(++i);
                command.add(folder.resolve("data").toString());
            }
        }
        command.addAll(List.of("--port", String.valueOf(port)));
        command.addAll(List.of("--registry-port", String.valueOf(registryPort)));
        command.addAll(List.of("--http-port", String.valueOf(httpPort)));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
        process = builder.redirectError(folder.resolve("dev.err").toFile()).start();
        BlockingQueue<String> lines = lines(process);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(UP_SECONDS_MAX);
        StringBuilder printed = new StringBuilder();
        while (!shape.fits(printed.toString())) {
            String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            assertThat(line)
                    .as("expected dev to print " + shape + ", but it printed " + printed)
                    .isNotNull()
                    .isNotSameAs(END);
            printed.append(line.replace(folder.resolve("data").toString(), data))
                    .append('\n');
        }
    }

    /**
     * Returns the output of a process, line by line, then {@link #END}. A thread reads it to the end, so that the
     * process never blocks.
     */
    private static BlockingQueue<String> lines(Process of) {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Thread reading = new Thread(
                () -> {
                    try (BufferedReader out = of.inputReader(StandardCharsets.UTF_8)) {
                        out.lines().forEach(lines::add);
                    } catch (IOException | UncheckedIOException e) {
                        // the process was killed
                    }
                    lines.add(END);
                },
                "dev's output");
        reading.setDaemon(true);
        reading.start();
        return lines;
    }

    void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Ends the process as Ctrl-C does. */
    public void end() throws InterruptedException {
        if (process != null) {
            process.destroy();
            assertThat(process.waitFor(UP_SECONDS_MAX, TimeUnit.SECONDS))
                    .as("dev has ended")
                    .isTrue();
        }
    }

    /** Returns its standard error so far. */
    public String errors() {
        try {
            return Files.readString(folder.resolve("dev.err"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the options with which verbs connect to it. */
    public List<String> connection() {
        return List.of(
                "--set",
                "kafka.bootstrap.servers=localhost:" + port,
                "--set",
                "schema.registry.url=http://localhost:" + registryPort);
    }

    /** Returns the variables by which clients connect to it. */
    public Map<String, String> environment() {
        return Map.of(
                "ROTA_KAFKA_BOOTSTRAP_SERVERS", "localhost:" + port,
                "ROTA_SCHEMA_REGISTRY_URL", "http://localhost:" + registryPort);
    }

    /** Returns the address of its pages. */
    String pages() {
        return "http://localhost:" + httpPort;
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }
}
