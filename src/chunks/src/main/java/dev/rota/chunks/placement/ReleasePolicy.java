package dev.rota.chunks.placement;

import dev.rota.engine.Nullable;

/** Decides when extra copies leave their workers: those in force that the target does not have. */
interface ReleasePolicy {

    /** The highest reluctance. */
    int RELUCTANCE_MAX = 4;

    /** A part of a step: before its additions, or after them. */
    enum Moment {
        BEFORE_ADDITIONS,
        AFTER_ADDITIONS
    }

    /** Returns whether an extra copy may go, even if its worker does not need the room. */
    boolean mayGo(WorkerCopies worker, int extraCopy, Moment moment);

    /** Returns how reluctantly an extra copy goes for room, up to {@link #RELUCTANCE_MAX}; 0: its chunk does not need it. */
    int reluctance(WorkerCopies worker, int extraCopy);

    /**
     * Prepares room for later epochs instead of dropping copies. Returns whether a later epoch will have some, or can
     * expect some.
     *
     * @param lacking the size of the copies that have no room, by the number of their worker
     * @param stuck the worker of the first addition if the step cannot add anything, or null
     */
    boolean makeWay(long[] lacking, @Nullable WorkerCopies stuck);
}
