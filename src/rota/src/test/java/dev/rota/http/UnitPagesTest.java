package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.pages.Instances;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests pages of units end to end, from a scheduler on a broker to HTTP. */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Full
class UnitPagesTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private final ChoresDomain chores = new ChoresDomain();

    @SuppressWarnings("NullAway.Init") // start() sets it
    private SharedCluster cluster;

    @SuppressWarnings("NullAway.Init") // start() sets it
    private Tenant tenant;

    @SuppressWarnings("NullAway.Init") // start() sets it
    private HttpPages pages;

    @BeforeAll
    void start() {
        cluster = new SharedCluster();
        tenant = cluster.tenant(chores);
        pages = pages(tenant.startReady(), UnitPages.PATIENCE);
    }

    @AfterAll
    void stop() throws IOException {
        pages.close();
        tenant.close();
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "home",
                "a/b",
                "../..",
                ".",
                "..",
                "100%",
                "%2B",
                "a+b c",
                "?#;=&",
                "Küche \uD83E\uDDF9",
                "a\\b",
                "<b>"
            })
    void shouldShowAUnitOfAnyName(String unit) throws Exception {
        // given
        decide(Chores.added(unit, "dishes"));

        // when
        HttpResponse<String> page = get(pages, address(unit, ChoresDomain.PAGE));

        // then
        assertThat(page.body()).startsWith(unit + " at ").contains(":\ndishes is helper ");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("content-type")).hasValue("text/plain;charset=utf-8");
    }

    @Test
    void shouldSayThatAUnitIsUnknown() throws Exception {
        // when
        HttpResponse<String> page = get(pages, address("no/where", ChoresDomain.PAGE));

        // then
        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.body()).isEqualTo("expected a unit that has a record in the log, but 'no/where' has none\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/chores/home/recipes.txt", "/chores/home/choresxtxt", "/chores/home", "/cores/home/chores.txt"})
    void shouldNotFindOtherPages(String address) throws Exception {
        assertThat(get(pages, address).statusCode()).isEqualTo(404);
    }

    @Test
    void shouldSayInOneSentenceThatAPageFailed() throws Exception {
        // given
        decide(Chores.added("attic", "dust"));

        // when
        HttpResponse<String> page = get(pages, address("attic", ChoresDomain.BROKEN_PAGE));

        // then
        assertThat(page.statusCode()).isEqualTo(500);
        assertThat(page.body()).startsWith("expected a page of 'attic', but ").hasLineCount(1);
        assertThat(page.headers().firstValue("content-type")).hasValue("text/plain;charset=utf-8");
    }

    @Test
    @Full
    void shouldSayThatPartitionsAreNotAssignedYet() throws Exception {
        // given a domain that does not run yet
        try (Tenant idle = cluster.tenant(new ChoresDomain());
                HttpPages waiting = pages(idle.unstarted(), UnitPages.PATIENCE)) {
            // when
            HttpResponse<String> page = get(waiting, address("home", ChoresDomain.PAGE));

            // then
            assertThat(page.statusCode()).isEqualTo(503);
            assertThat(page.headers().firstValue("retry-after")).hasValue("1");
            assertThat(page.body())
                    .startsWith("expected the scheduler of 'home', but the instances are just sharing out ")
                    .hasLineCount(1);
        }
    }

    @Test
    @Full
    void shouldSayThatASchedulerHasEnded() throws Exception {
        // given
        try (Tenant ended = cluster.tenant(new ChoresDomain())) {
            DomainRun run = ended.unstarted();
            try (HttpPages left = pages(run, UnitPages.PATIENCE)) {
                // when
                run.close();

                // then
                HttpResponse<String> page = get(left, address("home", ChoresDomain.PAGE));
                assertThat(page.statusCode()).isEqualTo(503);
                assertThat(page.body()).startsWith("expected ").hasLineCount(1);
            }
        }
    }

    /** The pages are served until all domains have closed, which takes seconds. */
    @Test
    @Full
    void shouldSayThatItIsStopping() throws Exception {
        // given an instance with the partitions of its log
        try (Tenant stopping = cluster.tenant(new ChoresDomain())) {
            DomainRun run = stopping.startReady();
            Instances instances = HttpPages.instances(List.of(run));
            try (HttpPages left = pages(run, UnitPages.PATIENCE)) {
                assertThat(get(left, address("home", ChoresDomain.PAGE)).statusCode())
                        .isEqualTo(404);
                Await.until("it knows its lag", () -> !run.lag().isEmpty());

                // when
                run.close();

                // then
                HttpResponse<String> page = get(left, address("home", ChoresDomain.PAGE));
                assertThat(page.statusCode()).isEqualTo(503);
                assertThat(page.headers().firstValue("retry-after")).hasValue("1");
                assertThat(page.body())
                        .isEqualTo("expected the scheduler of 'home', but this instance is stopping; try again\n");
                assertThat(instances.state("chores"))
                        .hasValueSatisfying(state -> assertThat(state.owners()).isNotEmpty());
                assertThat(run.owner("home")).isEmpty();
            }
        }
    }

    @Test
    void shouldRefuseAMalformedAddress() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pages.port())) {
            // when
            socket.getOutputStream()
                    .write("GET /chores/%zz/chores.txt HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                            .getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);

            // then
            assertThat(answer).startsWith("HTTP/1.1 400 ").doesNotContain("\tat ");
        }
    }

    @Test
    void shouldKeepDecidingWhileAPageIsRendered() throws Exception {
        // given a page that is being rendered
        decide(Chores.added("cellar", "coal"));
        CompletableFuture<HttpResponse<String>> slow =
                client.sendAsync(request(pages, address("cellar", ChoresDomain.SLOW_PAGE)), BodyHandlers.ofString());
        chores.slowPageBegun.await();

        // when
        decide(Chores.added("cellar", "wine"));

        // then
        assertThat(slow).isNotDone();
        chores.finishSlowPage.countDown();
        assertThat(slow.get().statusCode()).isEqualTo(200);
        assertThat(slow.get().body()).contains("coal is helper ").doesNotContain("wine");
    }

    @Test
    void shouldMentionThePagesInTheOverview() throws Exception {
        assertThat(get(pages, "/").body()).contains("<code>/chores/{unit}/chores.txt</code>");
    }

    private void decide(ChoreEvent event) throws InterruptedException {
        tenant.produce(Chores.EVENTS, event.getHousehold(), event);
        tenant.awaitTaken(Chores.EVENTS);
        tenant.awaitDecided();
    }

    private static HttpPages pages(DomainRun run, Duration patience) {
        return TestServer.of(run, 0, patience);
    }

    private static String address(String unit, String page) {
        return "/chores/" + URLEncoder.encode(unit, UTF_8).replace("+", "%20").replace(".", "%2E") + "/" + page;
    }

    private HttpResponse<String> get(HttpPages from, String address) throws Exception {
        return client.send(request(from, address), BodyHandlers.ofString());
    }

    private static HttpRequest request(HttpPages from, String address) {
        URI uri = URI.create("http://127.0.0.1:" + from.port() + address);
        return HttpRequest.newBuilder(uri).build();
    }
}
