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

/** Which chunks are placed, and at what weight: what a policy's datasets and segments say. */
public final class Weights {

    /** Of chunks whose policy names no segment. */
    public static final int DEFAULT = 1;

    /**
     * Chunks that are treated alike.
     *
     * @param minVersion that their workers need
     */
    public record Kind(
            int weight,
            @Nullable String minVersion,
            @Nullable ClientVersion version) {

        public boolean restricted() {
            return minVersion != null;
        }
    }

    /** Segments of a dataset, with their true first blocks, ascending: which kind begins where. */
    public record Spans(long[] from, int[] kind) {

        /** Which kind a chunk is of; {@link Dataset#NONE}: it is not placed. */
        public int kind(long first) {
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
            return low == 0 ? Dataset.NONE : kind[low - 1];
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

    /** The kinds met so far. */
    public List<Kind> kinds() {
        return kinds;
    }

    /** How a dataset's chunks are placed; null: not at all. */
    @Nullable
    public Spans of(Dataset dataset) {
        DatasetPolicy policy = policies.get(dataset.name());
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
                from += dataset.greatestLast();
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
