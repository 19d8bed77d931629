package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoresDomain;
import dev.rota.pages.Instances;
import dev.rota.pages.Pages;
import dev.rota.serde.Wire;
import dev.rota.settings.BadSetting;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which requests the pages answer, and what browsers may do with them. Needs no broker. */
class PagesServerTest {

    private static final String HOSTILE = "%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";

    private final Settings settings = Settings.of(Map.of(
            Setting.HTTP_HOST.key(), "127.0.0.1",
            Setting.HTTP_PORT.key(), "0",
            Setting.HTTP_HOSTS.key(), "rota.example",
            Setting.BOOTSTRAP.key(), "localhost:1"));
    private final Pages pages = pages();
    private final HttpPages server =
            new HttpPages(settings, List.of(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), pages);

    private Pages pages() {
        return new Pages(
                List.of(new ChoresDomain()),
                settings,
                Wire.of(Map.of("schema.registry.url", "http://localhost:1")),
                Instances.NONE,
                () -> 1_000_000);
    }

    @AfterEach
    void close() {
        server.close();
        pages.close();
    }

    /** With a separate port, a firewall can admit Prometheus and probes without the pages. */
    @Test
    void shouldServeOnlyHealthAndMetricsOnTheirOwnPort() throws IOException {
        Settings two = settings.with(Map.of(Setting.HTTP_OPERATIONS_PORT.key(), "0"));
        try (HttpPages both =
                new HttpPages(two, List.of(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), pages)) {
            int port = both.operationsPort();
            assertThat(port).isNotEqualTo(both.port());
            for (String path : List.of("/health/live", "/health/ready", "/metrics")) {
                assertThat(ask(port, "GET " + path, "Host: localhost")).startsWith("HTTP/1.1 200");
            }
            for (String path : List.of("/", "/units?domain=chores", "/topology", "/pages/rota.css")) {
                assertThat(ask(port, "GET " + path, "Host: localhost")).startsWith("HTTP/1.1 404");
            }
        }
    }

