package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.engine.Nullable;
import dev.rota.serde.FreePort;
import dev.rota.stream.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Prometheus that scrapes the demo answers every query of the dashboards and alerts. Skipped without Prometheus, unless
 * {@code -Dprometheus.required=true} makes that an error.
 */
@Tag("broker")
@Tag("embedded")
class DashboardsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(75);
    private static final Pattern METRIC = Pattern.compile("rota_[a-z_]+");

    /** Panels that are empty on a good day, or when nothing waits at the moment. */
    private static final Set<String> EMPTY_AT_TIMES = Set.of(
            "overview: Held back by open transactions",
            "overview: Age of the last audit",
            "overview: Last audit verified",
            "jobs: Oldest waiting job",
            "shards: First shard of the queue waits");

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldFireAsTheCasesSay() throws Exception {
        requirePrometheus();

        assertThat(promtool("check", "rules", "deploy/prometheus/alerts.yml")).isZero();
        assertThat(promtool("test", "rules", "deploy/prometheus/alerts_test.yml"))
                .isZero();
    }

    @Test
    void shouldAnswerEveryQuery() throws Exception {
        requirePrometheus();
        // given
        Map<String, String> panels = panels();
        assertThat(panels).hasSizeGreaterThan(40);
        assertThat(MetricsTable.names()).containsAll(metrics(panels.values()));
        int port = FreePort.next();

        try (DevProcess dev = new DevProcess(folder)) {
            dev.start(List.of("--demo"), Shape.of(List.of("…", "Ctrl-C ends it.", "…")));
            Process prometheus = prometheus(port, dev);
            try {
                // when
                Map<String, String> empty = new LinkedHashMap<>(panels);
                String scraped = "";
                long end = System.nanoTime() + PATIENCE.toNanos();
                while (!EMPTY_AT_TIMES.containsAll(names(empty.keySet())) && System.nanoTime() < end) {
                    scraped = awaitScrape(port, prometheus, scraped);
                    for (String panel : List.copyOf(empty.keySet())) {
                        JsonNode answer = get(port, "/api/v1/query?query=" + encoded(panels.get(panel)));
                        if (answer != null && series(panel, answer) > 0) {
                            empty.remove(panel);
                        }
                    }
                }

                // then
                assertThat(EMPTY_AT_TIMES).containsAll(names(empty.keySet()));
                List<String> alerts = new ArrayList<>();
                JsonNode rules = get(port, "/api/v1/rules");
                assertThat(rules).isNotNull();
                for (JsonNode rule : rules.at("/data/groups").findValues("rules").stream()
                        .flatMap(group -> Stream.iterate(0, i -> i < group.size(), i -> i + 1)
                                .map(group::get))
                        .toList()) {
                    String name = rule.get("name").asText();
                    String query = rule.get("query").asText();
                    assertThat(MetricsTable.names()).as(name).containsAll(metrics(List.of(query)));
                    JsonNode answer = get(port, "/api/v1/query?query=" + encoded(query));
                    assertThat(answer).as(name).isNotNull();
                    series(name, answer);
                    alerts.add(name);
                }
                assertThat(alerts).hasSizeGreaterThan(25);
            } finally {
                prometheus.destroyForcibly().waitFor();
            }
        }
    }

    /** Waits for a scrape after this one; when it was. */
    private String awaitScrape(int port, Process prometheus, String last) {
        String[] found = {last};
        Await.until("a scrape after '" + last + "'", () -> {
            assertThat(prometheus.isAlive()).as(log()).isTrue();
            JsonNode answer = get(port, "/api/v1/query?query=" + encoded("timestamp(up)"));
            found[0] =
                    answer == null ? last : answer.at("/data/result/0/value/1").asText(last);
            return !found[0].equals(last);
        });
        return found[0];
    }

    /** Panel and query of all dashboards, with variables that choose everything. */
    private static Map<String, String> panels() throws IOException {
        Map<String, String> queries = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(Path.of("deploy/grafana"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                String dashboard = file.getFileName().toString().replace(".json", "");
                for (JsonNode panel : JSON.readTree(file.toFile()).get("panels")) {
                    for (JsonNode target : panel.path("targets")) {
                        String query = target.get("expr")
                                .asText()
                                .replace("$__rate_interval", "30s")
                                .replaceAll("\\$(domain|unit|instance)", ".*");
                        assertThat(query).doesNotContain("$");
                        queries.put(
                                dashboard + ": " + panel.get("title").asText() + "/"
                                        + target.get("refId").asText(),
                                query);
                    }
                }
            }
        }
        return queries;
    }

    private static Set<String> names(Set<String> panels) {
        Set<String> names = new LinkedHashSet<>();
        panels.forEach(panel -> names.add(panel.substring(0, panel.lastIndexOf('/'))));
        return names;
    }

    private static Set<String> metrics(Iterable<String> queries) {
        Set<String> names = new TreeSet<>();
        for (String query : queries) {
            METRIC.matcher(query)
                    .results()
                    .map(match -> match.group().replaceFirst("_bucket$", ""))
                    .filter(name -> !name.endsWith("_"))
                    .forEach(names::add);
        }
        return names;
    }

    private static int series(String name, JsonNode answer) {
        assertThat(answer.path("status").asText()).as(name + ": " + answer).isEqualTo("success");
        return answer.at("/data/result").size();
    }

    private static String encoded(@Nullable String query) {
        return URLEncoder.encode(String.valueOf(query), StandardCharsets.UTF_8);
    }

    /** Prometheus' answer; null while it does not listen yet. */
    private @Nullable JsonNode get(int port, String path) {
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

    private Process prometheus(int port, DevProcess dev) throws IOException {
        Path config = folder.resolve("prometheus.yml");
        Files.writeString(config, """
                global: {scrape_interval: 1s, evaluation_interval: 5s}
                rule_files: ['%s']
                scrape_configs:
                  - job_name: rota
                    static_configs: [{targets: ['%s']}]
                """.formatted(
                        Path.of("deploy/prometheus/alerts.yml").toAbsolutePath(),
                        dev.pages().replace("http://", "")));
        return new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.out").toFile())
                .start();
    }

    private String log() {
        Path out = folder.resolve("prometheus.out");
        try {
            return Files.exists(out) ? Files.readString(out) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int promtool(String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void requirePrometheus() {
        boolean there = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .filter(each -> Files.isExecutable(Path.of(each, "prometheus"))
                                && Files.isExecutable(Path.of(each, "promtool")))
                        .count()
                > 0;
        if (Boolean.getBoolean("prometheus.required")) {
            assertThat(there).as("prometheus and promtool on the PATH").isTrue();
        }
        assumeTrue(there, "skipped: neither dashboards nor alerts are checked, for prometheus is not on the PATH");
    }
}
