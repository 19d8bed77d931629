package dev.rota.bench.pages;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks for pages of all kinds in turn at a fixed rate, and notes how long each takes from when it was due: a page that
 * waits behind a slow one is slow too.
 */
public final class PageReaders implements AutoCloseable {

    /** The answer if more pages are asked for than can be made. */
    private static final int FULL = 503;

    private final HttpClient client;
    private final String root;
    private final Map<String, List<String>> addresses;
    private final long periodNs;
    private final Map<String, List<Double>> ms = new LinkedHashMap<>();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final Thread thread = new Thread(this::ask, "bench-readers");
    private volatile boolean asking = true;

    /** @param addresses of each kind of page */
    public PageReaders(HttpClient client, String root, Map<String, List<String>> addresses, int perSecond) {
        this.client = client;
        this.root = root;
        this.addresses = addresses;
        this.periodNs = TimeUnit.SECONDS.toNanos(1) / perSecond;
        addresses.keySet().forEach(kind -> ms.put(kind, Collections.synchronizedList(new ArrayList<>())));
    }

    public void start() {
        thread.start();
    }

    private void ask() {
        List<String> kinds = List.copyOf(addresses.keySet());
        long start = System.nanoTime();
        for (long asked = 0; asking; asked++) {
            long due = start + asked * periodNs;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            String kind = kinds.get((int) (asked % kinds.size()));
            List<String> each = addresses.getOrDefault(kind, List.of());
            ask(kind, each.get((int) (asked / kinds.size() % each.size())), due);
        }
    }

    private void ask(String kind, String path, long due) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(root + path)).build();
        var unused = client.sendAsync(request, BodyHandlers.ofByteArray())
                .whenComplete((answer, problem) -> noted(kind, path, due, answer, problem));
    }

    private void noted(String kind, String path, long due, HttpResponse<byte[]> answer, Throwable problem) {
        if (problem == null && answer.statusCode() == FULL) {
            refused.incrementAndGet();
        } else if (problem != null || answer.statusCode() != 200) {
            failure.compareAndSet(
                    null, path + " was not shown: " + (problem == null ? "status " + answer.statusCode() : problem));
        } else {
            ms.getOrDefault(kind, new ArrayList<>()).add((System.nanoTime() - due) / 1e6);
        }
    }

    /** How many were not made, for too many were asked for. */
    public int refused() {
        return refused.get();
    }

    /** The times in ms of each kind of page; throws if a page was not shown. */
    public Map<String, double[]> times() {
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
        Map<String, double[]> times = new LinkedHashMap<>();
        ms.forEach((kind, each) -> times.put(
                kind,
                List.copyOf(each).stream().mapToDouble(Double::doubleValue).toArray()));
        return times;
    }

    @Override
    public void close() {
        asking = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
