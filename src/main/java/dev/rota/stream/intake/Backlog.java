package dev.rota.stream.intake;

import dev.rota.stream.common.Ticker;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * Holds adopted records back while the scheduler has enough to do. The log is the order, so a record that intake has
 * appended cannot be overtaken: a worker's heartbeat would wait behind millions of them. And a pool would have to store
 * them all. How fast intake reads decides nothing.
 */
final class Backlog {

    /** The most records of a log partition that are not decided, behind which no adopted one is appended. */
    static final long LAG_MAX = 4_000;

    /** The number waiting in a unit at which no adopted record is appended, until half of it is left. */
    static final long LEVEL_MAX = 100_000;

    /** How often the positions in the log are looked up. */
    private static final long LOOK_NS = 100_000_000L;

    /** Looks up, by log partition, how many records are not decided. */
    interface Lag {

        /** Starts a lookup unless one is at work. */
        void look();

        /** Returns the last answer, each once; empty if there is no new one. */
        Map<Integer, Long> answer();
    }

    private final Lag lag;
    private final ToLongFunction<String> level;
    private final Ticker ticker;
    private final Set<TopicPartition> held = new HashSet<>();

    /** How many more adopted records may be appended to each log partition until the next answer. */
    private final Map<Integer, Long> room = new HashMap<>();

    private final Set<String> full = new HashSet<>();
    private long lastLook;

    /** @param level returns how much waited in a unit when that was last told */
    Backlog(Lag lag, ToLongFunction<String> level, Ticker ticker) {
        this.lag = lag;
        this.level = level;
        this.ticker = ticker;
        this.lastLook = ticker.nanoTime() - LOOK_NS;
    }

    /**
     * Looks whether records that were held back may be appended; called between polls.
     *
     * @param adopts whether any topic is adopted
     */
    void look(boolean adopts) {
        if (!adopts) {
            held.clear();
            return;
        }
        lag.answer().forEach((partition, behind) -> room.put(partition, Math.max(0, LAG_MAX - behind)));
        long now = ticker.nanoTime();
        if (now - lastLook >= LOOK_NS) {
            lastLook = now;
            lag.look();
        }
        held.clear();
    }

    /** Returns whether the next record of an input partition is held back. */
    boolean holds(TopicPartition input) {
        return held.contains(input);
    }

    /** Returns whether an adopted record may be appended; if not, its input partition is held back. */
    boolean takes(TopicPartition input, int logPartition, String unit) {
        long left = room.getOrDefault(logPartition, 0L);
        if (left == 0 || isFull(unit)) {
            held.add(input);
            return false;
        }
        room.put(logPartition, left - 1);
        return true;
    }

    private boolean isFull(String unit) {
        long waiting = level.applyAsLong(unit);
        if (waiting >= LEVEL_MAX) {
            full.add(unit);
        } else if (waiting <= LEVEL_MAX / 2) {
            full.remove(unit);
        }
        return full.contains(unit);
    }
}
