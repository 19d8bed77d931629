package dev.rota.chunks.scheduler;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.engine.Nullable;
import dev.rota.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Generates random policies, most of them valid. */
final class RandomPolicies {

    private final Dice dice;
    private final Profile profile;
    private final NaiveNetwork model;

    RandomPolicies(Dice dice, Profile profile, NaiveNetwork model) {
        this.dice = dice;
        this.profile = profile;
        this.model = model;
    }

    PlacementPolicy policy() {
        PlacementPolicy.Builder policy = any();
        if (dice.oneIn(profile == Profile.TIGHT ? 25 : 5)) {
            spoil(policy);
        }
        return policy.build();
    }

    PlacementPolicy valid() {
        return any().build();
    }

    private PlacementPolicy.Builder any() {
        boolean tight = profile == Profile.TIGHT;
        return PlacementPolicy.newBuilder()
                .setNetwork(RandomHistory.NETWORK)
                .setDatasets(dice.oneIn(profile == Profile.POLICIES ? 8 : 2) ? List.of() : datasets())
                .setSaturation(tight ? dice.of(1.0, 1.0, 0.99, 0.95, 0.9) : saturation())
                .setMinReplication(dice.oneIn(30) ? dice.of(13, 65_535) : dice.of(1, 1, 1, 2, 2, 3))
                .setRings(dice.oneIn(12) ? dice.of(6_000, 65_536, 3_000) : dice.of(1, 2, 7, 50))
                .setCapacityBytes(capacity())
                .setIgnoreReliability(dice.oneIn(2))
                .setInactiveAfterMs(inactive())
                .setStaleBelowBytes(dice.oneIn(15) ? Long.MAX_VALUE : dice.of(0L, 0L, 1L, 100L))
                .setMinVersion(minVersion())
                .setRecommendedVersion(dice.oneIn(2) ? dice.of(RandomWorkers.VERSIONS) : null)
                .setOrder(dice.of(PlacementOrder.values()))
                .setEpochEveryMs(epochEvery())
                .setReferenceDigest(dice.oneIn(4))
                .setMoveBytesMax(moveBytes())
                .setEffectiveAfterMs(dice.oneIn(40) ? Long.MAX_VALUE : dice.of(0L, 1L, 60_000L));
    }

    private double saturation() {
        return dice.oneIn(12) ? dice.of(0.1, 1e-300, Double.MIN_VALUE) : dice.of(1.0, 0.99, 0.7, 0.5);
    }

    private @Nullable String minVersion() {
        if (!dice.oneIn(4)) {
            return null;
        }
        return dice.oneIn(3) ? dice.of(RandomWorkers.VERSIONS) : dice.of("2.5.0", "2.6.0-1", "0.0.0-0");
    }

    private long inactive() {
        if (dice.oneIn(25)) {
            return dice.of(1L, Long.MAX_VALUE);
        }
        return profile == Profile.WORKERS || profile == Profile.SCHEDULE
                ? dice.of(5_000L, 60_000L, 600_000L, 5 * NaiveWorkers.DAY_MS, NaiveWorkers.DAY_MS)
                : dice.of(60_000L, 600_000L, 3_600_000L, 5 * NaiveWorkers.DAY_MS);
    }

    private @Nullable Long epochEvery() {
        int seldom = profile == Profile.SCHEDULE ? 6 : 0;
        if (dice.below(8) >= seldom && !dice.oneIn(6)) {
            return null;
        }
        return dice.oneIn(20) ? dice.of(Long.MAX_VALUE, 1L << 62) : dice.of(1_000L, 1_001L, 2_500L, 20_000L, 60_000L);
    }

    private @Nullable Long moveBytes() {
        return dice.oneIn(profile == Profile.MOVES ? 5 : 2)
                ? null
                : dice.of(1L, 50L, 500L, 2_000L, 20_000L, 1L << 41, Long.MAX_VALUE);
    }

    private @Nullable Long capacity() {
        if (dice.oneIn(4)) {
            return null;
        }
        return profile == Profile.HUGE
                ? dice.of(Long.MAX_VALUE, 1L << 42, 1L << 45)
                : Long.valueOf(RandomWorkers.share(dice, profile, model));
    }

