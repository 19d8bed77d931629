package dev.rota.chunks.scheduler;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;

/** Models which policies are valid. */
final class NaivePolicy {

    private NaivePolicy() {}

    /** Returns the contract's defaults. */
    static PlacementPolicy defaults(String network) {
        return PlacementPolicy.newBuilder().setNetwork(network).build();
    }

    static boolean valid(PlacementPolicy policy) {
        Long capacity = policy.getCapacityBytes();
        Long every = policy.getEpochEveryMs();
        return policy.getSaturation() > 0
                && policy.getSaturation() <= 1
                && within(policy.getMinReplication(), 65_535)
                && within(policy.getRings(), 65_536)
                && (capacity == null || capacity >= 0)
                && policy.getStaleBelowBytes() >= 0
                && (every == null || every >= 1_000)
                && (policy.getMoveBytesMax() == null || policy.getMoveBytesMax() >= 1)
                && policy.getInactiveAfterMs() >= 1
                && policy.getEffectiveAfterMs() >= 0
                && version(policy.getMinVersion())
                && version(policy.getRecommendedVersion())
                && datasets(policy.getDatasets());
    }

    private static boolean within(int number, int most) {
        return number >= 1 && number <= most;
    }

    private static boolean version(@Nullable String text) {
        return text == null || NaiveVersion.parse(text) != null;
    }

    private static boolean datasets(List<DatasetPolicy> datasets) {
        List<String> names = datasets.stream().map(DatasetPolicy::getDataset).toList();
        return names.stream().distinct().count() == names.size()
                && datasets.stream().allMatch(dataset -> segments(dataset.getSegments()));
    }

    private static boolean segments(List<Segment> segments) {
        List<Long> froms = segments.stream().map(Segment::getFrom).toList();
        List<Long> ordered = new ArrayList<>();
        froms.stream().filter(from -> from >= 0).distinct().sorted().forEach(ordered::add);
        froms.stream().filter(from -> from < 0).distinct().sorted().forEach(ordered::add);
        return froms.equals(ordered)
                && segments.stream()
                        .allMatch(segment -> within(segment.getWeight(), 65_535) && version(segment.getMinVersion()));
    }
}
