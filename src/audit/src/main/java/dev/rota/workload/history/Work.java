package dev.rota.workload.history;

import dev.rota.workload.whatif.Past;

/**
 * A piece of work in the history of another scheduler: a job, or a record of a queue.
 *
 * @param id its id there, which need not be unique
 * @param submitted when it came
 * @param past what became of it
 * @param group whose it is: an account, a group or a key
 * @param owner who submitted it; empty if that is not known
 * @param priority lower numbers go first
 * @param slots the number of processors that it had
 * @param pool the properties of the machines that it needs, as {@code name=value;name=value}; empty: any machine
 */
public record Work(
        String id, long submitted, Past past, String group, String owner, int priority, long slots, String pool) {

    /** Returns when it was started, or left. Only if its wait is known, and not open. */
    public long served() {
        return submitted + past.waited();
    }

    /** Returns when it ended, or {@link Long#MAX_VALUE} if it was not seen to end. Only if its run time is known, or open. */
    public long ended() {
        return past.ran() == Past.OPEN ? Long.MAX_VALUE : served() + past.ran();
    }
}
