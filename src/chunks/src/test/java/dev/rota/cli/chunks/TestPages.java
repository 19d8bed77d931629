package dev.rota.cli.chunks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.cluster.Wires;
import dev.rota.cli.options.Domains;
import dev.rota.http.HttpPages;
import dev.rota.pages.Instances;
import dev.rota.pages.Pages;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.trials.Await;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** Serves the pages of a cluster's networks without schedulers, with a client for questions that require a replay. */
final class TestPages implements AutoCloseable {

    private final HttpClient client =
            HttpClient.newBuilder().followRedirects(Redirect.NEVER).build();
    private final Pages pages;
    private final HttpPages server;

    TestPages(Settings cluster) {
        Settings settings = cluster.with(Map.of(Setting.HTTP_HOST.key(), "127.0.0.1", Setting.HTTP_PORT.key(), "0"));
        pages = new Pages(
                List.of(Domains.named("chunks", settings)),
                settings,
                Wires.impatient(settings),
                Instances.NONE,
                System::currentTimeMillis);
        server = new HttpPages(settings, List.of(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), pages);
        pages.start();
    }

    /** Submits a form of network {@code main}, and returns the answer when its task is done. */
    Document answer(Map<String, String> form) throws Exception {
        HttpResponse<String> answer = post(form, "http://127.0.0.1:" + server.port());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        String task = answer.headers().firstValue("location").orElseThrow();
        Document[] page = {get("/")};
        Await.until("the replay has ended", () -> {
            page[0] = get(task.substring(task.indexOf("/task")));
            return page[0].select("#task").attr("data-running").equals("false");
        });
        return page[0];
    }

    /** @param origin the origin of the page with the form; empty for a request without one */
    HttpResponse<String> post(Map<String, String> form, String origin) throws Exception {
        Map<String, String> fields = new TreeMap<>(form);
        fields.put("domain", "chunks");
        fields.put("unit", "main");
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("/tasks/inquiry"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body));
        if (!origin.isEmpty()) {
            request.header("Origin", origin);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    Document get(String path) {
        try {
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(path + " " + answer.body()).isEqualTo(200);
            return Jsoup.parse(answer.body());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(path, e);
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    @Override
    public void close() {
        server.close();
        pages.close();
    }
}
