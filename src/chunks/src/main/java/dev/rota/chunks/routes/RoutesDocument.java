package dev.rota.chunks.routes;

import dev.rota.chunks.NetworkRoutes;
import dev.rota.chunks.ServedChunks;
import dev.rota.chunks.placement.AssignmentDigest;
import dev.rota.chunks.placement.Deltas;
import dev.rota.chunks.placement.WorkerId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Makes one document of all routes of a network, with their digest. */
public final class RoutesDocument {

    private final BitSet shown;
    private final IntToLongFunction sizes;
    private final AssignmentDigest digest = new AssignmentDigest();
    private final List<ServedChunks> workers = new ArrayList<>();

    /**
     * Begins a document.
     *
     * @param shown the numbers of the chunks that readers may use
     * @param sizes the size of a chunk by its number, of those that are shown
     */
    public RoutesDocument(BitSet shown, IntToLongFunction sizes) {
        this.shown = shown;
        this.sizes = sizes;
    }

    /**
     * Adds a worker. Callers add all workers in the order of their id bytes.
     *
     * @param served the numbers of the chunks that it has confirmed and readers have not left, ascending
     */
    public void add(WorkerId worker, int[] served) {
        int[] routes = Arrays.stream(served).filter(shown::get).toArray();
        digest.add(AssignmentDigest.ofWorker(
                worker, routes, Arrays.stream(routes).mapToLong(sizes).toArray()));
        workers.add(new ServedChunks(worker.text(), Deltas.of(served)));
    }

    /** Returns the whole document. */
    public NetworkRoutes of(String network, long view) {
        return new NetworkRoutes(
                network, view, digest.hex(), Deltas.of(shown.stream().toArray()), workers);
    }
}
