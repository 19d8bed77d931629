package dev.rota.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.engine.Nullable;
import dev.rota.local.FreePort;
import dev.rota.trials.Await;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Prometheus that scrapes some instances and evaluates the alerts of {@code deploy/prometheus}. */
public final class PrometheusProcess implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path ALERTS = Path.of("deploy/prometheus/alerts.yml");

    private final HttpClient client = HttpClient.newHttpClient();
    private final int port = FreePort.next();
    private final Path out;
    private final Process process;

    /**
     * Starts a Prometheus.
     *
     * @param folder the folder for its configuration and data
     * @param targets hosts and ports to scrape
     */
    public PrometheusProcess(Path folder, int scrapeSeconds, List<String> targets) throws IOException {
        Files.createDirectories(folder);
        Path config = folder.resolve("prometheus.yml");
        Files.writeString(config, """
                global: {scrape_interval: %ds, evaluation_interval: 5s}
                rule_files: ['%s']
                scrape_configs:
                  - job_name: rota
                    static_configs: [{targets: [%s]}]
                """.formatted(
                        scrapeSeconds,
                        ALERTS.toAbsolutePath(),
                        targets.stream().map(target -> "'" + target + "'").collect(Collectors.joining(", "))));
        out = folder.resolve("prometheus.out");
        process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
    }

    /**
     * Skips the test if no Prometheus is installed. With {@code -Dprometheus.required=true}, the test fails instead.
     */
    public static void assumeThere(String otherwise) {
        boolean there = isThere();
        if (Boolean.getBoolean("prometheus.required")) {
            assertThat(there).as("prometheus and promtool on the PATH").isTrue();
        }
        assumeTrue(there, otherwise);
    }

    /** Returns whether {@code prometheus} and {@code promtool} are on the PATH. */
    public static boolean isThere() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "prometheus"))
                        && Files.isExecutable(Path.of(each, "promtool")));
    }

    /** Runs {@code promtool} and returns its exit code. */
    public static int promtool(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(args));
        Process tool = new ProcessBuilder(command).inheritIO().start();
        try {
            return tool.waitFor();
        } finally {
            tool.destroyForcibly();
        }
    }

    /** Returns the response to a query, or null if it does not accept requests yet. */
    public @Nullable JsonNode query(String query) {
        return get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    }

    /** Returns the response to a path, or null if it does not accept requests yet. */
    public @Nullable JsonNode get(String path) {
        assertThat(process.isAlive()).as(this::output).isTrue();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 503 ? null : JSON.readTree(response.body());
        } catch (ConnectException e) {
            return null;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(path, e);
        }
    }

    /**
     * Waits for a scrape after the one at time {@code last}, which is empty at first. Returns the time of the scrape.
     */
    public String awaitScrape(String last) {
        String[] found = {last};
        Await.until("a scrape after '" + last + "'", () -> {
            JsonNode answer = query("max(timestamp(up))");
            found[0] =
                    answer == null ? last : answer.at("/data/result/0/value/1").asText(last);
            return !found[0].equals(last);
        });
        return found[0];
    }

    /** Returns the alerts that have fired within a duration until now, such as {@code 5m}. */
    public Set<String> fired(String within) {
        return names("count by (alertname) (count_over_time(ALERTS{alertstate=\"firing\"}[" + within + "]))");
    }

    /** Returns the alerts that are firing now. */
    public Set<String> firing() {
        return names("count by (alertname) (ALERTS{alertstate=\"firing\"})");
    }

    private Set<String> names(String query) {
        JsonNode answer = query(query);
        assertThat(answer).as(query).isNotNull();
        assertThat(answer.path("status").asText()).as(query + ": " + answer).isEqualTo("success");
        Set<String> names = new TreeSet<>();
        answer.at("/data/result")
                .forEach(series -> names.add(series.at("/metric/alertname").asText()));
        return names;
    }

    private String output() {
        try {
            return Files.exists(out) ? Files.readString(out) : "";
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
