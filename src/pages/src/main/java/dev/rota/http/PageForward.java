package dev.rota.http;

import dev.rota.engine.Nullable;
import dev.rota.pages.Url;
import dev.rota.stream.pages.PageAnswer;
import io.javalin.http.Header;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Requests a page of a unit from another instance. Only addresses that instances advertise in their group are
 * requested, and an instance does not forward a forwarded request.
 */
final class PageForward {

    /** The header that marks a forwarded request. */
    static final String HOP = "Rota-Forwarded";

    /** The status 421 Misdirected Request: the unit is at another instance. */
    static final int NOT_HERE = 421;

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /**
     * Requests a page. The future completes with the other instance's response, or with a sentence that states why
     * there is none.
     */
    CompletableFuture<PageAnswer> ask(String owner, String domain, String unit, String page) {
        return ask(owner, domain, unit, page, null);
    }

    /**
     * Requests a page unless the client has it.
     *
     * @param page the name of the page, encoded
     * @param known the client's If-None-Match header, with the tags of the pages that it has; null if there is none
     */
    CompletableFuture<PageAnswer> ask(String owner, String domain, String unit, String page, @Nullable String known) {
        try {
            HttpRequest request =
                    request("http://" + owner + "/" + domain + "/" + Url.segment(unit) + "/" + page, known);
            return client.sendAsync(request, LimitedBody.handler())
                    // The request's own timeout covers the headers only.
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .handle((answer, failure) ->
                            answer == null ? PageAnswer.ownerSilent(owner, why(failure)) : answer(owner, answer));
        } catch (IllegalArgumentException e) {
            // An instance of another build may advertise an address that this build refuses.
            return CompletableFuture.completedFuture(
                    PageAnswer.ownerSilent(owner, "that is not an HTTP address: " + e.getMessage()));
        }
    }

    private static HttpRequest request(String address, @Nullable String known) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE).header(HOP, "1");
        if (known != null) {
            request.header(Header.IF_NONE_MATCH, known);
        }
        return request.build();
    }

    private static PageAnswer answer(String owner, HttpResponse<byte[]> answer) {
        return switch (answer.statusCode()) {
            case 200 -> new PageAnswer(PageAnswer.Outcome.SHOWN, ByteBuffer.wrap(answer.body()), tag(answer));
            case 304 -> PageAnswer.unchanged(Objects.requireNonNullElse(tag(answer), ""));
            case 404 -> sentence(PageAnswer.Outcome.UNIT_UNKNOWN, answer);
            case NOT_HERE -> PageAnswer.ownerChanged(owner);
            case 503 -> sentence(PageAnswer.Outcome.BUSY, answer);
            case 500 -> sentence(PageAnswer.Outcome.FAILED, answer);
            default -> PageAnswer.ownerSilent(owner, "it answered with " + answer.statusCode());
        };
    }

    private static @Nullable String tag(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue(Header.ETAG).map(EntityTags::tag).orElse(null);
    }

    private static PageAnswer sentence(PageAnswer.Outcome outcome, HttpResponse<byte[]> answer) {
        return new PageAnswer(outcome, new String(answer.body(), StandardCharsets.UTF_8).strip());
    }

    /** Returns the reason why an instance did not answer. */
    static String why(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        String message = cause.getMessage();
        return cause instanceof TimeoutException
                ? "it did not answer within " + PATIENCE.toSeconds() + " s"
                : message == null ? "it cannot be reached" : message;
    }
}
