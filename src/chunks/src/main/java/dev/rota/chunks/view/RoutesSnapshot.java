package dev.rota.chunks.view;

import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.explain.ChunkRoutes;
import dev.rota.chunks.routes.OpenSwap;
import dev.rota.chunks.routes.Routes;
import dev.rota.chunks.routes.ServedCopies;
import dev.rota.engine.Nullable;
import java.util.BitSet;
import java.util.List;

/**
 * The routes of a network at one log position, for pages. It shares all rows with the network.
 *
 * @param visibleReplicas the number of workers that must have confirmed a chunk before it is visible
 * @param shown the numbers of the chunks that readers may use
 * @param heldBack the numbers of the chunks that wait to replace others
 * @param workers all workers in the set, in the order of ids
 * @param swaps the first open swaps
 */
record RoutesSnapshot(
        long view,
        int visibleReplicas,
        long graceMs,
        BitSet shown,
        BitSet heldBack,
        List<ServedCopies> workers,
        int swapCount,
        List<OpenSwap> swaps) {

    /** The maximum number of open swaps that are shown. */
    static final int SWAPS_MAX = 20;

    /** Returns the routes of a network, or null if its policy has none. */
    static @Nullable RoutesSnapshot of(Network network) {
        Routes routes = network.routes();
        return routes == null
                ? null
                : new RoutesSnapshot(
                        network.row().getView(),
                        network.policy().visibleReplicas(),
                        network.policy().rules().getGraceMs(),
                        routes.visible().copy(),
                        routes.swaps().heldBack(),
                        routes.served(),
                        routes.swaps().count(),
                        routes.swaps().open(SWAPS_MAX));
    }

    ChunkRoutes ofChunk(int number) {
        return ChunkRoutes.of(
                new ChunkRoutes.Facts(number, shown.get(number), heldBack.get(number), visibleReplicas, workers));
    }
}
