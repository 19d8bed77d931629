package dev.rota.chunks.explain;

import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.routes.Routes;
import dev.rota.engine.Answer;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.List;

/** Explains which workers readers may use for a chunk, and what each of the others waits for. */
public final class RouteInquiry implements Inquiry {

    public static final String NAME = "route";

    private final ChunkAddress chunk;

    /** Creates the inquiry from its word {@code chunk}. */
    public RouteInquiry(Asked asked) {
        this.chunk = ChunkAddress.parse(asked.first("chunk"));
    }

    /**
     * The answer for programs.
     *
     * @param epoch the epoch in force
     * @param view the last view of routes
     * @param visible whether readers may use the chunk
     * @param routes the workers that they may use
     */
    public record Explanation(long epoch, long view, boolean visible, List<String> routes) {}

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        Network network = new Network(tables);
        Routes routes = network.routes();
        Dataset dataset = network.catalog().dataset(chunk.dataset());
        int number = dataset == null ? Dataset.NONE : dataset.number(chunk.idBytes());
        if (number == Dataset.NONE) {
            throw new NotThere("expected a listed chunk, but " + chunk + " is not listed");
        } else if (routes == null) {
            throw new NotThere("expected a policy with routes, but that of the network has routes: OFF");
        }
        ChunkRoutes known = ChunkRoutes.of(new ChunkRoutes.Facts(
                number,
                routes.visible().has(number),
                routes.swaps().heldBack().get(number),
                network.policy().visibleReplicas(),
                routes.served()));
        String sentence = "chunk " + chunk + " has number " + number + " and is " + known.sentence();
        List<String> lines = new ArrayList<>(List.of(sentence));
        known.copies().forEach(copy -> lines.add("  " + copy.worker() + " " + copy.sentence()));
        return new Answer(
                known.visible() ? "VISIBLE" : "HIDDEN",
                sentence,
                lines,
                new Explanation(
                        network.row().getPublished(),
                        network.row().getView(),
                        known.visible(),
                        known.copies().stream()
                                .filter(ChunkRoutes.Copy::used)
                                .map(ChunkRoutes.Copy::worker)
                                .toList()));
    }
}
