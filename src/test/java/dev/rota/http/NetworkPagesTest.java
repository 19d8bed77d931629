package dev.rota.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.view.OpenMetrics;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pages of a network, from producers of chunks and pings to those who read them over HTTP. */
@Tag("broker")
class NetworkPagesTest {

    @Test
    void shouldShowWhatTheSchedulerPublishes() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(new ChunksDomain());
                HttpPages pages = TestServer.of(tenant.startReady(), 0, UnitPages.PATIENCE)) {
            // given
            Chunk chunk = new Chunk("0000000000/0000000000-0000000009-\"ü\"", 5L);
            tenant.produce("chunks.listings", "net", new ListingEvent("net", "data", new ChunksListed(List.of(chunk))));
            tenant.produce("chunks.workers", "w", new WorkerEvent("net", "w", new WorkerPing("1.0.0", 100L, null)));
            decide(tenant, "chunks.listings", "chunks.workers");
            tenant.produce("chunks.requests", "net", new EpochRequest("net"));
            decide(tenant, "chunks.requests");

            // when
            HttpResponse<String> status = get(pages, "/chunks/net/status.json");
            HttpResponse<String> metrics = get(pages, "/chunks/net/metrics.txt");

            // then
            assertThat(status.headers().firstValue("content-type")).hasValue("application/json");
            assertThat(new ObjectMapper().readTree(status.body()).get("workers").toString())
                    .isEqualTo("[{\"peer_id\":\"w\",\"status\":\"online\",\"version\":\"1.0.0\"}]");
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

    private static void decide(Tenant tenant, String... topics) {
        tenant.flush();
        for (String topic : topics) {
            tenant.awaitTaken(topic);
        }
        tenant.awaitDecided();
    }

    private static HttpResponse<String> get(HttpPages from, String address) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + from.port() + address);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
}
