package dev.rota.stream.kstreams;

import dev.rota.engine.Nullable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;

/**
 * The memory of a scheduler's group leader from one rebalance to the next, since Kafka creates a new assignor for each.
 * Another leader starts without it: newcomers wait longer, and a partition that was to move may stay.
 */
public final class GroupMemory {

    /** The key under which Streams passes it to the assignor. */
    public static final String KEY = "rota.group.memory";

    /**
     * The longest wait for a group at rest, as a multiple of the patience: an instance may join and leave again and
     * again.
     */
    private static final int UNREST_MAX = 4;

    private final Duration patience;

    private Set<ProcessId> members = Set.of();

    /** When members began to join and leave. */
    private Instant unrest = Instant.MIN;

    /** When the group will be at rest. */
    private Instant rest = Instant.MIN;

    /** Since when each member has decided nothing. */
    private Map<ProcessId, Instant> idle = new HashMap<>();

    /** The members that get a task which another member has to give up first. */
    private Map<TaskId, ProcessId> promised = Map.of();

    /**
     * @param patience how long newcomers get nothing that others decide, and how long no member may join or leave
     *     before partitions move between members that stay
     */
    public GroupMemory(Duration patience) {
        this.patience = patience;
    }

    /**
     * Returns the newcomers among the members of a rebalance, and until when each waits: they have just started. A
     * process is slow in its first seconds, and in a rolling restart the next one is stopped soon.
     */
    synchronized Map<ProcessId, Instant> newcomers(Collection<KafkaStreamsState> members, Instant now) {
        Map<ProcessId, Instant> idleNow = new HashMap<>();
        Map<ProcessId, Instant> waiting = new HashMap<>();
        for (KafkaStreamsState member : members) {
            if (member.previousActiveTasks().isEmpty()) {
                Instant since = idle.getOrDefault(member.processId(), now);
                idleNow.put(member.processId(), since);
                if (now.isBefore(since.plus(patience))) {
                    waiting.put(member.processId(), since.plus(patience));
                }
            }
        }
        idle = idleNow;
        return waiting;
    }

    /**
     * Returns whether partitions may move between members that stay, which is when no member has joined or left for a
     * while. In a rolling restart they would move several times, while processes start and take the processors. If a
     * member has just joined or left, they wait for the next rebalance even without patience: first, all partitions are
     * decided again.
     */
    synchronized boolean isAtRest(Set<ProcessId> present, Instant now) {
        if (present.equals(members)) {
            return !now.isBefore(rest);
        }
        members = Set.copyOf(present);
        unrest = now.isBefore(rest) ? unrest : now;
        Instant latest = unrest.plus(patience.multipliedBy(UNREST_MAX));
        Instant quiet = now.plus(patience);
        rest = quiet.isBefore(latest) ? quiet : latest;
        return false;
    }

    /** Returns when the group will be at rest if no member joins or leaves. */
    synchronized Instant rest() {
        return rest;
    }

    /**
     * Returns the member that was to get a task at the last rebalance, once its decider had given it up; null if there
     * was none.
     */
    synchronized @Nullable ProcessId promised(TaskId task) {
        return promised.get(task);
    }

    /**
     * Notes the result of a rebalance.
     *
     * @param deciders the members that decide something from now on; one that decides nothing later has been started
     *     again
     */
    synchronized void assigned(Set<ProcessId> deciders, Map<TaskId, ProcessId> promises) {
        idle.keySet().removeAll(deciders);
        promised = Map.copyOf(promises);
    }
}
