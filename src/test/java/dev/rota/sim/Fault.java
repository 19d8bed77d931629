package dev.rota.sim;

/**
 * Something that goes wrong at one call of an actor.
 *
 * @param actor whose call it is
 * @param call the number of the call
 * @param ms how long it lasts, where that matters
 */
record Fault(Kind kind, String actor, int call, long ms) {

    enum Kind {
        /** The process dies; it is started again after a while. */
        KILL,
        /** The process is stopped for a while, as by SIGSTOP; its requests under way arrive. */
        FREEZE,
        /** It is asked to stop in an orderly way, and is started again after a while. */
        STOP,
        /** The log refuses the next record of an intake, or a scheduler's next question gets no answer. */
        REFUSE,
        /** A scheduler's next commit, or the offsets in it, is answered only after this scheduler's patience. */
        COMMIT_UNANSWERED,
        /** A scheduler dies in the middle of its next commit, and is started again after so long. */
        KILL_COMMITTING,
        /** The same, and it never comes back: a scheduler of another name takes its place. */
        LOSE_COMMITTING,
        /** The next request by which a scheduler ends the transaction of another is under way for so long. */
        FENCE_LATE,
        /** Coordinators and leaders take no commits and no records for a while. */
        AWAY
    }

    /** The same at a later call, or at an earlier one. */
    Fault later(int calls) {
        return new Fault(kind, actor, Math.max(1, call + calls), ms);
    }
}
