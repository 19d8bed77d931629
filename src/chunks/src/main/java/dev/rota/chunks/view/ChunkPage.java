package dev.rota.chunks.view;

import dev.rota.chunks.catalog.DatasetSnapshot;
import dev.rota.chunks.explain.ChunkAddress;
import dev.rota.chunks.explain.ChunkExplainer;
import dev.rota.chunks.explain.ChunkRoutes;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.engine.Answer;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.PagesIn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A chunk and the workers that hold it by the assignment in force, in JSON. Rendering reads the numbers of all
 * replicas, some 2 ns each, on the thread that renders: the scheduler does not wait for it.
 *
 * @param routes which of them readers may use, or null if the policy has no routes
 */
public record ChunkPage(
        long asOf,
        String chunk,
        String dataset,
        int number,
        long size,
        long epoch,
        String state,
        String sentence,
        List<String> holders,
        @Nullable ChunkRoutes routes) {

    static final PagesIn FOLDER = new PagesIn("chunks");

    /** The name of the page, with a placeholder for the chunk's address. */
    public static final String NAME = FOLDER.named("chunk");

    /**
     * Renders a page.
     *
     * @throws NotThere if the chunk is not listed
     */
    static ChunkPage of(NetworkSnapshot network, String address) {
        ChunkAddress chunk;
        try {
            chunk = ChunkAddress.parse(address);
        } catch (IllegalArgumentException e) {
            throw new NotThere(String.valueOf(e.getMessage()));
        }
        return of(network, chunk);
    }

    private static ChunkPage of(NetworkSnapshot network, ChunkAddress chunk) {
        byte[] id = chunk.idBytes();
        for (DatasetSnapshot view : network.chunks().views) {
            if (view.dataset().equals(chunk.dataset())) {
                int row = view.from(id);
                if (row < view.rows() && view.isListed(row) && Arrays.equals(view.id(row), id)) {
                    return of(network, chunk, view.number(row), view.size(row));
                }
            }
        }
        throw new NotThere("expected a chunk that is listed, but " + chunk + " is not");
    }

    private static ChunkPage of(NetworkSnapshot network, ChunkAddress chunk, int number, long size) {
        List<String> holders = new ArrayList<>();
        network.shares().stream()
                .filter(share -> PackedNumbers.hold(share.rows(), number))
                .forEach(share -> holders.add(share.worker()));
        Answer explained = ChunkExplainer.of(
                chunk, network.asOf(), number, size, network.row().getPublishedAt(), () -> holders);
        return new ChunkPage(
                network.asOf(),
                chunk.toString(),
                chunk.dataset(),
                number,
                size,
                network.row().getPublished(),
                explained.state(),
                explained.sentence(),
                holders,
                network.routes() == null ? null : network.routes().ofChunk(number));
    }
}
