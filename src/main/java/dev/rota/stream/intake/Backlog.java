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

    /**
     * The fewest and the most records of a log partition that are not decided, behind which no adopted one is appended:
     * in between, as many as were decided in half a second, so that a heartbeat does not wait much longer.
     */
    static final long LAG_MIN = 500;

    static final long LAG_MAX = 10_000;

    /** The number waiting in a unit at which no adopted record is appended, until half of it is left. */
    static final long LEVEL_MAX = 100_000;

    /** The time over which it is counted how many records are decided. */
    private static final long COUNT_NS = 500_000_000L;

    /** How often the positions in the log are looked up. */
    private static final long LOOK_NS = 100_000_000L;

    /** Looks up, by log partition, how many records are not decided. */
    interface Lag {

        /** Starts a lookup unless one is at work. */
        void look();

        /** Returns the last answer by log partition, each once; empty if there is no new one. */
        Map<Integer, Place> answer();
    }

    /** How many records of a log partition are decided, and how many are not. */
    record Place(long decided, long behind) {}

    /** The count of decided records since a moment, and the limit that follows from the one before. */
    private record Count(long decided, long since, long limit) {}

    private final Lag lag;
    private final ToLongFunction<String> level;
    private final Ticker ticker;
    private final Set<TopicPartition> held = new HashSet<>();

    /** How many more adopted records may be appended to each log partition until the next answer. */
    private final Map<Integer, Long> room = new HashMap<>();

    private final Map<Integer, Count> counts = new HashMap<>();
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
        long now = ticker.nanoTime();
        lag.answer()
                .forEach((partition, place) ->
                        room.put(partition, Math.max(0, limit(partition, place.decided(), now) - place.behind())));
        if (now - lastLook >= LOOK_NS) {
            lastLook = now;
            lag.look();
        }
        held.clear();
    }

    private long limit(int partition, long decided, long now) {
        Count count = counts.computeIfAbsent(partition, none -> new Count(decided, now, LAG_MIN));
        if (now - count.since() < COUNT_NS) {
            return count.limit();
        }
        long halfASecond = (decided - count.decided()) * COUNT_NS / (now - count.since());
        long limit = Math.max(LAG_MIN, Math.min(LAG_MAX, halfASecond));
        counts.put(partition, new Count(decided, now, limit));
        return limit;
    }

    /** Returns whether the next record of an input partition is held back. */
    boolean holds(TopicPartition input) {
        return held.contains(input);
    }

    /** Holds an input partition back until the next look. */
    void hold(TopicPartition input) {
        held.add(input);
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
