package dev.rota.chunks.view;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.catalog.ByteSum;
import dev.rota.chunks.catalog.DatasetSnapshot;
import dev.rota.chunks.policy.Weights;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** The listed chunks by dataset and segment of the policy. */
final class SegmentTotals {

    /** A segment's chunks; the label names the segment. */
    record Total(String label, String dataset, long chunks, BigInteger bytes) {}

    private final NetworkSnapshot network;
    private final SortedMap<String, DatasetPolicy> policies;
    private final Weights weights;

    private SegmentTotals(NetworkSnapshot network) {
        this.network = network;
        this.policies = policies(network.policy());
        this.weights = new Weights(network.policy());
    }

    /** Returns the datasets of a policy by name. */
    static SortedMap<String, DatasetPolicy> policies(PlacementPolicy policy) {
        SortedMap<String, DatasetPolicy> policies = new TreeMap<>();
        policy.getDatasets().forEach(each -> policies.put(each.getDataset(), each));
        return policies;
    }

    /** Returns the label of a segment; a segment that is the whole dataset has the dataset's name. */
    static String label(String dataset, List<Segment> segments, Segment segment) {
        return segments.size() == 1 && segment.getFrom() == 0 ? dataset : dataset + "[" + segment.getFrom() + "..]";
    }

    static List<Total> of(NetworkSnapshot network) {
        SegmentTotals totals = new SegmentTotals(network);
        List<Total> all = new ArrayList<>();
        network.datasets().forEach(dataset -> all.addAll(totals.of(dataset)));
        return all;
    }

    /** Returns the totals of one dataset. */
    static List<Total> of(NetworkSnapshot network, NetworkSnapshot.DatasetTotal dataset) {
        return new SegmentTotals(network).of(dataset);
    }

    private List<Total> of(NetworkSnapshot.DatasetTotal dataset) {
        DatasetPolicy policy = policies.get(dataset.name());
        List<Segment> segments = policy == null ? List.of() : policy.getSegments();
        boolean whole =
                segments.isEmpty() || (segments.size() == 1 && segments.get(0).getFrom() == 0);
        return whole
                ? List.of(new Total(dataset.name(), dataset.name(), dataset.chunks(), dataset.bytes()))
                : bySegment(dataset, segments);
    }

    /** Counts each segment's chunks, and those before the first, which the policy does not place. */
    private List<Total> bySegment(NetworkSnapshot.DatasetTotal dataset, List<Segment> segments) {
        Weights.Spans spans = Objects.requireNonNull(weights.of(dataset.name(), dataset.height()));
        long[] chunks = new long[segments.size() + 1];
        ByteSum[] bytes = new ByteSum[chunks.length];
        Arrays.setAll(bytes, i -> new ByteSum());
        for (DatasetSnapshot view : network.chunks().views) {
            if (view.dataset().equals(dataset.name())) {
                view.find(number -> true, row -> {
                    int at = spans.segment(view.first(row)) + 1;
                    chunks[at]++;
                    bytes[at].add(view.size(row));
                });
            }
        }
        List<Total> totals = new ArrayList<>();
        if (chunks[0] > 0) {
            String before = dataset.name() + "[.." + segments.get(0).getFrom() + "]";
            totals.add(new Total(before, dataset.name(), chunks[0], bytes[0].value()));
        }
        for (int i = 0; i < segments.size(); i++) {
            String label = label(dataset.name(), segments, segments.get(i));
            totals.add(new Total(label, dataset.name(), chunks[i + 1], bytes[i + 1].value()));
        }
        return totals;
    }
}
