package dev.rota.chunks.placement;

import dev.rota.engine.Nullable;

/**
 * Releases copies of which readers are not told. An extra copy goes once none of its chunk's copies waits; on a worker that
 * is drained, once the chunk's copies in the target are confirmed. Without a limit on moves, it makes way at once.
 */
final class PlainRelease implements ReleasePolicy {

    private final CopyCounts counts;
    private final boolean isBounded;

    /**
     * Creates a policy.
     *
     * @param isBounded whether the moved bytes are limited
     */
    PlainRelease(CopyCounts counts, boolean isBounded) {
        this.counts = counts;
        this.isBounded = isBounded;
    }

    @Override
    public boolean mayGo(WorkerCopies worker, int extraCopy, Moment moment) {
        return switch (moment) {
            case BEFORE_ADDITIONS -> !isBounded && !worker.draining;
            case AFTER_ADDITIONS -> counts.isReplaced(worker, extraCopy);
        };
    }

    @Override
    public int reluctance(WorkerCopies worker, int extraCopy) {
        return counts.isFree(worker, extraCopy) ? 0 : 1;
    }

    @Override
    public boolean makeWay(long[] lacking, @Nullable WorkerCopies stuck) {
        return false;
    }
}
