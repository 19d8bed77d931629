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
 * What the leader of a scheduler's group remembers from one rebalance to the next, for Kafka makes a new assignor for
 * each. Another leader begins anew: newcomers wait longer, and a partition may stay that was to move.
 */
public final class GroupMemory {

    /** Under which Streams passes it to the assignor. */
    public static final String KEY = "rota.group.memory";

    /** Partitions wait at most so many times as long for rest: an instance may come and go again and again. */
    private static final int UNREST_MAX = 4;

    private final Duration patience;

    private Set<ProcessId> members = Set.of();

    /** When members began to come and go. */
    private Instant unrest = Instant.MIN;

    /** When the group will be at rest. */
    private Instant rest = Instant.MIN;

    /** Since when members have decided nothing. */
    private Map<ProcessId, Instant> idle = new HashMap<>();

    /** Who gets what another member has to give up first. */
    private Map<TaskId, ProcessId> promised = Map.of();

    /**
     * @param patience how long newcomers get nothing that others decide, and for how long nobody must come or go before
     *     partitions move between members that stay
     */
    public GroupMemory(Duration patience) {
        this.patience = patience;
    }

    /**
     * The newcomers among the members of a rebalance, and until when each waits: they have just started. A process is
     * slow in its first seconds, and in a rolling restart the next one is stopped soon.
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
     * Whether partitions may move between members that stay: when nobody has come or gone for a while. In a rolling
     * restart they would move several times, while processes start and take the processors. Where someone has just come
     * or gone, they wait for the next rebalance even without patience: first all is decided again.
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

    /** When the group will be at rest if nobody comes or goes. */
    synchronized Instant rest() {
        return rest;
    }

    /** Who was to get a task at the last rebalance, once its decider had given it up; null if nobody was. */
    synchronized @Nullable ProcessId promised(TaskId task) {
        return promised.get(task);
    }

    /**
     * What the rebalance has come to.
     *
     * @param deciders decide something from now on; when they decide nothing again, they have been started again
     */
    synchronized void assigned(Set<ProcessId> deciders, Map<TaskId, ProcessId> promises) {
        idle.keySet().removeAll(deciders);
        promised = Map.copyOf(promises);
    }
}
