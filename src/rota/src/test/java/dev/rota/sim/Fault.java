package dev.rota.sim;

/**
 * A fault that happens at one call of an actor.
 *
 * @param actor the actor that makes the call
 * @param call the number of the call
 * @param ms the duration, for kinds that have one
 */
record Fault(Kind kind, String actor, int call, long ms) {

    enum Kind {
        /** The process dies, and is started again after a while. */
        KILL,
        /** The process is stopped for a while, as by SIGSTOP. Requests that it has sent arrive. */
        FREEZE,
        /** The process is asked to stop in an orderly way, and is started again after a while. */
        STOP,
        /** The log refuses the next record of an intake, or a scheduler's next request gets no response. */
        REFUSE,
        /**
         * A scheduler's next commit, or the offsets in it, gets its response only after the scheduler has timed out.
         */
        COMMIT_UNANSWERED,
        /** A scheduler dies in the middle of its next commit, and is started again after {@code ms}. */
        KILL_COMMITTING,
        /** A scheduler dies in the middle of its next commit, and is replaced by an instance with another name. */
        LOSE_COMMITTING,
        /** The next request by which a scheduler ends the transaction of another is delayed by {@code ms}. */
        FENCE_LATE,
        /** Coordinators and leaders accept no requests for a while. */
        AWAY
    }

    /** Returns the same fault at a later call, or at an earlier one if {@code calls} is negative. */
    Fault later(int calls) {
        return new Fault(kind, actor, Math.max(1, call + calls), ms);
    }
}
