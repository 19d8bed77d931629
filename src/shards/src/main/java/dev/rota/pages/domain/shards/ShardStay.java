package dev.rota.pages.domain.shards;

import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Decided;
import dev.rota.shards.ShardState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A stretch of time that a shard spent in one state.
 *
 * @param begin the change to that state
 * @param end the next change of the shard; null if there is none
 */
record ShardStay(Decided begin, @Nullable Decided end) {

    /** The causes by which a turn is lost. */
    private static final Set<String> LOSSES =
            new TreeSet<>(List.of("WORKER_LOST", "WORKER_LEFT", "BATCH_TIMEOUT", "REPORT_INVALID", "BATCH_FAILED"));

    /**
     * Returns the stays in state changes, in the order in which they began.
     *
     * @param newestFirst records of {@code shards.states}, newest first
     */
    static List<ShardStay> of(List<Decided> newestFirst) {
        Map<String, Decided> open = new LinkedHashMap<>();
        List<ShardStay> stays = new ArrayList<>();
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            Decided change = newestFirst.get(i);
            Decided before = open.put(change.as(ShardState.class).getShard(), change);
            if (before != null) {
                stays.add(new ShardStay(before, change));
            }
        }
        open.values().forEach(change -> stays.add(new ShardStay(change, null)));
        stays.sort(Comparator.comparingLong(stay -> stay.begin().entry().seq()));
        return stays;
    }

    /** Returns the change that began the stay. */
    ShardState begun() {
        return begin.as(ShardState.class);
    }

    String shard() {
        return begun().getShard();
    }

    String state() {
        return begin.entry().kind();
    }

    /** Returns the cause of the change that began the stay. */
    String cause() {
        return begun().getCause().name();
    }

    boolean isRunning() {
        return state().equals("RUNNING");
    }

    /** Returns the worker of a turn; empty if the stay is not a turn. */
    String worker() {
        String worker = begun().getWorker();
        return worker == null ? "" : worker;
    }

    long from() {
        return begin.entry().time();
    }

    long until(long now) {
        return end == null ? Math.max(now, from()) : end.entry().time();
    }

    long lasted(long now) {
        return until(now) - from();
    }

    /** Returns the cause of the change that ended the stay; empty if it has not ended. */
    String endCause() {
        return end == null ? "" : end.as(ShardState.class).getCause().name();
    }

    /** Returns whether the stay is a turn that was lost. */
    boolean isLost() {
        return isRunning() && LOSSES.contains(endCause());
    }

    /** Returns the stay's class in the style sheet. */
    String look() {
        return isRunning() ? "run" : state().equals("PENDING") ? "wait" : "idle";
    }
}
