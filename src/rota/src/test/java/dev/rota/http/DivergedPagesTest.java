package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.pages.Pages;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** After an audit that found a foreign output, pages begin with the divergence and its coordinates. */
@Tag("broker")
@Full
class DivergedPagesTest {

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void shouldShowTheDivergenceFirst() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(new ChoresDomain())) {
            DomainRun run = tenant.startReady();
            Settings settings =
                    tenant.settings().with(Map.of(Setting.HTTP_HOST.key(), "127.0.0.1", Setting.HTTP_PORT.key(), "0"));
            try (Pages pages = new Pages(
                            List.of(run.domain()),
                            settings,
                            tenant.wire(),
                            HttpPages.instances(List.of(run)),
                            System::currentTimeMillis);
                    HttpPages server = new HttpPages(
                            settings, List.of(run), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), pages)) {
                String root = "http://127.0.0.1:" + server.port();
                pages.start();
                for (String household : new String[] {"attic", "zoo"}) {
                    tenant.produce(Chores.EVENTS, household, Chores.added(household, "sweep " + household));
                }
                tenant.awaitTaken(Chores.EVENTS);
                tenant.awaitDecided();
                Await.until(
                        "the pages show both",
                        () -> text(root + "/units?domain=chores").contains("2 units"));

                // given two units that verify
                audit(root, "");
                assertThat(text(root + "/")).doesNotContain("Diverged:");
                assertThat(order(text(root + "/units?domain=chores"))).startsWith("attic");

                // when
                String at = doubled(tenant, "zoo");
                audit(root, "");

                // then
                for (String page : new String[] {"/", "/units?domain=chores", "/evidence?domain=chores&unit=zoo"}) {
                    String body = get(root + page).body();
                    assertThat(body).as(page).contains("/record?at=" + URLEncoder.encode(at, UTF_8));
                    assertThat(text(root + page)).as(page).contains("Diverged: unit zoo, first at " + at + ": ");
                }
                assertThat(order(text(root + "/units?domain=chores"))).startsWith("zoo diverged");
                assertThat(text(root + "/")).contains("1 unit diverged");
                assertThat(text(root + "/evidence?domain=chores&unit=attic")).doesNotContain("Diverged:");

                // and an audit of another unit does not hide it
                audit(root, "attic");
                assertThat(text(root + "/")).contains("Diverged: unit zoo");
            }
        }
    }

    /** Appends a copy of the first decision of a unit and returns its coordinates. */
    private static String doubled(Tenant tenant, String unit) throws Exception {
        try (TopicTail tail = tenant.tail(ChoresDomain.TASKS.topic());
                Producer<byte[], byte[]> producer = producer(tenant)) {
            ConsumerRecord<byte[], byte[]> first = tail.toEnd().stream()
                    .filter(record -> Tenant.header(record, "rota-unit").equals(unit))
                    .findFirst()
                    .orElseThrow();
            RecordMetadata there = producer.send(new ProducerRecord<>(
                            first.topic(),
                            first.partition(),
                            first.timestamp(),
                            first.key(),
                            first.value(),
                            first.headers()))
                    .get();
            return there.topic() + "/" + there.partition() + "/" + there.offset();
        }
    }

    private static Producer<byte[], byte[]> producer(Tenant tenant) {
        Properties properties = tenant.settings().producing();
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void audit(String root, String unit) {
        HttpResponse<String> asked = send(HttpRequest.newBuilder(URI.create(root + "/tasks/audit"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("domain=chores&unit=" + unit)));
        assertThat(asked.statusCode()).isEqualTo(303);
        String task = root + asked.headers().firstValue("location").orElseThrow();
        Await.until("the audit ends", () -> text(task).contains("DONE"));
    }

    /** Returns the text of the table of units. */
    private static String order(String page) {
        return page.substring(page.indexOf("Rejections") + "Rejections".length())
                .strip();
    }

    private HttpResponse<String> get(String address) {
        return send(HttpRequest.newBuilder(URI.create(address)));
    }

    /** Returns a page's text in one line. */
    private String text(String address) {
        return get(address).body().replaceAll("<[^>]*>", "").replaceAll("\\s+", " ");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
