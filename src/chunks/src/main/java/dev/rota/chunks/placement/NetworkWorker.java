package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.WorkerRow;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.policy.ClientVersion;
import dev.rota.chunks.policy.Policy;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;

/** The cached state of a worker, from its last ping and its flags. */
public final class NetworkWorker {

    public final WorkerId id;
    public long lastPing;

    /** True if its silence has reached the policy's limit, in attended time. */
    public boolean offline;

    /** True if its silence has reached the limit after which it leaves, in attended time. */
    public boolean expired;

    @Nullable
    public String version;

    @Nullable
    public ClientVersion knownVersion;

    @Nullable
    public Long capacityBytes;

    @Nullable
    public Long storedBytes;

    public boolean flagged;
    public WorkerState status;

    /**
     * Null if the current status is published; otherwise the last published one, and a later step publishes the current
     * one.
     */
    @Nullable
    public WorkerState published;

    public long alarm = Times.NEVER;

    /** True if it took part in the epoch in force: it had a capacity when that was made. */
    public boolean tookPart;

    /** The latest epoch that a ping confirmed, or null if none did. */
    @Nullable
    public Long confirmedEpoch;

    /** True if it has ever confirmed an epoch. Epoch 0, of which it holds nothing, does not count. */
    public boolean hasConfirmed;

    /** The number of chunks of its share that it has not confirmed; meaningless if it has never confirmed any. */
    public long missing;

    /** True if it is to give up its chunks. */
    public boolean draining;

    /** The number of chunks that it is still assigned while it is drained. */
    public long chunksLeft;

    public long bytesLeft;

    /** True if its routes are in the counts of routes; a cache, which no row contains. */
    public boolean counted;

    /** Creates a worker about which nothing is known yet. */
    public NetworkWorker(WorkerId id) {
        this.id = id;
        this.status = WorkerState.GONE;
    }

    public static NetworkWorker of(WorkerRow row) {
        NetworkWorker worker = new NetworkWorker(WorkerId.of(row.getWorker()));
        worker.lastPing = row.getLastPing();
        worker.offline = row.getOffline();
        worker.expired = row.getExpired();
        worker.version(row.getVersion());
        worker.capacityBytes = row.getCapacityBytes();
        worker.storedBytes = row.getStoredBytes();
        worker.flagged = row.getFlagged();
        worker.status = row.getStatus();
        worker.alarm = row.getAlarm();
        worker.published = row.getPublished();
        worker.tookPart = row.getTookPart();
        worker.confirmedEpoch = row.getConfirmedEpoch();
        worker.hasConfirmed = row.getHasConfirmed();
        worker.missing = row.getMissing();
        worker.draining = row.getDraining();
        worker.chunksLeft = row.getChunksLeft();
        worker.bytesLeft = row.getBytesLeft();
        return worker;
    }

    public WorkerRow row() {
        return new WorkerRow(
                id.text(),
                lastPing,
                offline,
                expired,
                version,
                capacityBytes,
                storedBytes,
                flagged,
                status,
                alarm,
                published,
                tookPart,
                confirmedEpoch,
                hasConfirmed,
                missing,
                draining,
                chunksLeft,
                bytesLeft);
    }

    public void version(@Nullable String text) {
        version = text;
        knownVersion = ClientVersion.of(text);
    }

    /** Returns its status under a policy; the last matching rule wins. Its timer has judged its silence before. */
    public WorkerState statusUnder(Policy policy) {
        WorkerState condition = conditionUnder(policy);
        if (!draining || condition == WorkerState.OFFLINE) {
            return condition;
        }
        return chunksLeft == 0 ? WorkerState.DRAINED : WorkerState.DRAINING;
    }

    /** Returns the status that it would have if it were not drained. */
    WorkerState conditionUnder(Policy policy) {
        if (offline) {
            return WorkerState.OFFLINE;
        } else if (policy.minVersion() != null && isBelow(policy.minVersion())) {
            return WorkerState.UNSUPPORTED_VERSION;
        } else if (storedBytes != null && storedBytes < policy.rules().getStaleBelowBytes()) {
            return WorkerState.STALE;
        }
        return flagged ? WorkerState.FLAGGED : WorkerState.ONLINE;
    }

    /** Returns whether its copies count for the replication: it would be online if it were not drained. */
    public boolean countsUnder(Policy policy) {
        return policy.rules().getIgnoreReliability() || conditionUnder(policy) == WorkerState.ONLINE;
    }

    /** Returns whether its version is too low; an unknown version is. */
    boolean isBelow(ClientVersion min) {
        return knownVersion == null || knownVersion.isBelow(min);
    }

    /** Returns whether it has confirmed all of its share; false if it has never confirmed an epoch. */
    public boolean hasConfirmedAll() {
        return confirmedEpoch != null && missing == 0;
    }

    public boolean isReliable() {
        return status == WorkerState.ONLINE;
    }

    /** Returns its capacity, or null if it takes no part. */
    @Nullable
    public Long capacity(Policy policy) {
        return capacityBytes == null ? policy.rules().getCapacityBytes() : capacityBytes;
    }

    /** Returns its status in its assignment. */
    public AssignmentStatus assignmentStatus(Policy policy) {
        return switch (draining ? conditionUnder(policy) : status) {
            case ONLINE -> {
                ClientVersion recommended = policy.recommendedVersion();
                yield recommended != null && knownVersion != null && knownVersion.isBelow(recommended)
                        ? AssignmentStatus.DEPRECATED_VERSION
                        : AssignmentStatus.OK;
            }
            case UNSUPPORTED_VERSION -> AssignmentStatus.UNSUPPORTED_VERSION;
            case FLAGGED, STALE, OFFLINE -> AssignmentStatus.UNRELIABLE;
            case GONE, DRAINING, DRAINED ->
                throw new IllegalStateException("expected a worker in the set, but " + id + " is " + status);
        };
    }
}
