package dev.rota.bench.cluster;

import dev.rota.local.ChildProcess;
import dev.rota.local.FreePort;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs {@code rota run} in a separate process, with its own instance id and state folder. */
final class Instance implements AutoCloseable {

    private static final List<String> JVM_OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");
    private static final long READY_SECONDS_MAX = 180;

    private final String id;
    private final Path log;
    private final ChildProcess process;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    /** The address of its pages; empty until its log contains it. */
    private String pages = "";

    /** @param folder the folder for its configuration, state and log */
    Instance(String id, String domain, Path folder, Settings settings) throws IOException {
        this(id, domain, folder, settings, JVM_OPTIONS);
    }

    Instance(String id, String domain, Path folder, Settings settings, List<String> options) throws IOException {
        this.id = id;
        Path own = Files.createDirectories(folder.resolve(id));
        this.log = own.resolve("log");
        Path config = own.resolve("rota.properties");
        int port = FreePort.next();
        List<String> lines = new ArrayList<>();
        settings.with(Map.of(
                        Setting.INSTANCE_ID.key(),
                        id,
                        Setting.HTTP_PORT.key(),
                        String.valueOf(port),
                        Setting.HTTP_ADVERTISED.key(),
                        "127.0.0.1:" + port,
                        "streams.client.id",
                        id,
                        "streams.state.dir",
                        own.resolve("state").toString()))
                .under("")
                .forEach((key, value) -> lines.add(key + "=" + value));
        Files.write(config, lines);
        this.process = new ChildProcess(
                options,
                List.of("dev.rota.cli.Main", "run", "--domains=" + domain, "--config=" + config),
                ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    String id() {
        return id;
    }

    /** Starts the process and returns at once. */
    void start() throws IOException {
        pages = "";
        process.start();
    }

    /** Waits until its health is ready. */
    void awaitReady() throws IOException, InterruptedException {
        if (pages.isEmpty()) {
            String line = process.firstLine();
            if (line.isEmpty()) {
                throw new IllegalStateException("expected instance " + id + " to run, but it exited; see its log");
            }
            pages = line.substring(line.indexOf("http://")).replaceFirst(";.*", "");
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS_MAX);
        while (!ready()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "expected instance " + id + " to be ready within " + READY_SECONDS_MAX + " s, but it is not");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private boolean ready() throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(pages + "/health/ready"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            if (!process.isAlive()) {
                throw new IllegalStateException("expected instance " + id + " to run, but it exited; see its log", e);
            }
            return false;
        }
    }

    /** Returns the lines of its log that contain a word. */
    List<String> logged(String word) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains(word)).toList();
        }
    }

    /** Returns the peak of its resident memory since its start. */
    long residentPeakKibibytes() {
        return process.residentPeakKibibytes();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void kill() throws InterruptedException {
        process.kill();
    }

    /** Stops the process as planned, and waits until it has ended. */
    void terminate() throws InterruptedException {
        process.terminate();
    }

    void freeze() throws IOException, InterruptedException {
        process.freeze();
    }

    void thaw() throws IOException, InterruptedException {
        process.thaw();
    }

    @Override
    public void close() {
        process.close();
    }
}
