package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.rota.engine.Subject;
import dev.rota.engine.Times;
import dev.rota.pages.Instances;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.trials.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs {@code rota pages} with two instances, one of which is killed. */
class RemoteInstancesTest {

    private static final Subject JOB = new Subject("job", "j");

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer owner;

    @SuppressWarnings("NullAway.Init")
    private HttpServer other;

    @SuppressWarnings("NullAway.Init")
    private RemoteInstances instances;

    @BeforeEach
    void start() throws IOException {
        owner = instance(
                "[1]", "\"waitingSince\":5000,", 200, "{\"asOf\":7,\"state\":\"QUEUED\",\"sentence\":\"it waits\"}");
        other = instance("[0]", "", 421, "another one has it");
        instances = RemoteInstances.of(
                Settings.of(Map.of(Setting.PAGES_INSTANCES.key(), address(other) + ", " + address(owner))));
        Await.until(
                "both have said how they are",
                () -> instances.state("jobs").isPresent() && state().owners().size() == 2);
    }

    @AfterEach
    void stop() {
        instances.close();
        owner.stop(0);
        other.stop(0);
    }

    private static HttpServer instance(String decides, String waits, int status, String explanation)
            throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String health = "{\"ready\":true,\"domains\":{\"jobs\":{\"live\":true,\"ready\":true," + waits
                + "\"reasons\":[],\"notes\":[],\"behind\":{\"0\":0,\"1\":3},\"partitions\":{\"decides\":" + decides
                + "}}}}";
        answer(server, "/health/ready", 200, health);
        answer(server, "/jobs/unit/explain.json", status, explanation);
        server.start();
        return server;
    }

    private static void answer(HttpServer server, String path, int status, String text) {
        server.createContext(path, exchange -> {
            byte[] body = text.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    private static String address(HttpServer server) {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private Instances.State state() {
        return instances.state("jobs").orElseThrow();
    }

    @Test
    void shouldAskTheInstanceThatDecides() throws Exception {
        assertThat(state().owners()).isEqualTo(Map.of(0, address(other), 1, address(owner)));
        assertThat(state().reasons()).isEmpty();
        assertThat(state().waitingSince()).isEqualTo(5000);
        assertThat(Objects.requireNonNull(instances
                                .explain("jobs", "unit", JOB)
                                .orElseThrow()
                                .answer())
                        .sentence())
                .isEqualTo("it waits");
    }

    /** Each of the two instances answers only once the other one has been asked. */
    @Test
    void shouldAskAllInstancesAtOnce() throws Exception {
        CountDownLatch asked = new CountDownLatch(2);
        HttpServer one = waiting(asked);
        HttpServer two = waiting(asked);
        try (RemoteInstances both = RemoteInstances.of(List.of(address(one), address(two)))) {
            Await.until(
                    "an answer",
                    () -> both.state("jobs")
                            .map(state ->
                                    state.owners().size() == 1 && state.notes().isEmpty())
                            .orElse(false));
        } finally {
            one.stop(0);
            two.stop(0);
        }
    }

    private static HttpServer waiting(CountDownLatch asked) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/health/ready", exchange -> {
            asked.countDown();
            try {
                asked.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            byte[] body = "{\"domains\":{\"jobs\":{\"live\":true,\"partitions\":{\"decides\":[0]}}}}".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void shouldReadNoMoreOfAnAnswerThanAnInstanceSends() throws Exception {
        answer(owner, "/large", 200, "12345678901");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address(owner) + "/large"))
                .build();
        HttpClient client = HttpClient.newHttpClient();

        assertThat(client.send(request, LimitedBody.handler(11)).body()).hasSize(11);
        assertThatThrownBy(() -> client.send(request, LimitedBody.handler(10)))
                .isInstanceOf(IOException.class)
                .hasMessage("its answer has more than 10 bytes");
    }

    @Test
    void shouldSayThatNobodyDecidesWhileTheOthersTakeOver() {
        owner.stop(0);
        Await.until("it is missed", () -> !state().reasons().isEmpty());

        assertThat(state().reasons()).containsExactly("no instance that answers decides the log partitions [1]");
        assertThat(state().owners()).containsOnlyKeys(0);
        assertThat(state().notes()).singleElement().asString().startsWith(address(owner) + ": ");
        assertThat(state().waitingSince()).isEqualTo(Times.NEVER);
        assertThatThrownBy(() -> instances.explain("jobs", "unit", JOB))
                .isInstanceOf(Instances.Unanswered.class)
                .hasMessageStartingWith("no instance answers for it: expected the instance at " + address(other)
                        + " to show its unit, but it does not decide it; expected the instance at " + address(owner));
    }

    /** Settings reject such an address. Polling must survive any exception that an address causes in Java. */
    @Test
    void shouldGoOnLookingWhateverAnAddressMakesOfIt() {
        try (RemoteInstances more = RemoteInstances.of(List.of(address(owner), "rota_1:8080"))) {
            Await.until(
                    "the one that cannot be asked is named",
                    () -> more.state("jobs")
                            .map(state -> state.notes().toString())
                            .orElse("")
                            .contains("rota_1:8080: "));
            assertThat(more.state("jobs").orElseThrow().live()).isTrue();

            // when
            owner.stop(0);

            // then it does not stay live
            Await.until("it is missed", () -> !more.state("jobs").orElseThrow().live());
            assertThatThrownBy(() -> more.explain("jobs", "unit", JOB))
                    .isInstanceOf(Instances.Unanswered.class)
                    .hasMessageContaining("the instance at rota_1:8080 to show its unit, but that is not an HTTP"
                            + " address: unsupported URI http://rota_1:8080/");
        }
    }
}
