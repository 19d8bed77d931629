package dev.rota.chunks.scheduler;

import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerState;
import dev.rota.engine.Nullable;

/** A worker in the set, with its last published status. */
final class NaiveWorker {

    final String id;

    /** The id's bytes in hexadecimal, by which workers are ordered. */
    final String hex;

    long lastPing;

    /** True if it has been silent for a day. */
    boolean expired;

    @Nullable
    String version;

    @Nullable
    Long capacity;

    @Nullable
    Long stored;

    boolean flagged;

    /** The last published status; null if none has been published. */
    @Nullable
    WorkerState told;

    @Nullable
    String toldVersion;

    boolean draining;

    /** The number of chunks that it is still assigned. */
    long left;

    long bytesLeft;
    long toldLeft;

    /** The last epoch that it has confirmed, or null if there is none. */
    @Nullable
    Long confirmed;

    /** True if it has ever confirmed an epoch. */
    boolean everConfirmed;

    /** True if it had a capacity when the epoch in force was made. */
    boolean tookPart;

    NaiveWorker(String id) {
        this.id = id;
        this.hex = NaiveWorkerId.hex(id);
    }

    /** Returns when its silence next exceeds a limit. */
    long nextDue(PlacementPolicy policy) {
        return Math.min(
                told == WorkerState.OFFLINE ? Long.MAX_VALUE : NaiveEpochs.later(lastPing, policy.getInactiveAfterMs()),
                expired ? Long.MAX_VALUE : NaiveEpochs.later(lastPing, NaiveWorkers.DAY_MS));
    }

    /** Returns its status: the last rule that matches wins. */
    WorkerState status(PlacementPolicy policy, long now) {
        WorkerState condition = condition(policy, now);
        if (draining && condition != WorkerState.OFFLINE) {
            return left == 0 ? WorkerState.DRAINED : WorkerState.DRAINING;
        }
        return condition;
    }

    /** Returns its status if it is not drained. */
    WorkerState condition(PlacementPolicy policy, long now) {
        WorkerState status = WorkerState.ONLINE;
        if (flagged) {
            status = WorkerState.FLAGGED;
        }
        if (stored != null && stored < policy.getStaleBelowBytes()) {
            status = WorkerState.STALE;
        }
        String least = policy.getMinVersion();
        if (least != null && !NaiveVersion.qualifies(version, least)) {
            status = WorkerState.UNSUPPORTED_VERSION;
        }
        if (now - lastPing >= policy.getInactiveAfterMs()) {
            status = WorkerState.OFFLINE;
        }
        return status;
    }

    /** Returns its reported capacity, else the policy's. A worker with null takes no part in epochs. */
    @Nullable
    Long capacity(PlacementPolicy policy) {
        return capacity == null ? policy.getCapacityBytes() : capacity;
    }

    AssignmentStatus assignmentStatus(PlacementPolicy policy, long now) {
        WorkerState status = condition(policy, now);
        if (status == WorkerState.UNSUPPORTED_VERSION) {
            return AssignmentStatus.UNSUPPORTED_VERSION;
        } else if (status != WorkerState.ONLINE) {
            return AssignmentStatus.UNRELIABLE;
        }
        NaiveVersion known = NaiveVersion.parse(version);
        NaiveVersion recommended = NaiveVersion.parse(policy.getRecommendedVersion());
        boolean deprecated = known != null && recommended != null && known.compareTo(recommended) < 0;
        return deprecated ? AssignmentStatus.DEPRECATED_VERSION : AssignmentStatus.OK;
    }
}
