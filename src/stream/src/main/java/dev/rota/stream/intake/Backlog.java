package dev.rota.stream.intake;

import dev.rota.stream.common.Ticker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds adopted records back while the scheduler has enough to do. The log is the order, so a record that intake has
 * appended cannot be overtaken: a worker's heartbeat would wait behind millions of them. And a pool would have to store
 * them all. How fast intake reads decides nothing.
 */
final class Backlog {

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    /**
     * The fewest and the most records of a log partition that are not decided, behind which no adopted one is appended:
     * in between, as many as were decided in half a second, so that a heartbeat does not wait much longer.
     */
    static final long LAG_MIN = 500;

    static final long LAG_MAX = 10_000;

    /** The number waiting in a unit at which no adopted record is appended, until half of it is left. */
    static final long LEVEL_MAX = 100_000;

    /**
     * The number of instances that may fill a log partition without regard to each other: a heartbeat then waits for
     * half a second's records of each of them.
     */
    static final int FILLING_MAX = 3;

    /** How long records may wait for a log partition in which nothing is decided before there is a note. */
    private static final long STANDSTILL_NS = 30_000_000_000L;

    /** The time over which it is counted how many records are decided. */
    private static final long COUNT_NS = 500_000_000L;

    /** How often the positions in the log are looked up. */
    private static final long LOOK_NS = 100_000_000L;

    /** Looks up, by log partition, how many records are not decided. */
    interface Lag {

        /** Starts a lookup unless one is at work. */
        void look();

        /** Returns the new answers by log partition, each once. */
        Map<Integer, Place> answer();

        /** Returns why partitions had no answer when they were last looked up. */
        Map<Integer, String> failures();
    }

    /** How many records of a log partition are decided, and how many are not. */
    record Place(long decided, long behind) {}

    /** The count of decided records since a moment, and the limit that follows from the one before. */
    private record Count(long decided, long since, long limit) {}

    /** The last progress in a log partition: a record was decided, or there was none to decide. */
    private record Progress(long decided, long at) {}

    private final String log;
    private final Lag lag;
    private final ToLongFunction<String> level;
    private final Ticker ticker;
    private final Set<TopicPartition> held = new HashSet<>();

    /** How many more adopted records may be appended to each log partition until the next answer. */
    private final Map<Integer, Long> room = new HashMap<>();

    private final Map<Integer, Count> counts = new HashMap<>();
    private final Map<Integer, Progress> progress = new HashMap<>();

    /** The log partitions without room for records that were held back since the last look. */
    private final Set<Integer> awaited = new TreeSet<>();

    private final Set<String> full = new HashSet<>();

    /** The full units for which records were held back since the last look, by topic. */
    private final Map<String, Set<String>> waiting = new TreeMap<>();

    private long lastLook;

    /** True if a log partition stood still at the last look. */
    private boolean isWarned;

    /** Why records are held back for another reason than a scheduler that works; also read by other threads. */
    private volatile List<String> notes = List.of();

    /**
     * @param log the name of the log
     * @param level returns how much waited in a unit when that was last told
     */
    Backlog(String log, Lag lag, ToLongFunction<String> level, Ticker ticker) {
        this.log = log;
        this.lag = lag;
        this.level = level;
        this.ticker = ticker;
        this.lastLook = ticker.nanoTime() - LOOK_NS;
    }

    /**
     * Looks whether records that were held back may be appended; called between polls. An instance that has a small part
     * of the partitions fills a small part of the room, since the others fill it as well.
     *
     * @param assigned the number of partitions of adopted topics that this instance reads
     * @param all the number of all their partitions
     */
    void look(int assigned, int all) {
        if (assigned == 0) {
            // An answer of this moment would be out of date when there are partitions again.
            var unused = lag.answer();
            progress.clear();
            room.clear();
            held.clear();
            awaited.clear();
            waiting.clear();
            notes = List.of();
            return;
        }
        long now = ticker.nanoTime();
        lag.answer().forEach((partition, place) -> {
            long left = Math.max(0, limit(partition, place.decided(), now) - place.behind());
            long share = (left * FILLING_MAX * assigned + all - 1) / Math.max(1, all);
            room.put(partition, Math.min(left, share));
            Progress before = progress.get(partition);
            if (before == null || before.decided() != place.decided() || place.behind() == 0) {
                progress.put(partition, new Progress(place.decided(), now));
            }
        });
        if (now - lastLook >= LOOK_NS) {
            lastLook = now;
            lag.look();
            note(now);
        }
        held.clear();
    }

    private void note(long now) {
        List<String> found = new ArrayList<>();
        Map<Integer, String> failures = lag.failures();
        for (int partition : awaited) {
            String failure = failures.get(partition);
            Progress last = progress.get(partition);
            if (failure != null) {
                found.add("adopted records wait until it is known how far " + log + "/" + partition + " is decided: "
                        + failure);
            } else if (last != null && now - last.at() >= STANDSTILL_NS) {
                found.add("adopted records wait for " + log + "/" + partition + ": nothing of it was decided for "
                        + (now - last.at()) / 1_000_000_000 + " s");
            }
        }
        if (!isWarned) {
            found.forEach(note -> LOG.warn("{}", note));
        }
        isWarned = !found.isEmpty();
        waiting.forEach((topic, units) -> units.forEach(unit -> found.add("adopted records of " + topic + " wait for "
                + unit + ", in which " + level.applyAsLong(unit) + " wait already, until " + LEVEL_MAX / 2
                + " are left")));
        notes = found;
        awaited.clear();
        waiting.clear();
    }

    /** Returns a sentence for each unit for which records wait, and for each log partition without progress. */
    List<String> notes() {
        return notes;
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
        boolean isFull = isFull(unit);
        if (left == 0 || isFull) {
            held.add(input);
            if (isFull) {
                waiting.computeIfAbsent(input.topic(), none -> new TreeSet<>()).add(unit);
            }
            if (left == 0) {
                awaited.add(logPartition);
            }
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
