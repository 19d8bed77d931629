package dev.rota.chunks.explain;

import dev.rota.chunks.Network;
import dev.rota.chunks.Routes;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.placement.AscendingInts;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.engine.Answer;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.engine.text.Phrases;
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
        List<String> lines = new ArrayList<>();
        List<String> used = new ArrayList<>();
        for (NetworkWorker worker : network.workers().all()) {
            if (PackedNumbers.hold(network.published().of(worker.id), number)) {
                String state = state(routes, worker, number);
                if (state.isEmpty()) {
                    used.add(worker.id.text());
                }
                lines.add("  " + worker.id + (state.isEmpty() ? " serves it" + waits(routes, worker, number) : state)
                        + (worker.isReliable() ? "" : "; the worker is " + worker.status));
            }
        }
        String sentence = sentence(network, routes, number, used.size());
        lines.add(0, sentence);
        return new Answer(
                routes.isVisible(number) ? "VISIBLE" : "HIDDEN",
                sentence,
                lines,
                new Explanation(network.row().getPublished(), network.row().getView(), routes.isVisible(number), used));
    }

    private String sentence(Network network, Routes routes, int number, int used) {
        String subject = "chunk " + chunk + " has number " + number;
        if (routes.isVisible(number)) {
            return subject + " and is visible: readers may use " + Phrases.count(used, "worker");
        }
        return subject + " and is not visible: "
                + (routes.isSwapped(number)
                        ? "it replaces others, and waits until all that replace them are confirmed"
                        : Phrases.count(routes.count(number), "worker") + " that count have confirmed it, and "
                                + network.policy().visibleReplicas() + " must");
    }

    /** Returns what the target's loss of a copy that readers use waits for; empty if the target has it. */
    private static String waits(Routes routes, NetworkWorker worker, int number) {
        int need = routes.need(worker.id, number);
        int others = routes.count(number) - (worker.counted ? 1 : 0);
        return need == 0 ? "" : ", until the chunk has " + need + " routes elsewhere; it has " + others;
    }

    /** Returns why readers do not use a worker's copy; empty if they do. */
    private static String state(Routes routes, NetworkWorker worker, int number) {
        if (AscendingInts.has(routes.left(worker.id).former(), number)) {
            return ": readers have left it, and the next epoch can take it";
        } else if (AscendingInts.has(routes.left(worker.id).all(), number)) {
            return ": readers have left it, and their grace runs";
        } else if (!AscendingInts.has(routes.of(worker), number)) {
            return " has not confirmed it";
        }
        return "";
    }
}
