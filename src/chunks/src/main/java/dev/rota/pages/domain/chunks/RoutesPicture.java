package dev.rota.pages.domain.chunks;

import dev.rota.chunks.view.NetworkState;
import dev.rota.chunks.view.NetworkState.Routes;
import dev.rota.chunks.view.WorkerRoutes;
import dev.rota.engine.Nullable;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.chunks.NetworkView.RouteCells;
import dev.rota.pages.domain.chunks.RoutesView.FreshChunk;
import dev.rota.pages.domain.chunks.RoutesView.SwapLine;
import java.util.List;

/** Draws what readers of a network may use. */
final class RoutesPicture {

    private RoutesPicture() {}

    static RoutesView of(Links links, NetworkState state) {
        Routes routes = state.routes();
        if (routes == null) {
            return new RoutesView(
                    state.published() == 0
                            ? ""
                            : "Readers go by the clock: the assignment counts from " + Show.time(state.effectiveFrom())
                                    + " on (effectiveFrom).",
                    List.of(),
                    "",
                    List.of());
        }
        return new RoutesView(
                "Readers use confirmed copies of visible chunks. A chunk is visible once "
                        + Show.count(routes.visibleReplicas(), "worker has", "workers have")
                        + " confirmed it; a copy that readers have left can go after a grace of "
                        + Show.number(routes.graceMs()) + " ms.",
                figures(state, routes),
                routes.swapCount() == 0
                        ? ""
                        : Show.count(routes.swapCount(), "replacement waits", "replacements wait")
                                + " for confirmations"
                                + (routes.swaps().size() < routes.swapCount()
                                        ? "; the first " + routes.swaps().size() + " are listed"
                                        : ""),
                routes.swaps().stream()
                        .map(swap -> swap(links, swap, routes.visibleReplicas()))
                        .toList());
    }

    private static List<Figure> figures(NetworkState state, Routes routes) {
        return List.of(
                new Figure(
                        "visible",
                        "Visible chunks",
                        Show.number(routes.visible()) + " of " + Show.number(state.chunks())),
                new Figure("routes", "Routes: copies in use", Show.number(routes.routes())),
                new Figure("missing", "Not confirmed", Show.number(routes.missing())),
                new Figure("waiting", "Wait for routes elsewhere", Show.number(routes.waiting())),
                new Figure("grace", "Left, in grace", Show.number(routes.inGrace())),
                new Figure("left", "Left, next epoch can take", Show.number(routes.left())),
                new Figure("view", "View", Show.number(routes.view())));
    }

    private static SwapLine swap(Links links, NetworkState.Swap swap, int visibleReplicas) {
        return new SwapLine(
                links.to("dataset", swap.dataset()),
                Show.number(swap.old()),
                Show.number(swap.fresh()),
                Show.number(swap.waiting()),
                swap.first().stream()
                        .map(fresh -> new FreshChunk(
                                links.to("chunk", fresh.chunk()), fresh.confirmed() + " of " + visibleReplicas))
                        .toList());
    }

    static @Nullable RouteCells cells(NetworkState.Worker worker) {
        WorkerRoutes routes = worker.routes();
        return routes == null
                ? null
                : new RouteCells(
                        Show.number(routes.routes()),
                        missing(worker.missing(), routes.missingSince()),
                        Show.number(routes.waiting()),
                        left(routes.inGrace(), routes.inGraceSince()),
                        left(routes.left(), routes.leftSince()));
    }

    private static String missing(long count, @Nullable Long since) {
        return count == 0 ? "" : Show.number(count) + (since == null ? "" : " since epoch " + since);
    }

    private static String left(long count, @Nullable Long since) {
        return count == 0 || since == null ? "" : Show.number(count) + " since " + Show.time(since);
    }
}
