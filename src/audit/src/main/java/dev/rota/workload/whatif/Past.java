package dev.rota.workload.whatif;

/**
 * What became of work under another scheduler, as its history tells.
 *
 * @param waited how long it waited until it was served, or left; {@link #NONE} if that is not known, {@link #OPEN} if it
 *     waited at the end of the history
 * @param ran how long it ran; {@link #NONE} if that is not known, {@link #OPEN} if it was not seen to end
 * @param left whether it left without having been served
 */
public record Past(long waited, long ran, boolean left) {

    public static final long NONE = -1;

    public static final long OPEN = Long.MAX_VALUE;

    /** Returns whether it is known when it was served, or left. */
    public boolean hasEnded() {
        return waited != NONE && waited != OPEN;
    }

    /** Returns whether it is known how long it ran. */
    public boolean hasRun() {
        return ran != NONE && ran != OPEN;
    }

    /** Returns how long after it came it was served and had run, or left, as far as that is known. */
    public long known() {
        return (hasEnded() ? waited : 0) + (hasRun() ? ran : 0);
    }

    /** Returns what is known of it at a time after it came. */
    public Past at(long after) {
        return hasEnded() && waited > after ? new Past(OPEN, OPEN, false) : this;
    }
}