    @Test
    void shouldSayWhichPortIsInUse() {
        Settings same = settings.with(Map.of(Setting.HTTP_OPERATIONS_PORT.key(), String.valueOf(server.port())));

        assertThatThrownBy(() ->
                        new HttpPages(same, List.of(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), pages))
                .isInstanceOf(BadSetting.class)
                .hasMessageContaining("http.operations.port");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.1            | 'http.host' to be a name or an address of this machine, but '192.0.2.1' is not one",
                "no.such.host.invalid | 'http.host' to be a name or an address of this machine, but there is no host"
                        + " 'no.such.host.invalid'",
            })
    void shouldSayThatTheHostIsWrong(String host, String said) {
        Settings wrong = settings.with(Map.of(Setting.HTTP_HOST.key(), host));

        assertThatThrownBy(() ->
                        new HttpPages(wrong, List.of(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), pages))
                .isInstanceOf(BadSetting.class)
                .hasMessage("expected " + said);
    }

    /** A load balancer that probes with HEAD must get the same result as one that probes with GET. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/units?domain=chores",
                "/units?domain=none",
                "/record?at=xx",
                "/raw?at=xx",
                "/search?q=x",
                "/task?id=x",
                "/task.json?id=x",
                "/pages/rota.css",
                "/health/live",
                "/health/ready",
                "/metrics",
                "/topology",
                "/nowhere"
            })
    void shouldAnswerHeadAsGet(String path) throws IOException {
        String get = ask("GET " + path, "Host: localhost");
        String head = ask("HEAD " + path, "Host: localhost");

        assertThat(status(head)).isEqualTo(status(get));
        assertThat(type(head)).isEqualTo(type(get));
        assertThat(head.indexOf("\r\n\r\n")).isEqualTo(head.length() - 4);
        assertThat(status(ask("HEAD " + path, "Host: evil.example")))
                .isEqualTo(status(ask("GET " + path, "Host: evil.example")));
    }

    private static String status(String answer) {
        return answer.substring(0, answer.indexOf("\r\n"));
    }

    private static List<String> type(String answer) {
        return headers(answer)
                .lines()
                .filter(header -> header.startsWith("content-type:"))
                .toList();
    }

    /** Covers pages, files, and errors of Rota and of the server. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /",
                "GET /units?domain=chores",
                "GET /units?domain=" + HOSTILE,
                "GET /unit?domain=chores&unit=" + HOSTILE,
                "GET /subject?domain=chores&unit=u&kind=k&id=" + HOSTILE,
                "GET /rejections?domain=chores&reason=" + HOSTILE,
                "GET /evidence?domain=chores&unit=" + HOSTILE,
                "GET /search?q=" + HOSTILE,
                "GET /record?at=" + HOSTILE,
                "GET /raw?at=" + HOSTILE,
                "GET /task?id=" + HOSTILE,
                "GET /task.json?id=" + HOSTILE,
                "GET /pages/rota.css",
                "GET /pages/rota.js",
                "GET /pages/rota.svg",
                "GET /health/ready",
                "GET /metrics",
                "GET /topology",
                "GET /nowhere/" + HOSTILE,
                "PUT /",
                "POST /tasks/audit",
                "HEAD /",
            })
    void shouldSendThePolicyWithEveryAnswer(String request) throws IOException {
        String answer = ask(request, "Host: localhost");

        assertThat(headers(answer))
                .contains("content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe-inline", "unsafe-eval")
                .contains("x-content-type-options: nosniff")
                .contains("referrer-policy: no-referrer");
        assertThat(answer).doesNotContain("<script>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /",
                "GET /units?domain=chores",
                "GET /search?q=x",
                "GET /record?at=x/0/0",
                "GET /raw?at=x/0/0",
                "GET /metrics",
                "GET /topology",
                "GET /chores/unit/chores.txt",
                "GET /pages/rota.css",
                "POST /tasks/audit"
            })
    void shouldRefuseOtherHosts(String request) throws IOException {
        assertThat(ask(request, "Host: evil.example"))
                .startsWith("HTTP/1.1 403")
                .contains("http.hosts names the hosts");
        assertThat(ask(request, "Host: evil.example:80")).startsWith("HTTP/1.1 403");
        assertThat(ask(request, "Host: localhost.evil.example")).startsWith("HTTP/1.1 403");
        assertThat(ask(request, "Host: 1.2.3.4.evil.example")).startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rota.example", "ROTA.example:8080", "localhost", "10.1.2.3:8080", "[fd00::1]:8080"})
    void shouldAnswerRequestsToAddressesAndItsOwnHosts(String host) throws IOException {
        assertThat(ask("GET /metrics", "Host: " + host)).startsWith("HTTP/1.1 200");
        assertThat(ask("GET /", "Host: " + host)).startsWith("HTTP/1.1 200");
    }

    /** Probes may set any host. */
    @Test
    void shouldTellAnybodyOfItsHealth() throws IOException {
        assertThat(ask("GET /health/live", "Host: evil.example")).startsWith("HTTP/1.1 200");
    }

    @Test
    void shouldAcceptFormsOfItsOwnPagesOnly() throws IOException {
        String post = "POST /tasks/cancel";

        assertThat(ask(post, "Host: localhost", FORM, "Origin: http://evil.example"))
                .startsWith("HTTP/1.1 403")
                .contains("another site");
        assertThat(ask(post, "Host: localhost", FORM, "Origin: null")).startsWith("HTTP/1.1 403");
        assertThat(ask(post, "Host: localhost", FORM, "Sec-Fetch-Site: cross-site"))
                .startsWith("HTTP/1.1 403");
        assertThat(ask(post, "Host: localhost", FORM, "Sec-Fetch-Site: same-site"))
                .startsWith("HTTP/1.1 403");
        assertThat(ask(post, "Host: localhost", FORM, "Sec-Fetch-Site: same-origin"))
                .startsWith("HTTP/1.1 303");
        assertThat(ask(post, "Host: localhost", FORM, "Origin: http://localhost"))
                .startsWith("HTTP/1.1 303");
        assertThat(ask(post, "Host: localhost", FORM)).startsWith("HTTP/1.1 303");
    }

    /** Costly tasks have no GET address, which a link, an image or a crawler could request. */
    @ParameterizedTest
    @ValueSource(strings = {"audit", "explain", "state", "chain", "cancel"})
    void shouldStartNothingByGet(String task) throws IOException {
        assertThat(ask("GET /tasks/" + task + "?domain=chores&unit=u&id=x", "Host: localhost"))
                .startsWith("HTTP/1.1 404");
    }

    private static String headers(String answer) {
        return answer.substring(0, answer.indexOf("\r\n\r\n"))
                .lines()
                .map(PagesServerTest::lowerName)
                .reduce("", (all, line) -> all + line + "\n");
    }

    private static String lowerName(String header) {
        int colon = header.indexOf(':');
        return colon < 0 ? header : header.substring(0, colon).toLowerCase(Locale.ROOT) + header.substring(colon);
    }

    /** Sends a request over a socket, since the JDK's client does not send these hosts. Returns the whole response. */
    private String ask(String request, String... headers) throws IOException {
        return ask(server.port(), request, headers);
    }

    private static String ask(int port, String request, String... headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String text = request + " HTTP/1.1\r\n" + String.join("\r\n", headers)
                    + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