    private List<DatasetPolicy> datasets() {
        List<DatasetPolicy> datasets = new ArrayList<>();
        for (String dataset : RandomListings.DATASETS) {
            if (!dice.oneIn(4)) {
                datasets.add(dice.below(datasets.size() + 1), new DatasetPolicy(dataset, segments(dataset)));
            }
        }
        if (datasets.isEmpty() || dice.oneIn(9)) {
            datasets.add(new DatasetPolicy("s3://nowhere", segments("s3://nowhere")));
        }
        return datasets;
    }

    private List<Segment> segments(String dataset) {
        List<Segment> segments = new ArrayList<>();
        SortedSet<Long> froms = new TreeSet<>();
        SortedSet<Long> fromEnd = new TreeSet<>();
        for (int i = dice.below(4); i > 0; i--) {
            froms.add(dice.oneIn(3) ? 0L : block(dataset));
            fromEnd.add(dice.oneIn(4) ? -1L - dice.below(3_000) : -Math.max(1, last(dataset) - block(dataset)));
        }
        if (dice.oneIn(15)) {
            fromEnd.add(Long.MIN_VALUE);
        }
        if (!dice.oneIn(4)) {
            froms.forEach(from -> segments.add(segment(from)));
        }
        if (dice.oneIn(2)) {
            fromEnd.forEach(from -> segments.add(segment(from)));
        }
        return segments;
    }

    private Segment segment(long from) {
        int weight = dice.oneIn(20) ? 65_535 : dice.of(1, 1, 2, 3, 6, 12);
        return new Segment(from, weight, minVersion());
    }

    /** Returns a block where a chunk begins, or one next to it. */
    private long block(String dataset) {
        List<NaiveChunk> chunks = model.catalog().of(dataset);
        long first =
                chunks.isEmpty() ? dice.below(1_000) : dice.of(chunks).first().longValueExact();
        return Math.max(0, first + dice.of(0L, 0L, 1L, -1L));
    }

    private long last(String dataset) {
        return model.catalog().of(dataset).stream()
                .mapToLong(chunk -> chunk.last().longValueExact())
                .max()
                .orElse(0);
    }

    private void spoil(PlacementPolicy.Builder policy) {
        switch (dice.below(16)) {
            case 0 -> policy.setSaturation(dice.of(0.0, -0.0, -0.5, 1.0000001, 2.0));
            case 1 -> policy.setMinReplication(dice.of(0, -1, 65_536));
            case 2 -> policy.setRings(dice.of(0, -1, 65_537, Integer.MIN_VALUE));
            case 3 -> policy.setEpochEveryMs(dice.of(999L, 0L, -1L));
            case 4 -> policy.setInactiveAfterMs(dice.of(0L, -1L));
            case 5 -> policy.setEffectiveAfterMs(dice.of(-1L, Long.MIN_VALUE));
            case 6 -> policy.setCapacityBytes(-1L);
            case 7 -> policy.setStaleBelowBytes(-1L);
            case 8 -> policy.setMinVersion(dice.of(RandomWorkers.NO_VERSIONS));
            case 9 -> policy.setRecommendedVersion(dice.of(RandomWorkers.NO_VERSIONS));
            case 10 ->
                policy.setDatasets(
                        List.of(new DatasetPolicy("s3://a", List.of()), new DatasetPolicy("s3://a", List.of())));
            case 11 -> segments(policy, segment(0, dice.of(0, -1, 65_536)));
            case 12 -> segments(policy, new Segment(0L, 1, dice.of(RandomWorkers.NO_VERSIONS)));
            case 14 -> policy.setMoveBytesMax(dice.of(0L, -1L));
            case 13 -> segments(policy, segment(5, 1), segment(5, 2));
            default -> {
                Segment before = dice.oneIn(2) ? segment(-1, 1) : segment(7, 1);
                segments(policy, before, segment(before.getFrom() < 0 ? dice.of(0, -1, -2) : dice.of(6, 0), 1));
            }
        }
    }

    private static Segment segment(long from, int weight) {
        return new Segment(from, weight, null);
    }

    private static void segments(PlacementPolicy.Builder policy, Segment... segments) {
        policy.setDatasets(List.of(new DatasetPolicy("s3://a", List.of(segments))));
    }
}
