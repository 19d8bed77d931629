package dev.rota.chunks.view;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.catalog.ChunkView;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.PagesIn;
import dev.rota.engine.text.JsonText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * A dataset: its segments by the policy, and the workers that hold chunks of it, in JSON. It reads the numbers of all
 * replicas, some 3 ns each, on the thread that renders: the scheduler does not wait for it.
 */
public final class DatasetPage {

    static final PagesIn FOLDER = new PagesIn("datasets");

    /** The name of the page, with a placeholder for the dataset. */
    public static final String NAME = FOLDER.named("dataset");

    /** Holders that the page names: those with the most chunks. */
    static final int HOLDERS_MAX = 100;

    static final int SEGMENTS_MAX = 200;

    private record Holder(String worker, long chunks) {}

    private DatasetPage() {}

    /** @throws NotThere if the dataset has no chunks */
    static String of(NetworkSnapshot network, String name) {
        NetworkSnapshot.DatasetTotal dataset = network.datasets().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NotThere("expected a dataset with chunks, but there is none of this name"));
        List<SegmentTotals.Total> totals = SegmentTotals.of(network, dataset);
        List<Holder> holders = holders(network, name);
        long replicas = holders.stream().mapToLong(Holder::chunks).sum();
        @Nullable
        DatasetPolicy policy = SegmentTotals.policies(network.policy()).get(name);
        boolean placed = policy != null || network.policy().getDatasets().isEmpty();
        return JsonText.object(json -> json.field("asOf", network.asOf())
                .field("dataset", name)
                .field("chunks", dataset.chunks())
                .field("bytes", (Number) dataset.bytes())
                .field("height", dataset.height())
                .field("isPlaced", placed)
                .field("replicas", replicas)
                .list(
                        "policy",
                        policy == null ? List.<Segment>of() : first(policy.getSegments()),
                        (segment, each) -> each.field("from", segment.getFrom())
                                .field("weight", segment.getWeight())
                                .field("minVersion", segment.getMinVersion()))
                .field("segmentCount", totals.size())
                .field(
                        "beginsUnplaced",
                        policy != null
                                && totals.size()
                                        > Math.max(1, policy.getSegments().size()))
                .list(
                        "segments",
                        first(totals),
                        (total, each) -> each.field("segment", total.label())
                                .field("chunks", total.chunks())
                                .field("bytes", (Number) total.bytes()))
                .field("holderCount", holders.size())
                .list(
                        "holders",
                        holders.stream().limit(HOLDERS_MAX).toList(),
                        (holder, each) -> each.field("worker", holder.worker()).field("chunks", holder.chunks())));
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(SEGMENTS_MAX, all.size()));
    }

    private static List<Holder> holders(NetworkSnapshot network, String dataset) {
        BitSet numbers = new BitSet();
        for (ChunkView view : network.chunks().views) {
            if (view.dataset().equals(dataset)) {
                view.find(number -> true, row -> numbers.set(view.number(row)));
            }
        }
        List<Holder> holders = new ArrayList<>();
        for (NetworkSnapshot.ShareTotal share : network.shares()) {
            long held = 0;
            for (int number : PackedNumbers.of(share.rows())) {
                held += numbers.get(number) ? 1 : 0;
            }
            if (held > 0) {
                holders.add(new Holder(share.worker(), held));
            }
        }
        holders.sort(Comparator.comparingLong(Holder::chunks).reversed());
        return holders;
    }
}
