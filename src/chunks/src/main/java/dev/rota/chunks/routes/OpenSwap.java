package dev.rota.chunks.routes;

import java.util.List;

/**
 * Chunks that wait to be replaced by others.
 *
 * @param old the number of chunks to be replaced
 * @param fresh the number of chunks that replace them
 * @param waiting the number of those that too few workers have confirmed
 * @param first the first of those
 */
public record OpenSwap(String dataset, int old, int fresh, int waiting, List<Fresh> first) {
    public OpenSwap {
        first = List.copyOf(first);
    }

    /**
     * A chunk that waits to replace others.
     *
     * @param routes the number of workers that count and have confirmed it
     */
    public record Fresh(String id, int routes) {}
}
