package dev.rota.cores;

import dev.rota.engine.Nullable;

/**
 * A claim that a session finds in the queue or on a core.
 *
 * @param from the core that it was pinned to or on before the session
 * @param wasOnCore whether it was on that core; the session empties the cores
 * @param drop why the session drops it; null if it is queued
 * @param to the core that it is pinned to by the session; null if it is dropped
 */
record MovedClaim(
        PendingClaim claim,
        int from,
        boolean wasOnCore,
        @Nullable DropReason drop,
        @Nullable Integer to) {}
