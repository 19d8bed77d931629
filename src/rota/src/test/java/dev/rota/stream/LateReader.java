package dev.rota.stream;

import dev.rota.chunks.RouteView;
import dev.rota.chunks.scheduler.RoutesReader;
import java.util.ArrayDeque;
import java.util.Queue;

/** A reader that applies views some time after they arrive. */
final class LateReader {

    private final long delayMs;
    private final Queue<Arrival> arrivals = new ArrayDeque<>();
    final RoutesReader routes = new RoutesReader();

    private record Arrival(long at, RouteView view) {}

    LateReader(long delayMs) {
        this.delayMs = delayMs;
    }

    void take(RouteView view, long now) {
        arrivals.add(new Arrival(now, view));
    }

    void apply(long now) {
        while (!arrivals.isEmpty() && arrivals.element().at + delayMs <= now) {
            routes.take(arrivals.remove().view);
        }
    }
}
