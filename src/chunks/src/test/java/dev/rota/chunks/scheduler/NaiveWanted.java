package dev.rota.chunks.scheduler;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.engine.Nullable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A chunk that the policy wants placed.
 *
 * @param minVersion the least version of a worker that stores it; null if any worker may
 */
record NaiveWanted(NaiveChunk chunk, int weight, @Nullable String minVersion) {

    /** Returns the chunks that the policy places, in global order. */
    static List<NaiveWanted> of(NaiveCatalog catalog, PlacementPolicy policy) {
        List<NaiveWanted> wanted = new ArrayList<>();
        if (policy.getDatasets().isEmpty()) {
            catalog.chunks().forEach(chunk -> wanted.add(new NaiveWanted(chunk, 1, null)));
        }
        for (DatasetPolicy dataset : policy.getDatasets()) {
            wanted.addAll(of(catalog.of(dataset.getDataset()), dataset.getSegments()));
        }
        wanted.sort((one, other) -> NaiveChunk.GLOBAL.compare(one.chunk, other.chunk));
        return wanted;
    }

    private static List<NaiveWanted> of(List<NaiveChunk> chunks, List<Segment> segments) {
        if (segments.isEmpty()) {
            return chunks.stream().map(chunk -> new NaiveWanted(chunk, 1, null)).toList();
        }
        List<BigInteger> froms = froms(chunks, segments);
        List<NaiveWanted> wanted = new ArrayList<>();
        for (NaiveChunk chunk : chunks) {
            int last = -1;
            for (int i = 0; i < froms.size(); i++) {
                if (froms.get(i).compareTo(chunk.first()) <= 0) {
                    last = i;
                }
            }
            if (last >= 0) {
                Segment segment = segments.get(last);
                wanted.add(new NaiveWanted(chunk, segment.getWeight(), segment.getMinVersion()));
            }
        }
        return wanted;
    }

    /** Returns where each segment begins. A negative beginning is counted from the dataset's greatest LAST. */
    private static List<BigInteger> froms(List<NaiveChunk> chunks, List<Segment> segments) {
        BigInteger greatest =
                chunks.stream().map(NaiveChunk::last).max(BigInteger::compareTo).orElse(BigInteger.ZERO);
        List<BigInteger> froms = new ArrayList<>();
        for (Segment segment : segments) {
            BigInteger from = BigInteger.valueOf(segment.getFrom());
            if (segment.getFrom() < 0) {
                from = from.add(greatest);
                from = froms.isEmpty() ? from : from.max(froms.get(froms.size() - 1));
            }
            froms.add(from);
        }
        return froms;
    }
}
