package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Subject;
import dev.rota.engine.Times;
import dev.rota.pages.Instances;
import dev.rota.pages.Url;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
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
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The instances whose addresses these pages were given: how they are, every few seconds, and what they know. */
public final class RemoteInstances implements Instances, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long EVERY_MS = 3_000;

    /** What an instance said of itself last. */
    private record Said(JsonNode domains, String problem) {}

    private final List<String> addresses;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final PageForward forward = new PageForward();
    private final SortedMap<String, Said> said = new ConcurrentSkipListMap<>();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "rota-instances"));

    private RemoteInstances(List<String> addresses) {
        this.addresses = addresses;
        if (!addresses.isEmpty()) {
            var unused = clock.scheduleWithFixedDelay(this::look, 0, EVERY_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Those that {@code pages.instances} names. */
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

    private void look() {
        addresses.forEach(address -> said.put(address, said(address)));
    }

    /** Whatever happens becomes a problem of this address: what is thrown would end the looks at all of them. */
    private Said said(String address) {
        try {
            return ask(address);
        } catch (Throwable e) {
            return new Said(PlainJson.nothing(), "it cannot be asked: " + e);
        }
    }

    private Said ask(String address) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/health/ready"))
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
            return new Said(PlainJson.parse(new String(answer.body(), UTF_8)).path("domains"), "");
        } catch (NotPlainJson e) {
            return new Said(PlainJson.nothing(), "something else than an instance answers there");
        } catch (IOException e) {
            return new Said(PlainJson.nothing(), e.getMessage() == null ? "it cannot be reached" : e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Said(PlainJson.nothing(), "the process stops");
        }
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
        for (Map.Entry<String, Said> each : said.entrySet()) {
            String where = each.getKey() + ": ";
            JsonNode its = each.getValue().domains().path(domain);
            if (!each.getValue().problem().isEmpty()) {
                notes.add(where + each.getValue().problem());
            } else if (!its.isMissingNode()) {
                live |= its.path("live").asBoolean();
                its.path("reasons").forEach(reason -> reasons.add(where + reason.asText()));
                its.path("notes").forEach(note -> notes.add(where + note.asText()));
                waiting = Math.min(waiting, its.path("waitingSince").asLong(Times.NEVER));
                its.path("partitions")
                        .path("decides")
                        .forEach(partition -> owners.put(partition.asInt(), each.getKey()));
                its.path("behind")
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
    public Optional<Answer> explain(String domain, String unit, Subject subject) throws Unanswered {
        return ask(domain, unit, UnitPages.explain(subject)).map(Answers::explained);
    }

    @Override
    public Optional<JsonNode> page(String domain, String unit, String page) throws Unanswered {
        return ask(domain, unit, Url.pageName(page));
    }

    private Optional<JsonNode> ask(String domain, String unit, String page) throws Unanswered {
        List<String> why = new ArrayList<>();
        for (String address : addresses) {
            try {
                return Answers.of(forward.ask(address, domain, unit, page));
            } catch (Unanswered e) {
                why.add(String.valueOf(e.getMessage()).replace("; try again", ""));
            }
        }
        throw new Unanswered(
                why.isEmpty()
                        ? "these pages were told of no instance that they could ask (pages.instances)"
                        : "no instance answers for it: " + String.join("; ", why));
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
