package dev.rota.cores.explain;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.engine.Nullable;

/** The latest events of the claims on one para, as far as they say why its claim is where it is. */
final class ClaimHistory {

    private @Nullable ClaimEvent last;

    /** What happened to the claim before its last event. */
    private @Nullable ClaimEventKind before;

    /** The event that brought the claim into the queue. */
    private @Nullable ClaimEvent queued;

    /** Whether that event was a session that emptied the cores. */
    private boolean queuedBySession;

    /** The last event that pinned it to another core since then. */
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

    /** The latest event; null if there was none. */
    @Nullable
    ClaimEvent last() {
        return last;
    }

    /** Whether a session dropped the claim: otherwise it was scheduled before. */
    boolean isDroppedBySession() {
        return last != null && last.getKind() == ClaimEventKind.DROPPED && before != ClaimEventKind.SCHEDULED;
    }

    /** Since when the claim has been queued, why, and where it was pinned before; empty if there was no event. */
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
