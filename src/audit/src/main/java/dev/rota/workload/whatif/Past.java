package dev.rota.workload.whatif;

/**
 * What became of work under another scheduler, as its history tells.
 *
 * @param waited how long it waited until it was served, or left; {@link #NONE} if that is not known, {@link #OPEN} if it
 *     waited at the end of the history
 * @param ran how long it ran; {@link #NONE} if it was not seen to end
 * @param left whether it left without having been served
 */
public record Past(long waited, long ran, boolean left) {

    public static final long NONE = -1;

    public static final long OPEN = Long.MAX_VALUE;

    /** Returns whether it is known when it was served, or left. */
    public boolean hasEnded() {
        return waited != NONE && waited != OPEN;
    }

    /** Returns what is known of it at a time after it came. */
    public Past at(long after) {
        return hasEnded() && waited > after ? new Past(OPEN, NONE, false) : this;
    }
}
