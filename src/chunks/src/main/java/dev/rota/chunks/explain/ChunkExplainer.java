package dev.rota.chunks.explain;

import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.engine.text.Phrases;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Explains which workers hold a chunk by the assignment in force, from the network's rows. It reads the whole catalog
 * and the whole assignment.
 */
public final class ChunkExplainer implements Inquiry {

    public static final String KIND = "chunk";

    private final ChunkAddress chunk;
    private boolean listed;

    /**
     * Creates an explainer.
     *
     * @param chunk the chunk, as {@code DATASET/TOP/FIRST-LAST-HASH}
     */
    public ChunkExplainer(String chunk) {
        this.chunk = ChunkAddress.parse(chunk);
    }

    @Override
    public void decided(Decision decision) {
        listed |= chunk.isListedBy(decision);
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        Network network = new Network(tables);
        Dataset dataset = network.catalog().dataset(chunk.dataset());
        int number = dataset == null ? Dataset.NONE : dataset.number(chunk.idBytes());
        if (dataset == null || number == Dataset.NONE) {
            return listed ? new Answer("REMOVED", "chunk " + chunk + " was listed, and removed since") : null;
        }
        return of(
                chunk,
                now,
                number,
                dataset.size(chunk.idBytes()),
                network.row().getPublishedAt(),
                () -> holders(network, number));
    }

    /**
     * Explains a listed chunk.
     *
     * @param publishedAt when the assignment in force was published, or 0 if none was
     * @param holding the workers that hold it by that assignment
     */
    public static Answer of(
            ChunkAddress chunk, long now, int number, long size, long publishedAt, Supplier<List<String>> holding) {
        String subject =
                "as of " + Phrases.utc(now) + " chunk " + chunk + " has number " + number + " and " + size + " bytes";
        if (publishedAt == 0) {
            return new Answer("LISTED", subject + "; no assignment was published yet");
        }
        String inForce = " by the assignment in force, published " + Phrases.at(publishedAt);
        List<String> holders = holding.get();
        return holders.isEmpty()
                ? new Answer("LISTED", subject + ", and no worker holds it" + inForce)
                : new Answer(
                        "ASSIGNED",
                        subject + ", held by " + Phrases.count(holders.size(), "worker") + inForce + ": "
                                + String.join(", ", holders));
    }

    private static List<String> holders(Network network, int number) {
        List<String> holders = new ArrayList<>();
        network.published().all().forEach((worker, rows) -> {
            if (PackedNumbers.hold(rows, number)) {
                holders.add(worker.text());
            }
        });
        return holders;
    }
}
