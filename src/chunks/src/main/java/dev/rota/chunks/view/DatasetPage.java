package dev.rota.chunks.view;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.catalog.DatasetSnapshot;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.PagesIn;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * A dataset with its segments by the policy, and the workers that hold chunks of it, in JSON. Rendering reads the
 * numbers of all replicas, some 3 ns each, on the thread that renders: the scheduler does not wait for it.
 *
 * @param policy its segments in the policy; empty if the policy does not name the dataset
 * @param beginsUnplaced whether it has chunks before the first segment, which the policy does not place
 * @param segments the first of the segments with their chunks
 * @param holders the workers with the most of its chunks
 */
public record DatasetPage(
        long asOf,
        String dataset,
        long chunks,
        BigInteger bytes,
        long height,
        boolean isPlaced,
        long replicas,
        List<PolicySegment> policy,
        int segmentCount,
        boolean beginsUnplaced,
        List<SegmentTotal> segments,
        int holderCount,
        List<Holder> holders) {

    static final PagesIn FOLDER = new PagesIn("datasets");

    /** The name of the page, with a placeholder for the dataset. */
    public static final String NAME = FOLDER.named("dataset");

    /** The maximum number of listed holders, those with the most chunks. */
    static final int HOLDERS_MAX = 100;

    static final int SEGMENTS_MAX = 200;

    /** A segment of the policy. */
    public record PolicySegment(
            long from, int weight, @Nullable String minVersion) {}

    /** The chunks of a segment, or those before the first segment. */
    public record SegmentTotal(String segment, long chunks, BigInteger bytes) {}

    /** A worker that holds chunks of it. */
    public record Holder(String worker, long chunks) {}

    /**
     * Renders a page.
     *
     * @throws NotThere if the dataset has no chunks
     */
    static DatasetPage of(NetworkSnapshot network, String name) {
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
        List<Segment> segments = policy == null ? List.of() : policy.getSegments();
        return new DatasetPage(
                network.asOf(),
                name,
                dataset.chunks(),
                dataset.bytes(),
                dataset.height(),
                placed,
                replicas,
                first(segments).stream()
                        .map(each -> new PolicySegment(each.getFrom(), each.getWeight(), each.getMinVersion()))
                        .toList(),
                totals.size(),
                policy != null && totals.size() > Math.max(1, segments.size()),
                first(totals).stream()
                        .map(each -> new SegmentTotal(each.label(), each.chunks(), each.bytes()))
                        .toList(),
                holders.size(),
                holders.stream().limit(HOLDERS_MAX).toList());
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(SEGMENTS_MAX, all.size()));
    }

    private static List<Holder> holders(NetworkSnapshot network, String dataset) {
        BitSet numbers = new BitSet();
        for (DatasetSnapshot view : network.chunks().views) {
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
