package dev.rota.chunks.catalog;

import java.util.Map;
import java.util.TreeMap;

/** The blocks that some chunks cover, as ranges that neither overlap nor touch. */
public final class BlockRanges {

    /** The last block by the first. */
    private final TreeMap<Long, Long> lasts = new TreeMap<>();

    /** Returns whether a range has a block that is covered. */
    public boolean overlap(long first, long last) {
        Map.Entry<Long, Long> nearest = lasts.floorEntry(last);
        return nearest != null && nearest.getValue() >= first;
    }

    /** Adds a range, which may overlap others. */
    public void add(long first, long last) {
        long from = first;
        long to = Math.max(first, last);
        Map.Entry<Long, Long> nearest = lasts.floorEntry(to == Long.MAX_VALUE ? to : to + 1);
        while (nearest != null && nearest.getValue() >= (from == 0 ? 0 : from - 1)) {
            from = Math.min(from, nearest.getKey());
            to = Math.max(to, nearest.getValue());
            lasts.remove(nearest.getKey());
            nearest = lasts.floorEntry(to == Long.MAX_VALUE ? to : to + 1);
        }
        lasts.put(from, to);
    }
}
