package dev.rota.stream.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The log partitions of one scheduler that do not simply follow the log, with their positions and reasons. */
public final class Standings {

    /**
     * A partition's position.
     *
     * @param next the first log offset that is not applied
     * @param halted whether it waits for an operator
     * @param why the reason, in one sentence
     */
    record Standing(long next, boolean halted, String why) {}

    private final Map<Integer, Standing> standings = new ConcurrentHashMap<>();
    private volatile String topicId = "";

    /** Sets the log's topic id, as last looked up. */
    public void topicId(String id) {
        topicId = id;
    }

    /** Returns the log's topic id; empty if it has not been looked up yet, or if there is no such topic. */
    public String topicId() {
        return topicId;
    }

    public void put(int partition, Standing standing) {
        standings.put(partition, standing);
    }

    /** Removes a partition that follows the log again, or was revoked. */
    public void clear(int partition) {
        standings.remove(partition);
    }

    /** Returns the reasons, in partition order. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        new TreeMap<>(standings).values().forEach(standing -> reasons.add(standing.why()));
        return reasons;
    }

    /** Returns the first log offset that is not applied, of each partition listed here. */
    public Map<Integer, Long> next() {
        Map<Integer, Long> next = new TreeMap<>();
        standings.forEach((partition, standing) -> next.put(partition, standing.next()));
        return next;
    }

    public long halted() {
        return standings.values().stream().filter(Standing::halted).count();
    }
}
