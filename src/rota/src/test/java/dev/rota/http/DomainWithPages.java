package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Domain;
import dev.rota.engine.Output;
import dev.rota.engine.schema.Framing;
import dev.rota.pages.Pages;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** Runs a domain on a broker, with its pages. */
final class DomainWithPages implements AutoCloseable {

    /** An output with its sequence number in its unit. */
    record NumberedOutput<R>(long seq, long time, R value) {}

    private final HttpClient client = HttpClient.newHttpClient();
    private final Domain domain;
    private final SharedCluster cluster;
    private final Tenant tenant;
    private final Pages pages;
    private final HttpPages server;

    DomainWithPages(Domain domain) throws Exception {
        this.domain = domain;
        cluster = new SharedCluster();
        tenant = cluster.tenant(domain);
        DomainRun run = tenant.startReady();
        Settings settings =
                tenant.settings().with(Map.of(Setting.HTTP_HOST.key(), "127.0.0.1", Setting.HTTP_PORT.key(), "0"));
        pages = new Pages(
                List.of(run.domain()),
                settings,
                tenant.wire(),
                HttpPages.instances(List.of(run)),
                System::currentTimeMillis);
        server = new HttpPages(settings, List.of(run), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), pages);
        pages.start();
    }

    /** Produces an event, and waits until it is decided. */
    void feed(String topic, String key, SpecificRecord event) throws InterruptedException {
        tenant.produce(topic, key, event);
        awaitDecided(topic);
    }

    /** Waits until all events in a topic are decided. */
    void awaitDecided(String topic) {
        tenant.awaitTaken(topic);
        tenant.awaitDecided();
    }

    Tenant tenant() {
        return tenant;
    }

    /** Returns all records of an output topic, in the order of their decision. */
    <R extends SpecificRecord> List<NumberedOutput<R>> outputs(Output<R> output) throws Exception {
        List<NumberedOutput<R>> outputs = new ArrayList<>();
        try (TopicTail tail = tenant.tail(output.topic())) {
            for (ConsumerRecord<byte[], byte[]> record : tail.toEnd()) {
                outputs.add(new NumberedOutput<>(
                        Long.parseLong(Tenant.header(record, "rota-seq")),
                        record.timestamp(),
                        output.decode(record.value(), Framing.BYTES, domain.rules())));
            }
        }
        outputs.sort(Comparator.comparingLong(NumberedOutput::seq));
        return outputs;
    }

    /** Waits until the pages show a decision. */
    void awaitShown(String unit, long seq) {
        Await.until(
                "the pages show decision " + seq,
                () -> page("/unit", "unit", unit).select("#seq").text().equals(String.valueOf(seq)));
    }

    /** Returns a page about a unit. */
    Document page(String path, String... parameters) {
        StringBuilder address = new StringBuilder(path).append("?domain=").append(domain.name());
        for (int i = 0; i < parameters.length; i += 2) {
            address.append('&').append(parameters[i]).append('=').append(URLEncoder.encode(parameters[i + 1], UTF_8));
        }
        return Jsoup.parse(get(address.toString()));
    }

    /** Returns the page of a subject. */
    Document subject(String unit, String kind, String id, String... more) {
        List<String> parameters = new ArrayList<>(List.of("unit", unit, "kind", kind, "id", id));
        parameters.addAll(List.of(more));
        return page("/subject", parameters.toArray(String[]::new));
    }

    /** Returns a figure on a page. */
    static String figure(Document page, String name) {
        return page.select("[data-figure=" + name + "]").text();
    }

    /** Returns all figures of a name on a page. */
    static List<String> figures(Document page, String name) {
        return page.select("[data-figure=" + name + "]").eachText();
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    String get(String path) {
        try {
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(address(path)).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(path + " " + answer.body()).isEqualTo(200);
            assertThat(answer.body()).as(path).hasSizeLessThan(200_000);
            return answer.body();
        } catch (Exception e) {
            throw new AssertionError(path, e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        pages.close();
        tenant.close();
        cluster.close();
    }
}
