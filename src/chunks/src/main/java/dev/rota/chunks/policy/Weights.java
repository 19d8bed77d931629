package dev.rota.chunks.policy;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Determines by the datasets and segments of a policy which chunks are placed, and with what weight. */
public final class Weights {

    /** The weight of chunks for which the policy has no segments. */
    public static final int DEFAULT = 1;

    /**
     * A class of chunks with the same weight and version.
     *
     * @param minVersion the version that their workers need
     */
    public record Kind(
            int weight,
            @Nullable String minVersion,
            @Nullable ClientVersion version) {

        public boolean restricted() {
            return minVersion != null;
        }
    }

    /** The segments of a dataset with their resolved first blocks, ascending, and kinds. */
    public record Spans(long[] from, int[] kind) {

        /** Returns the kind of a chunk by its first block, or {@link Dataset#NONE} if it is not placed. */
        public int kind(long first) {
            int segment = segment(first);
            return segment == Dataset.NONE ? Dataset.NONE : kind[segment];
        }

        /** Returns the segment of a chunk by its first block, or {@link Dataset#NONE} if it precedes all. */
        public int segment(long first) {
            int low = 0;
            int high = from.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (from[middle] <= first) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low - 1;
        }
    }

    private final List<Kind> kinds = new ArrayList<>();
    private final Map<String, Integer> numbers = new TreeMap<>();
    private final Map<String, DatasetPolicy> policies = new TreeMap<>();
    private final boolean all;

    public Weights(PlacementPolicy policy) {
        all = policy.getDatasets().isEmpty();
        for (DatasetPolicy dataset : policy.getDatasets()) {
            policies.put(dataset.getDataset(), dataset);
        }
    }

    /** Returns the kinds so far. */
    public List<Kind> kinds() {
        return kinds;
    }

    /** Returns the segments of a dataset, or null if its chunks are not placed. */
    @Nullable
    public Spans of(Dataset dataset) {
        return of(dataset.name(), dataset.greatestLast());
    }

    /**
     * Returns the segments of a dataset, or null if its chunks are not placed.
     *
     * @param greatestLast the greatest last block of its chunks
     */
    @Nullable
    public Spans of(String dataset, long greatestLast) {
        DatasetPolicy policy = policies.get(dataset);
        if (policy == null && !all) {
            return null;
        }
        if (policy == null || policy.getSegments().isEmpty()) {
            return new Spans(new long[] {Long.MIN_VALUE}, new int[] {kind(DEFAULT, null)});
        }
        int count = policy.getSegments().size();
        Spans spans = new Spans(new long[count], new int[count]);
        for (int i = 0; i < count; i++) {
            Segment segment = policy.getSegments().get(i);
            long from = segment.getFrom();
            if (from < 0) {
                from += greatestLast;
                from = i == 0 ? from : Math.max(from, spans.from[i - 1]);
            }
            spans.from[i] = from;
            spans.kind[i] = kind(segment.getWeight(), segment.getMinVersion());
        }
        return spans;
    }

    private int kind(int weight, @Nullable String minVersion) {
        Integer known = numbers.putIfAbsent(weight + " " + minVersion, kinds.size());
        if (known != null) {
            return known;
        }
        kinds.add(new Kind(weight, minVersion, ClientVersion.of(minVersion)));
        return kinds.size() - 1;
    }
}
