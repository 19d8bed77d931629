package dev.rota.stream;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An operator's request to rebuild the rows of a scheduler: of each log partition once in the life of a process. */
final class RebuildRequest {

    private final boolean asked;
    private final Set<Integer> taken = ConcurrentHashMap.newKeySet();

    RebuildRequest(boolean asked) {
        this.asked = asked;
    }

    boolean asked() {
        return asked;
    }

    /** Whether this partition is to be rebuilt; true at most once. */
    boolean take(int partition) {
        return asked && taken.add(partition);
    }
}
