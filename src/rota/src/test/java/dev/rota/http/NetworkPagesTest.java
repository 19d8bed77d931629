package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.chunks.view.OpenMetrics;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.trials.Full;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the pages of a network end to end, from chunks and pings on Kafka to HTTP. */
@Tag("broker")
@Full
class NetworkPagesTest {

    @Test
    void shouldShowWhatTheSchedulerPublishes() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(new ChunksDomain());
                HttpPages pages = TestServer.of(tenant.startReady(), 0, UnitPages.PATIENCE)) {
            // given
            Chunk chunk = new Chunk("0000000000/0000000000-0000000009-\"ü\"", 5L);
            tenant.produce("chunks.listings", "net", new ListingEvent("net", "data", new ChunksListed(List.of(chunk))));
            tenant.produce(
                    "chunks.workers", "w", new WorkerEvent("net", "w", new WorkerPing("1.0.0", 100L, null, null)));
            decide(tenant, "chunks.listings", "chunks.workers");
            tenant.produce("chunks.requests", "net", new EpochRequest("net", false));
            decide(tenant, "chunks.requests");

            // when
            HttpResponse<String> status = get(pages, "/chunks/net/status.json");
            HttpResponse<String> metrics = get(pages, "/chunks/net/metrics.txt");

            // then
            assertThat(status.headers().firstValue("content-type")).hasValue("application/json");
            assertThat(new ObjectMapper().readTree(status.body()).get("workers").toString())
                    .isEqualTo(
                            "[{\"peer_id\":\"w\",\"status\":\"online\",\"version\":\"1.0.0\",\"assigned_chunks\":1,\"confirmed_chunks\":0,"
                                    + "\"missing_chunks\":1,\"confirmed_epoch\":null}]");
            assertThat(new ObjectMapper()
                            .readTree(status.body())
                            .get("effective_from")
                            .longValue())
                    .isGreaterThan(1_600_000_000L)
                    .isLessThan(100_000_000_000L);
            assertThat(metrics.headers().firstValue("content-type"))
                    .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(OpenMetrics.read(metrics.body()))
                    .containsEntry("scheduler_assigned_chunks", Map.of(Map.of("network", "net", "worker", "w"), "1"));
        }
    }

    @Test
    void shouldGiveAWorkerItsChunksWithoutKafka() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(new ChunksDomain());
                HttpPages pages = TestServer.of(tenant.startReady(), 0, UnitPages.PATIENCE)) {
            // given
            String worker = "a/b c.json+%\u00FC";
            Chunk chunk = new Chunk("0000000000/0000000000-0000000009-a", 5L);
            tenant.produce("chunks.listings", "net", new ListingEvent("net", "data", new ChunksListed(List.of(chunk))));
            tenant.produce(
                    "chunks.workers",
                    worker,
                    new WorkerEvent("net", worker, new WorkerPing("1.0.0", 100L, null, null)));
            decide(tenant, "chunks.listings", "chunks.workers");
            tenant.produce("chunks.requests", "net", new EpochRequest("net", false));
            decide(tenant, "chunks.requests");
            String address = "/chunks/net/workers/"
                    + URLEncoder.encode(worker, UTF_8).replace("+", "%20").replace(".", "%2E") + ".json";

            // when
            HttpResponse<String> page = get(pages, address);

            // then
            JsonNode json = new ObjectMapper().readTree(page.body());
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("content-type")).hasValue("application/json");
            assertThat(json.get("worker").textValue()).isEqualTo(worker);
            assertThat(json.get("chunks").toString())
                    .isEqualTo("[{\"number\":0,\"dataset\":\"data\",\"id\":\"" + chunk.getId() + "\",\"size\":5}]");

            // and a client that has the page gets 304
            String tag = page.headers().firstValue("etag").orElseThrow();
            assertThat(tag).matches("\"[0-9a-f]{64}\"");
            for (String form : List.of(address, address + ".gz")) {
                HttpResponse<String> again = get(pages, form, "If-None-Match", "\"x\", " + tag);
                assertThat(again.statusCode()).isEqualTo(304);
                assertThat(again.body()).isEmpty();
                assertThat(again.headers().firstValue("etag")).hasValue(tag);
                assertThat(get(pages, form, "If-None-Match", "\"x\"").statusCode())
                        .isEqualTo(200);
            }

            // and the compressed page has the same content
            HttpRequest packed =
                    HttpRequest.newBuilder(uri(pages, address + ".gz")).build();
            HttpResponse<byte[]> bytes = HttpClient.newHttpClient().send(packed, BodyHandlers.ofByteArray());
            assertThat(bytes.headers().firstValue("content-type")).hasValue("application/gzip");
            assertThat(new String(new GZIPInputStream(new ByteArrayInputStream(bytes.body())).readAllBytes(), UTF_8))
                    .isEqualTo(page.body());

            // and other workers have no page
            assertThat(get(pages, "/chunks/net/workers/nobody.json").statusCode())
                    .isEqualTo(404);
            assertThat(get(pages, "/chunks/net/workers/nobody.json", "If-None-Match", tag)
                            .body())
                    .isEqualTo("expected a worker that the assignment in force of 'net' has, but 'nobody' has none\n");
            assertThat(get(pages, "/chunks/other/workers/nobody.json").statusCode())
                    .isEqualTo(404);
            assertThat(get(pages, "/chunks/net/workers/" + worker.charAt(0)).statusCode())
                    .isEqualTo(404);
        }
    }

    private static void decide(Tenant tenant, String... topics) {
        tenant.flush();
        for (String topic : topics) {
            tenant.awaitTaken(topic);
        }
        tenant.awaitDecided();
    }

    private static URI uri(HttpPages from, String address) {
        return URI.create("http://127.0.0.1:" + from.port() + address);
    }

    private static HttpResponse<String> get(HttpPages from, String address, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(from, address));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }
}
