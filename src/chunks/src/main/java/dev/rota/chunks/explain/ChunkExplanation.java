package dev.rota.chunks.explain;

import dev.rota.chunks.UnplaceableDataset;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.epoch.Epochs;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.explain.ChunkWalks.PassWalk;
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
final class ChunkExplanation {

    private final Network network;
    private final ChunkAddress chunk;
    private final long epoch;
    private final List<PassWalks> passes = new ArrayList<>();
    private boolean leftOut;

    private ChunkExplanation(Network network, ChunkAddress chunk) {
        this.network = network;
        this.chunk = chunk;
        this.epoch = network.row().getEpochs() + 1;
    }

    /** Returns how an epoch that is made now places a chunk. */
    public static ChunkWalks of(Network network, ChunkAddress chunk, boolean bounded, Parallel parallel) {
        return new ChunkExplanation(network, chunk).walks(bounded, parallel);
    }

    private ChunkWalks walks(boolean bounded, Parallel parallel) {
        Dataset dataset = network.catalog().dataset(chunk.dataset());
        if (dataset == null || dataset.size(chunk.idBytes()) == Dataset.NONE) {
            return ChunkWalks.none(epoch, "chunk " + chunk + " was not listed then");
        }
        Epochs.Result result = Epochs.place(network, bounded, parallel, pass -> watch(pass, dataset));
        if (result.placed() == null) {
            return ChunkWalks.none(
                    epoch,
                    "the epoch was refused, and the assignment before it stayed in force: " + result.status() + ", "
                            + result.reason());
        }
        if (leftOut) {
            return ChunkWalks.none(epoch, "chunk " + chunk + " was listed, but " + whyLeftOut(dataset));
        }
        PassWalks first = passes.get(0);
        return first.isLeftOut() ? kept(first, result.placed(), result.moves().unplaceable()) : walks(result.placed());
    }

    /**
     * Returns the lines for a chunk whose dataset no placement can serve; a single line if no worker keeps the chunk.
     */
    private ChunkWalks kept(PassWalks walks, EpochHoldings placed, List<UnplaceableDataset> unplaceable) {
        String why = unplaceable.stream()
                .filter(each -> each.getDataset().equals(chunk.dataset()))
                .map(each -> "no placement can serve dataset " + each.getDataset() + ": " + each.getReason())
                .collect(Collectors.joining());
        List<WorkerId> holders = walks.holders(placed);
        return holders.isEmpty()
                ? ChunkWalks.none(epoch, subject(walks) + ", and nobody held it before; " + why)
                : new ChunkWalks(
                        epoch,
                        subject(walks),
                        List.of(),
                        List.of(
                                why + "; workers keep what they hold of it",
                                "held by " + String.join(", ", texts(holders))),
                        texts(holders));
    }

    private String subject(PassWalks walks) {
        return "chunk " + chunk + " has number " + walks.number() + ", " + walks.size() + " bytes and weight "
                + walks.kind().weight()
                + (walks.kind().minVersion() == null
                        ? ""
                        : ", and needs version " + walks.kind().minVersion());
    }

    private static List<String> texts(Collection<WorkerId> workers) {
        return workers.stream().map(WorkerId::text).toList();
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

    private ChunkWalks walks(EpochHoldings placed) {
        List<PassWalk> drawn = new ArrayList<>();
        PassWalks first = passes.get(0);
        TreeSet<WorkerId> holders = new TreeSet<>();
        int reliable = first.pass().workers().size();
        if (passes.size() == 1) {
            drawn.add(new PassWalk("one pass over workers: " + reliable, first.walks(true, holders)));
        } else {
            drawn.add(new PassWalk(
                    "pass 1 of 2 over reliable workers alone: " + reliable + "; what it gives them counts",
                    first.walks(true, holders)));
            PassWalks second = passes.get(1);
            drawn.add(new PassWalk(
                    "pass 2 of 2 over all workers: " + second.pass().workers().size() + ", planned replicas: "
                            + second.planned() + "; what it gives those who are not reliable counts",
                    second.walks(false, holders)));
        }
        List<String> notes = new ArrayList<>();
        List<WorkerId> published = first.holders(placed);
        holders.stream()
                .filter(worker -> !published.contains(worker))
                .forEach(worker -> notes.add(worker
                        + " waits for it: the bytes that an epoch may move are used up, or there is no room yet"));
        published.stream()
                .filter(worker -> !holders.contains(worker))
                .forEach(worker -> notes.add(worker + " keeps it until others hold it"));
        notes.add("held by " + String.join(", ", texts(published)));
        return new ChunkWalks(
                epoch, subject(first) + "; planned replicas: " + first.planned(), drawn, notes, texts(published));
    }
}
