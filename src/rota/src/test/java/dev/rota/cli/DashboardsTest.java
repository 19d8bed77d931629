package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cluster.PrometheusProcess;
import dev.rota.trials.Full;
import java.io.IOException;
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
 * Runs every query of the dashboards and alerts on a Prometheus that scrapes the demo. Skipped without Prometheus,
 * unless {@code -Dprometheus.required=true} makes that an error.
 */
@Tag("broker")
@Tag("embedded")
@Full
class DashboardsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(75);
    private static final Pattern METRIC = Pattern.compile("rota_[a-z_]+");

    /** Panels that are empty if there is no failure, or if nothing waits at the moment. */
    private static final Set<String> EMPTY_AT_TIMES = Set.of(
            "overview: Held back by open transactions",
            "overview: Age of the last audit",
            "overview: Last audit verified",
            "jobs: Oldest waiting job",
            "shards: First shard of the queue waits");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldFireAsTheCasesSay() throws Exception {
        requirePrometheus();

        assertThat(PrometheusProcess.promtool("check", "rules", "deploy/prometheus/alerts.yml"))
                .isZero();
        assertThat(PrometheusProcess.promtool("test", "rules", "deploy/prometheus/alerts_test.yml"))
                .isZero();
    }

    @Test
    void shouldAnswerEveryQuery() throws Exception {
        requirePrometheus();
        // given
        Map<String, String> panels = panels();
        assertThat(panels).hasSizeGreaterThan(40);
        assertThat(MetricsTable.names()).containsAll(metrics(panels.values()));

        try (DevProcess dev = new DevProcess(folder)) {
            dev.start(List.of("--demo"), ExpectedOutput.of(List.of("…", "Ctrl-C ends it.", "…")));
            try (PrometheusProcess prometheus =
                    new PrometheusProcess(folder, 1, List.of(dev.pages().replace("http://", "")))) {
                // when
                Map<String, String> empty = new LinkedHashMap<>(panels);
                String scraped = "";
                long end = System.nanoTime() + TIMEOUT.toNanos();
                while (!EMPTY_AT_TIMES.containsAll(names(empty.keySet())) && System.nanoTime() < end) {
                    scraped = prometheus.awaitScrape(scraped);
                    for (String panel : List.copyOf(empty.keySet())) {
                        JsonNode answer = prometheus.query(String.valueOf(panels.get(panel)));
                        if (answer != null && series(panel, answer) > 0) {
                            empty.remove(panel);
                        }
                    }
                }

                // then
                assertThat(EMPTY_AT_TIMES).containsAll(names(empty.keySet()));
                List<String> alerts = new ArrayList<>();
                JsonNode rules = prometheus.get("/api/v1/rules");
                assertThat(rules).isNotNull();
                for (JsonNode rule : rules.at("/data/groups").findValues("rules").stream()
                        .flatMap(group -> Stream.iterate(0, i -> i < group.size(), i -> i + 1)
                                .map(group::get))
                        .toList()) {
                    String name = rule.get("name").asText();
                    String query = rule.get("query").asText();
                    assertThat(MetricsTable.names()).as(name).containsAll(metrics(List.of(query)));
                    JsonNode answer = prometheus.query(query);
                    assertThat(answer).as(name).isNotNull();
                    series(name, answer);
                    alerts.add(name);
                }
                assertThat(alerts).hasSizeGreaterThan(25);
            }
        }
    }

    /** Returns the queries of all dashboards by panel, with variables that select everything. */
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

    private static void requirePrometheus() {
        PrometheusProcess.assumeThere(
                "skipped: neither dashboards nor alerts are checked, for prometheus is not on the PATH");
    }
}
