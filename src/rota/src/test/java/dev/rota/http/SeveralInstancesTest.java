package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.local.FreePort;
import dev.rota.settings.Setting;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two instances share the partitions of a log, and each shows the units of both. */
@Tag("broker")
@Full
class SeveralInstancesTest {

    private static final int UNITS = 20;
    private static final int PARTITIONS = 6;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private final HttpClient client = HttpClient.newHttpClient();

    private record Instance(DomainRun run, HttpPages pages) implements AutoCloseable {
        @Override
        public void close() {
            run.close();
            pages.close();
        }
    }

    @Test
    void shouldShowTheUnitsOfTheOtherInstance() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(
                        new ChoresDomain(), Map.of(Setting.PARTITIONS.key(), String.valueOf(PARTITIONS)));
                Instance one = start(tenant, "one")) {
            for (int i = 0; i < UNITS; i++) {
                tenant.produce(Chores.EVENTS, "h" + i, Chores.added("h" + i, "dishes"));
            }
            try (Instance two = start(tenant, "two")) {
                // given
                Await.until(
                        () -> "each its share, but " + one.run().ownership() + " and "
                                + two.run().ownership(),
                        () -> shared(one.run(), two.run()) && shared(two.run(), one.run()));
                tenant.awaitTaken(Chores.EVENTS);
                tenant.awaitDecided();

                // when
                for (int i = 0; i < UNITS; i++) {
                    HttpResponse<String> here = get(one, "h" + i);
                    HttpResponse<String> there = get(two, "h" + i);

                    // then
                    assertThat(here.statusCode()).isEqualTo(200);
                    assertThat(here.body()).contains("dishes is helper ").isEqualTo(there.body());
                    assertThat(there.headers().firstValue("content-type"))
                            .isEqualTo(here.headers().firstValue("content-type"));
                }
                for (String unknown : List.of("nobody", "no one", "none/of us", "..", "nowhere")) {
                    assertThat(List.of(get(one, unknown), get(two, unknown))).allSatisfy(page -> {
                        assertThat(page.statusCode()).isEqualTo(404);
                        assertThat(page.body()).contains("'" + unknown + "'");
                    });
                }
                assertThat(overview(one))
                        .contains(
                                "<td>this instance</td>",
                                "<td>127.0.0.1:" + two.pages().port() + "; this one stands by</td>");

                // and when a request has been forwarded already
                List<Integer> statuses = new ArrayList<>();
                for (int i = 0; i < UNITS; i++) {
                    statuses.add(client.send(
                                    request(one, "h" + i)
                                            .header(PageForward.HOP, "1")
                                            .build(),
                                    BodyHandlers.ofString())
                            .statusCode());
                }

                // then it is not forwarded again
                assertThat(statuses).contains(200, 421).containsOnly(200, 421);
            }

            // and when the other instance has stopped
            for (int i = 0; i < UNITS; i++) {
                String unit = "h" + i;
                Await.until(unit, () -> {
                    HttpResponse<String> page = get(one, unit);
                    // then
                    assertThat(page.statusCode()).isIn(200, 503);
                    assertThat(page.headers().firstValue("retry-after").isPresent())
                            .isEqualTo(page.statusCode() == 503);
                    return page.statusCode() == 200;
                });
            }
            assertThat(one.run().ownership().decides()).hasSize(PARTITIONS);
            tenant.produce(Chores.EVENTS, "h0", Chores.added("h0", "laundry"));
            assertThat(tenant.tail(Chores.TASKS).atLeast(UNITS + 1)).hasSize(UNITS + 1);
        }
    }

    @Test
    void shouldSayWhatToSetIfTheInstancesAdvertiseNoAddress() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(
                        new ChoresDomain(), Map.of(Setting.PARTITIONS.key(), String.valueOf(PARTITIONS)));
                Instance one = start(tenant, "one", FreePort.next(), Map.of());
                Instance two = start(tenant, "two", FreePort.next(), Map.of())) {
            // given
            tenant.produce(Chores.EVENTS, "home", Chores.added("home", "dishes"));
            tenant.awaitTaken(Chores.EVENTS);
            tenant.awaitDecided();
            Await.until(
                    () -> "each its share, but " + one.run().ownership() + " and "
                            + two.run().ownership(),
                    () -> shared(one.run(), two.run()) && shared(two.run(), one.run()));

            // when
            List<HttpResponse<String>> pages = List.of(get(one, "home"), get(two, "home"));

            // then
            assertThat(pages).extracting(HttpResponse::statusCode).containsExactlyInAnyOrder(200, PageForward.NOT_HERE);
            assertThat(pages)
                    .filteredOn(page -> page.statusCode() == PageForward.NOT_HERE)
                    .singleElement()
                    .extracting(HttpResponse::body)
                    .asString()
                    .contains("http.advertised is not set", "Set it on every instance")
                    .doesNotContain("try again");
        }
    }

    /**
     * Returns whether both instances decide half of the partitions, and the first stands by for those of the second.
     */
    private static boolean shared(DomainRun first, DomainRun second) {
        List<Integer> decides = first.ownership().decides();
        return decides.size() == PARTITIONS / 2
                && second.ownership().decides().size() == PARTITIONS / 2
                && first.ownership().standsBy().equals(second.ownership().decides());
    }

    private static Instance start(Tenant tenant, String id) throws Exception {
        int port = FreePort.next();
        return start(tenant, id, port, Map.of(Setting.HTTP_ADVERTISED.key(), "127.0.0.1:" + port));
    }

    private static Instance start(Tenant tenant, String id, int port, Map<String, String> settings) {
        DomainRun run = tenant.startInstance(id, settings);
        Await.until(() -> "ready, but " + run.health(), () -> run.health().ready());
        return new Instance(run, TestServer.of(run, port, UnitPages.PATIENCE));
    }

    private HttpResponse<String> get(Instance from, String unit) {
        try {
            return client.send(request(from, unit).build(), BodyHandlers.ofString());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private String overview(Instance from) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + from.pages().port() + "/");
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    private static HttpRequest.Builder request(Instance from, String unit) {
        String encoded = URLEncoder.encode(unit, UTF_8).replace("+", "%20").replace(".", "%2E");
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + from.pages().port() + "/chores/" + encoded + "/" + ChoresDomain.PAGE));
    }
}
