package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Answered;
import dev.rota.engine.Subject;
import dev.rota.engine.Times;
import dev.rota.pages.Instances;
import dev.rota.pages.Url;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.stream.pages.PageAnswer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The instances at configured addresses as a source of live state. Their health is requested every few seconds. */
public final class RemoteInstances implements Instances, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long EVERY_MS = 3_000;

    /** The last health response of an instance, or the reason why there is none. */
    private record LastAnswer(JsonNode domains, String problem) {}

    private final List<String> addresses;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final PageForward forward = new PageForward();
    private final SortedMap<String, LastAnswer> said = new ConcurrentSkipListMap<>();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "rota-instances"));

    private RemoteInstances(List<String> addresses) {
        this.addresses = addresses;
        if (!addresses.isEmpty()) {
            var unused = clock.scheduleWithFixedDelay(this::look, 0, EVERY_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Returns the instances in the setting {@code pages.instances}. */
    public static RemoteInstances of(Settings settings) {
        List<String> addresses = Arrays.stream(
                        settings.text(Setting.PAGES_INSTANCES).split(",", -1))
                .map(String::strip)
                .filter(address -> !address.isEmpty())
                .toList();
        return of(addresses);
    }

    static RemoteInstances of(List<String> addresses) {
        return new RemoteInstances(addresses);
    }

    /** Requests the health of all instances at once, so that a silent one delays the others by its own timeout only. */
    private void look() {
        SortedMap<String, CompletableFuture<LastAnswer>> asked = new TreeMap<>();
        addresses.forEach(address -> asked.put(address, said(address)));
        // Publishes the responses together: an instance whose response is pending would look as if it were gone.
        asked.values().forEach(CompletableFuture::join);
        asked.forEach((address, answer) -> said.put(address, answer.join()));
    }

    /**
     * Requests the health of an instance. Every failure becomes a problem of this address: an exception would end the
     * requests to all of them.
     */
    private CompletableFuture<LastAnswer> said(String address) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/health/ready"))
                    .build();
            return client.sendAsync(request, LimitedBody.handler())
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .thenApply(RemoteInstances::said)
                    .exceptionally(failure -> problem(PageForward.why(failure)));
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(problem("it cannot be asked: " + e));
        }
    }

    private static LastAnswer said(HttpResponse<byte[]> answer) {
        try {
            return new LastAnswer(
                    PlainJson.parse(new String(answer.body(), UTF_8)).path("domains"), "");
        } catch (NotPlainJson e) {
            return problem("the server there is not an instance");
        }
    }

    private static LastAnswer problem(String what) {
        return new LastAnswer(PlainJson.nothing(), what);
    }

    @Override
    public Optional<State> state(String domain) {
        if (said.isEmpty()) {
            return Optional.empty();
        }
        boolean live = false;
        List<String> reasons = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        SortedMap<Integer, String> owners = new TreeMap<>();
        SortedMap<Integer, Long> lag = new TreeMap<>();
        long waiting = Times.NEVER;
        for (Map.Entry<String, LastAnswer> each : said.entrySet()) {
            String where = each.getKey() + ": ";
            JsonNode status = each.getValue().domains().path(domain);
            if (!each.getValue().problem().isEmpty()) {
                notes.add(where + each.getValue().problem());
            } else if (!status.isMissingNode()) {
                live |= status.path("live").asBoolean();
                status.path("reasons").forEach(reason -> reasons.add(where + reason.asText()));
                status.path("notes").forEach(note -> notes.add(where + note.asText()));
                waiting = Math.min(waiting, status.path("waitingSince").asLong(Times.NEVER));
                status.path("partitions")
                        .path("decides")
                        .forEach(partition -> owners.put(partition.asInt(), each.getKey()));
                status.path("behind")
                        .properties()
                        .forEach(partition -> lag.put(
                                Integer.valueOf(partition.getKey()),
                                partition.getValue().asLong()));
            }
        }
        SortedSet<Integer> ownerless = new TreeSet<>(lag.keySet());
        ownerless.removeAll(owners.keySet());
        if (!ownerless.isEmpty()) {
            reasons.add(0, "no instance that answers decides the log partitions " + ownerless);
        }
        return Optional.of(new State(live, reasons, notes, owners, lag, waiting));
    }

    @Override
    public Optional<Answered> explain(String domain, String unit, Subject subject) throws Unanswered {
        return ask(domain, unit, UnitPages.explain(subject), InstanceAnswers::answered);
    }

    @Override
    public <T> Optional<T> page(String domain, String unit, String page, Class<T> type) throws Unanswered {
        return ask(domain, unit, Url.pageName(page), answer -> PlainJson.page(type, answer.text()));
    }

    private <T> Optional<T> ask(String domain, String unit, String page, InstanceAnswers.Reading<T> reading)
            throws Unanswered {
        List<String> why = new ArrayList<>();
        List<CompletableFuture<PageAnswer>> asked = addresses.stream()
                .map(address -> forward.ask(address, domain, unit, page))
                .toList();
        for (CompletableFuture<PageAnswer> answer : asked) {
            try {
                return InstanceAnswers.of(answer, reading);
            } catch (Unanswered e) {
                why.add(String.valueOf(e.getMessage()).replace("; try again", ""));
            }
        }
        throw new Unanswered(
                why.isEmpty()
                        ? "these pages have no instance to ask; set pages.instances"
                        : "no instance answers for it: " + String.join("; ", why));
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
