package dev.rota.stream.attendance;

import static java.time.temporal.ChronoUnit.SECONDS;

import dev.rota.engine.Nullable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The log partitions of this instance with their attended time. */
public final class AttendedPartitions {

    private final String log;
    private final long graceNanos;
    private final InstantSource clock;
    private final Map<Integer, AttendedPartition> partitions = new ConcurrentHashMap<>();

    /** Since when silence does not count. */
    private final Map<Integer, Instant> since = new ConcurrentHashMap<>();

    /** @param graceMs how long looks must succeed before silence counts again */
    public AttendedPartitions(String log, long graceMs, InstantSource clock) {
        this.log = log;
        this.graceNanos = TimeUnit.MILLISECONDS.toNanos(graceMs);
        this.clock = clock;
    }

    /** Adds a log partition that was assigned to this instance. */
    public AttendedPartition assigned(int partition) {
        AttendedPartition assigned = new AttendedPartition(graceNanos);
        partitions.put(partition, assigned);
        return assigned;
    }

    /** Removes a log partition that was revoked. */
    public void revoked(int partition, AttendedPartition assigned) {
        if (partitions.remove(partition, assigned)) {
            since.remove(partition);
        }
    }

    /** Returns the log partitions in which silence is measured but does not count now, each with the reason. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        new TreeMap<>(partitions).forEach((partition, attended) -> {
            @Nullable String why = attended.why();
            if (why != null) {
                Instant from = since.getOrDefault(partition, clock.instant());
                reasons.add(log + "/" + partition + ": timeouts are suspended since " + from.truncatedTo(SECONDS) + ": "
                        + why);
            }
        });
        return reasons;
    }

    /** Returns for how long silence has not counted in the partition where it is longest; 0 if it counts in all. */
    public double suspendedSeconds() {
        Instant now = clock.instant();
        return since.values().stream()
                        .mapToLong(from -> Duration.between(from, now).toMillis())
                        .max()
                        .orElse(0)
                / 1e3;
    }

    /** Returns the partitions in which silence is measured. */
    Map<Integer, AttendedPartition> pending() {
        Map<Integer, AttendedPartition> pending = new TreeMap<>(partitions);
        pending.values().removeIf(attended -> !attended.isPending());
        return pending;
    }

    /** Logs, after a look, in which partitions silence has just begun to count, or has just ceased to. */
    void looked() {
        partitions.forEach((partition, attended) -> {
            if (attended.why() == null) {
                since.remove(partition);
            } else {
                since.putIfAbsent(partition, clock.instant());
            }
        });
    }
}
