package dev.rota.chunks.export;

import dev.rota.chunks.PlacedChunk;
import dev.rota.chunks.placement.WorkerId;
import java.util.Collection;
import java.util.List;

/** The sizes of an assignment's chunks by number. */
final class PlacedSizes {

    private final NumberSet numbers = new NumberSet();
    private final long[] sizes;

    PlacedSizes() {
        this(List.of());
    }

    PlacedSizes(List<PlacedChunk> chunks) {
        chunks.forEach(chunk -> numbers.add(chunk.getNumber()));
        sizes = new long[numbers.close()];
        chunks.forEach(chunk -> sizes[numbers.rank(chunk.getNumber())] = chunk.getSize());
    }

    long of(int number) {
        return sizes[numbers.rank(number)];
    }

    /** Returns whether the chunks of all routes of some workers are in the assignment. */
    boolean hasAll(FollowedRoutes routes, Collection<WorkerId> workers) {
        for (WorkerId worker : workers) {
            for (int number : routes.servedBy(worker)) {
                if (routes.shown().get(number) && !numbers.has(number)) {
                    return false;
                }
            }
        }
        return true;
    }
}
