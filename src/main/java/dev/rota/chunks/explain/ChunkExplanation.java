package dev.rota.chunks.explain;

import dev.rota.chunks.Epochs;
import dev.rota.chunks.Network;
import dev.rota.chunks.UnplaceableDataset;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.placement.EpochHoldings;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Weights;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Explains a chunk's placement: places the epoch and records the walks of the chunk's replicas. */
public final class ChunkExplanation {

    private final Network network;
    private final ChunkAddress chunk;
    private final List<PassWalks> passes = new ArrayList<>();
    private boolean leftOut;

    private ChunkExplanation(Network network, ChunkAddress chunk) {
        this.network = network;
        this.chunk = chunk;
    }

    /** The explanation in lines; a single one if the chunk is not placed. */
    public static List<String> of(Network network, ChunkAddress chunk, boolean bounded, Parallel parallel) {
        return new ChunkExplanation(network, chunk).lines(bounded, parallel);
    }

    private List<String> lines(boolean bounded, Parallel parallel) {
        Dataset dataset = network.catalog().dataset(chunk.dataset());
        if (dataset == null || dataset.size(chunk.idBytes()) == Dataset.NONE) {
            return List.of("chunk " + chunk + " was not listed then");
        }
        Epochs.Result result = Epochs.place(network, bounded, parallel, pass -> watch(pass, dataset));
        if (result.placed() == null) {
            return List.of("the epoch was refused, and the assignment before it stayed in force: " + result.status()
                    + ", " + result.reason());
        }
        if (leftOut) {
            return List.of("chunk " + chunk + " was listed, but " + whyLeftOut(dataset));
        }
        PassWalks first = passes.get(0);
        return first.isLeftOut() ? kept(first, result.placed(), result.moves().unplaceable()) : walks(result.placed());
    }

    /** The lines of a chunk whose dataset no placement can serve; a single one if nobody keeps the chunk. */
    private List<String> kept(PassWalks walks, EpochHoldings placed, List<UnplaceableDataset> unplaceable) {
        String why = unplaceable.stream()
                .filter(each -> each.getDataset().equals(chunk.dataset()))
                .map(each -> "no placement can serve dataset " + each.getDataset() + ": " + each.getReason())
                .collect(Collectors.joining());
        List<WorkerId> holders = walks.holders(placed);
        return holders.isEmpty()
                ? List.of(subject(walks) + ", and nobody held it before; " + why)
                : List.of(subject(walks), why + "; workers keep what they hold of it", "held by " + texts(holders));
    }

    private String subject(PassWalks walks) {
        return "chunk " + chunk + " has number " + walks.number() + ", " + walks.size() + " bytes and weight "
                + walks.kind().weight()
                + (walks.kind().minVersion() == null
                        ? ""
                        : ", and needs version " + walks.kind().minVersion());
    }

    private static String texts(Collection<WorkerId> workers) {
        return workers.stream().map(WorkerId::text).collect(Collectors.joining(", "));
    }

    private void watch(Pass pass, Dataset dataset) {
        int place = dataset.place(chunk.idBytes());
        leftOut = place == Dataset.NONE;
        if (!leftOut) {
            passes.add(new PassWalks(pass, place));
        }
    }

    private String whyLeftOut(Dataset dataset) {
        Weights.Spans spans = new Weights(network.policy().rules()).of(dataset);
        return spans == null
                ? "the policy does not place its dataset"
                : "the policy places its dataset from block " + spans.from()[0] + " on";
    }

    private List<String> walks(EpochHoldings placed) {
        List<String> lines = new ArrayList<>();
        PassWalks first = passes.get(0);
        lines.add(subject(first) + "; planned replicas: " + first.planned());
        TreeSet<WorkerId> holders = new TreeSet<>();
        if (passes.size() == 1) {
            lines.add("one pass over workers: " + first.pass().workers().size());
            first.tell(true, holders, lines);
        } else {
            lines.add("pass 1 of 2 over reliable workers alone: "
                    + first.pass().workers().size() + "; what it gives them counts");
            first.tell(true, holders, lines);
            PassWalks second = passes.get(1);
            lines.add("pass 2 of 2 over all workers: " + second.pass().workers().size() + ", planned replicas: "
                    + second.planned() + "; what it gives those who are not reliable counts");
            second.tell(false, holders, lines);
        }
        List<WorkerId> published = first.holders(placed);
        holders.stream()
                .filter(worker -> !published.contains(worker))
                .forEach(worker -> lines.add(worker
                        + " waits for it: the bytes that an epoch may move are used up, or there is no room yet"));
        published.stream()
                .filter(worker -> !holders.contains(worker))
                .forEach(worker -> lines.add(worker + " keeps it until others hold it"));
        lines.add("held by " + texts(published));
        return lines;
    }
}
