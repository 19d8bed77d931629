package dev.rota.stream.adopted;

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
 * Holds adopted records back while the scheduler is behind the log, or too much waits in their unit. The log is the
 * order: a worker's heartbeat is decided after all records that were appended before it, and a unit stores everything
 * that waits in it.
 */
final class Backlog {

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    /**
     * Bounds of the lag limit, the number of undecided records in a log partition at which no adopted record is
     * appended. Between them, the limit is the number of records decided in half a second, for which a heartbeat waits.
     */
    static final long LAG_MIN = 500;

    static final long LAG_MAX = 10_000;

    /** The backlog of a unit at which no adopted record is appended to it, until the backlog has fallen to half. */
    static final long LEVEL_MAX = 100_000;

    /**
     * The number of instances whose appends at the same time may each fill a log partition up to its limit. An instance
     * does not know what others append, and few of them append to the same partition at a time.
     */
    static final int FILLING_MAX = 3;

    /** The time without decisions in a log partition after which there is a note that records wait for it. */
    private static final long STANDSTILL_NS = 30_000_000_000L;

    /** The time over which decided records are counted. */
    private static final long COUNT_NS = 500_000_000L;

    /** The interval at which the lag is looked up. */
    private static final long LOOK_NS = 100_000_000L;

    /** Looks up the lag of the scheduler behind each log partition. */
    interface Lag {

        /** Starts a lookup unless one is pending. */
        void look();

        /** Returns the places that have arrived since the last call, by log partition. */
        Map<Integer, Place> answer();

        /** Returns why the last lookup of a partition failed, by log partition. */
        Map<Integer, String> failures();
    }

    /**
     * The scheduler's place in a log partition.
     *
     * @param decided the number of records before it
     * @param behind the number of records from it to the partition's end
     */
    record Place(long decided, long behind) {}

    /**
     * The limit of a log partition, and the count from which the next limit is computed.
     *
     * @param decided the number of decided records when the count began
     * @param since when the count began
     */
    private record Count(long decided, long since, long limit) {}

    /**
     * The last progress in a log partition.
     *
     * @param at when a record was last decided, or there was none to decide
     */
    private record Progress(long decided, long at) {}

    private final String log;
    private final Lag lag;
    private final ToLongFunction<String> level;
    private final Ticker ticker;

    /** The input partitions that are held back until the next look. */
    private final Set<TopicPartition> held = new HashSet<>();

    /** The number of adopted records that may be appended to each log partition before its next answer. */
    private final Map<Integer, Long> room = new HashMap<>();

    private final Map<Integer, Count> counts = new HashMap<>();
    private final Map<Integer, Progress> progress = new HashMap<>();

    /** The log partitions for whose lack of room records were held back since the last notes. */
    private final Set<Integer> awaited = new TreeSet<>();

    /** The units that have reached {@link #LEVEL_MAX}, and have not fallen to half of it since. */
    private final Set<String> full = new HashSet<>();

    /** The full units for which records were held back since the last notes, by topic. */
    private final Map<String, Set<String>> waiting = new TreeMap<>();

    private long lastLook;

    /** True if a log partition stood still at the last look. */
    private boolean isWarned;

    /** Sentences about records that wait for full units, or without progress; also read by other threads. */
    private volatile List<String> notes = List.of();

    /**
     * @param log the name of the log
     * @param level returns the backlog of a unit that was published last
     */
    Backlog(String log, Lag lag, ToLongFunction<String> level, Ticker ticker) {
        this.log = log;
        this.lag = lag;
        this.level = level;
        this.ticker = ticker;
        this.lastLook = ticker.nanoTime() - LOOK_NS;
    }

    /**
     * Determines the room in each log partition, and releases the input partitions that were held back; called between
     * polls. All instances together fill the room: that of this one is in proportion to its share of the input
     * partitions.
     *
     * @param assigned the number of partitions of adopted topics that are assigned to this instance
     * @param all the number of partitions of these topics
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

    /** Writes the notes for all that was held back since the last ones. */
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

    /** Returns the lag limit of a log partition, which is computed again every half second. */
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

    /** Returns whether an input partition is held back. */
    boolean holds(TopicPartition input) {
        return held.contains(input);
    }

    /** Holds an input partition back until the next look. */
    void hold(TopicPartition input) {
        held.add(input);
    }

    /** Takes room for an adopted record; returns false and holds its input partition back if there is none. */
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
        long backlog = level.applyAsLong(unit);
        if (backlog >= LEVEL_MAX) {
            full.add(unit);
        } else if (backlog <= LEVEL_MAX / 2) {
            full.remove(unit);
        }
        return full.contains(unit);
    }
}
