package dev.rota.cores.explain;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.scheduler.DropReason;
import dev.rota.engine.Answer;
import dev.rota.engine.text.Phrases;

/** Describes how the last claim on a para ended, from its last event. */
final class ClaimEnding {

    private ClaimEnding() {}

    static Answer of(ClaimEvent event, boolean bySession, boolean live) {
        String claim = BlockPhrases.candidate(event.getPara(), event.getCollator());
        String end = event.getKind() == ClaimEventKind.DROPPED
                ? claim + " was dropped in block " + event.getBlock() + why(event, bySession)
                : claim + " concluded on core " + event.getCore() + " in block " + event.getBlock()
                        + ": its candidate became available";
        return new Answer(
                event.getKind().name(),
                end + (live ? "; it may be claimed again" : "; the para is no live parathread any more"));
    }

    private static String why(ClaimEvent event, boolean bySession) {
        DropReason reason = DropReason.valueOf(event.getReason());
        String failed = bySession
                ? ", when a session began that allows fewer than its "
                        + Phrases.count(event.getRetries(), "failed attempt")
                : " after " + Phrases.count(event.getRetries() + 1, "attempt") + ", the last one on core "
                        + event.getCore();
        return (reason == DropReason.RETRIES_EXHAUSTED ? failed : "") + ": " + words(reason);
    }

    static String words(DropReason reason) {
        return reason
                + switch (reason) {
                    case RETRIES_EXHAUSTED -> ", its attempts are used up";
                    case DEREGISTERED -> ", the session does not list the para as a parathread";
                    case NO_THREAD_CORES -> ", the session has no cores for parathreads";
                };
    }
}
