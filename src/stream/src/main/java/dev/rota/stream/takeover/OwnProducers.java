package dev.rota.stream.takeover;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The transactional ids under which this process writes. A stream thread without partitions does not write: a
 * transaction open under its id was left by an earlier process, which other instances cannot find out.
 */
public final class OwnProducers {

    private final Set<String> begun = ConcurrentHashMap.newKeySet();

    /** Notes that a producer is about to write under an id. */
    public void begin(String id) {
        begun.add(id);
    }

    boolean hasBegun(String id) {
        return begun.contains(id);
    }
}
