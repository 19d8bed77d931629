package dev.rota.serde;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends requests to the URLs of one registry: to the one that responded last, then to the others, in rounds with
 * growing pauses. Only a registry's own response is returned; anything else counts as an outage.
 */
final class RegistryEndpoints {

    /** Sleeps between rounds; replaced in tests. */
    @FunctionalInterface
    interface Pause {
        void of(Duration duration) throws InterruptedException;
    }

    /** A registry's response: a status and JSON. */
    record Answer(URI from, int status, JsonNode body) {

        boolean good() {
            return status / 100 == 2;
        }

        boolean unknown() {
            return status == 404;
        }

        /** Returns whether the body exceeded the limit; the rest was not read. */
        boolean tooLarge() {
            return status == TOO_LARGE;
        }

        /** Returns whether the registry denies an authenticated client the request, with an error code of its own. */
        boolean forbidden() {
            return status == 403 && body.has("error_code");
        }

        boolean notPermitted() {
            return status == 401 || status == 403;
        }

        String message() {
            return body.path("message").asText("it says no more");
        }
    }

    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    /** The limit on a response: a schema of the maximum size with every character escaped, doubled. */
    static final int ANSWER_BYTES_MAX = 2_000_000;

    private static final int TOO_LARGE = 413;
    private static final Duration PAUSE_MIN = Duration.ofMillis(100);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RegistrySettings settings;
    private final HttpClient http;
    private final RegistryWait wait;
    private final Pause pause;
    private volatile int answeredLast;

    RegistryEndpoints(RegistrySettings settings, RegistryWait wait, Pause pause) {
        this.settings = settings;
        this.wait = wait;
        this.pause = pause;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(settings.connectTimeout);
        if (settings.tls.context() != null) {
            builder.sslContext(settings.tls.context());
        }
        this.http = builder.build();
    }

    Answer get(String path) throws InterruptedException {
        return ask(path, null);
    }

    Answer post(String path, JsonNode body) throws InterruptedException {
        return ask(path, body.toString());
    }

    void pause(Duration duration) throws InterruptedException {
        pause.of(duration);
    }

    private Answer ask(String path, @Nullable String body) throws InterruptedException {
        long began = System.nanoTime();
        long reported = began;
        Duration next = PAUSE_MIN;
        for (int round = 0; ; round++) {
            StringBuilder why = new StringBuilder();
            Answer answer = round(path, body, why);
            if (answer != null) {
                if (round > 0) {
                    wait.over();
                }
                return answer;
            }
            long now = System.nanoTime();
            if (round == 0 || now - reported >= REPORT_INTERVAL.toNanos()) {
                reported = now;
                wait.waiting(why.toString(), Duration.ofNanos(now - began));
            }
            pause.of(next);
            next = next.multipliedBy(2).compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : next.multipliedBy(2);
        }
    }

    /**
     * Tries each URL once. Returns null if none responds like a registry, with the reasons appended to {@code why}.
     * Throws if all fail because of certificates.
     */
    private @Nullable Answer round(String path, @Nullable String body, StringBuilder why) throws InterruptedException {
        int first = answeredLast;
        List<String> untrusted = new ArrayList<>();
        for (int i = 0; i < settings.urls.size(); i++) {
            int at = (first + i) % settings.urls.size();
            URI url = settings.urls.get(at);
            try {
                Answer answer =
                        answer(url, http.send(request(url, path, body), HttpResponse.BodyHandlers.ofInputStream()));
                answeredLast = at;
                return answer;
            } catch (IOException e) {
                why.append(why.isEmpty() ? "" : "; ").append(url).append(' ').append(plain(e));
                String objection = RegistryTls.objection(e);
                if (objection != null) {
                    untrusted.add("expected a TLS connection to the registry at " + url + ", but " + objection);
                }
            }
        }
        if (untrusted.size() == settings.urls.size()) {
            throw new RegistryRefused(untrusted.get(0));
        }
        return null;
    }

    private HttpRequest request(URI url, String path, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(settings.readTimeout)
                .header("Accept", CONTENT_TYPE + ", application/json");
        String authorization = settings.authorization();
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return body == null
                ? request.GET().build()
                : request.header("Content-Type", CONTENT_TYPE)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
    }

    /**
     * Converts a response if a registry sent it, and throws if a load balancer, a login page or a failing server did.
     */
    private static Answer answer(URI url, HttpResponse<InputStream> response) throws IOException {
        byte[] bytes;
        try (InputStream stream = response.body()) {
            bytes = stream.readNBytes(ANSWER_BYTES_MAX + 1);
        }
        int status = response.statusCode();
        if (status == 401 || status == 403) {
            JsonNode body = json(new String(bytes, UTF_8));
            return new Answer(url, status, body == null ? JSON.createObjectNode() : body);
        }
        if (status / 100 == 5 || status / 100 == 3 || status == 408 || status == 429) {
            throw new IOException("answers with status " + status);
        }
        if (bytes.length > ANSWER_BYTES_MAX) {
            return new Answer(
                    url,
                    TOO_LARGE,
                    JSON.createObjectNode()
                            .put("message", "the registry's answer has more than " + ANSWER_BYTES_MAX + " bytes"));
        }
        JsonNode body = json(new String(bytes, UTF_8));
        // A proxy or a wrong path returns 404 too, but a registry adds an error code.
        if (body == null || (status == 404 && !body.has("error_code"))) {
            throw new IOException("answers with status " + status + ", but not as a schema registry does");
        }
        return new Answer(url, status, body);
    }

    private static @Nullable JsonNode json(String text) {
        try {
            JsonNode node = JSON.readTree(text);
            return node.isContainerNode() ? node : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static String plain(IOException e) {
        if (e instanceof HttpTimeoutException) {
            return "does not answer in time";
        }
        if (e instanceof ConnectException) {
            return "cannot be reached";
        }
        return e.getMessage() == null ? "breaks off: " + e.getClass().getSimpleName() : e.getMessage();
    }
}
