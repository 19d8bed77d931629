package dev.rota.stream;

/**
 * What came of asking for a page of a unit.
 *
 * @param text the page where it is shown, else one sentence that says why it is not
 */
public record PageAnswer(Outcome outcome, String text) {

    /** How it went. */
    public enum Outcome {
        SHOWN,
        /** The scheduler is here, and has never heard of the unit. */
        UNIT_UNKNOWN,
        /** Another instance may have the unit's scheduler. */
        NOT_HERE,
        /** Later there may be an answer. */
        BUSY,
        /** The scheduler could not show it. */
        FAILED
    }

    static PageAnswer shown(String page) {
        return new PageAnswer(Outcome.SHOWN, page);
    }

    static PageAnswer unknown(String unit) {
        return new PageAnswer(
                Outcome.UNIT_UNKNOWN, "expected a unit that has a record in the log, but '" + unit + "' has none");
    }

    static PageAnswer notHere(String unit, int partition) {
        return new PageAnswer(
                Outcome.NOT_HERE,
                "expected the scheduler of '" + unit + "' at this instance, but log partition " + partition
                        + " is not here");
    }

    static PageAnswer tooMany(int max) {
        return new PageAnswer(
                Outcome.BUSY, "expected at most " + max + " pages to be waited for, but this would be one more");
    }

    static PageAnswer noCluster(String log, Throwable failure) {
        Throwable cause = failure.getCause();
        return new PageAnswer(
                Outcome.BUSY,
                "expected the cluster to say how many partitions " + log + " has, but "
                        + (cause == null ? failure : cause).getMessage());
    }

    static PageAnswer failed(String unit) {
        return new PageAnswer(
                Outcome.FAILED,
                "expected the scheduler of '" + unit
                        + "' to show a page, but it failed; this process's messages say how");
    }
}
