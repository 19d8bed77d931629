package dev.rota.cores.explain;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.engine.Nullable;

/** Follows the claims for one para up to the latest events that explain where its claim is. */
final class ClaimHistory {

    private @Nullable ClaimEvent last;

    /** The kind of the event before the last one. */
    private @Nullable ClaimEventKind before;

    /** The event that brought the claim into the queue. */
    private @Nullable ClaimEvent queued;

    /** True if a session emptied the cores in that event. */
    private boolean queuedBySession;

    /** The last event since then that pinned it to another core. */
    private @Nullable ClaimEvent repinned;

    void decided(ClaimEvent event) {
        before = last == null ? null : last.getKind();
        last = event;
        switch (event.getKind()) {
            case QUEUED, RETURNED, TIMED_OUT -> {
                queued = event;
                queuedBySession = event.getKind() == ClaimEventKind.RETURNED && before == ClaimEventKind.BACKED;
                repinned = null;
            }
            case REPINNED -> repinned = event;
            default -> {
                // it is not in the queue
            }
        }
    }

    /** Returns the latest event, or null if there was none. */
    @Nullable
    ClaimEvent last() {
        return last;
    }

    /** Returns whether a session dropped the claim, which otherwise was scheduled before. */
    boolean isDroppedBySession() {
        return last != null && last.getKind() == ClaimEventKind.DROPPED && before != ClaimEventKind.SCHEDULED;
    }

    /**
     * Returns a phrase with the time since which the claim has been queued, the cause, and where it was pinned before;
     * empty if there was no event.
     */
    String queuedSince() {
        if (queued == null) {
            return "";
        }
        String why = switch (queued.getKind()) {
            case RETURNED -> queuedBySession ? ", after a session emptied the cores," : ", after it was not backed,";
            case TIMED_OUT -> ", after its candidate timed out,";
            default -> "";
        };
        return " since block " + queued.getBlock() + why + (repinned == null ? "" : repinned(repinned));
    }

    private static String repinned(ClaimEvent event) {
        return " (pinned to core " + event.getCore() + " instead of core " + event.getReason()
                + " by the session that began after block " + event.getBlock() + ")";
    }
}
