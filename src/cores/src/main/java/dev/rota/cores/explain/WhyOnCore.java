package dev.rota.cores.explain;

import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreState;
import dev.rota.cores.Occupant;
import dev.rota.cores.ScheduledClaim;
import dev.rota.cores.scheduler.ClaimClearing;
import dev.rota.cores.scheduler.ClearedQueue;
import dev.rota.cores.scheduler.DropReason;
import dev.rota.cores.scheduler.Forecast;
import dev.rota.cores.scheduler.RelayChain;
import dev.rota.cores.scheduler.Session;
import dev.rota.engine.Answer;
import dev.rota.engine.text.Phrases;
import java.util.Objects;

/** Explains what is on a core, and what happens if it is not backed or not available in time. */
final class WhyOnCore {

    private final RelayChain chain;
    private final Session session;

    WhyOnCore(RelayChain chain) {
        this.chain = chain;
        this.session = chain.session();
    }

    /** Explains a parachain, which has a core of its own. */
    Answer parachain(int para, int core) {
        String subject = BlockPhrases.asOf(chain) + " parachain " + para + " has core " + core + " of its own";
        Occupant occupant = chain.occupant(core);
        if (occupant != null) {
            return new Answer("BACKED", subject + ", which it has occupied" + pending(occupant));
        }
        if (!session.hasGroups()) {
            return new Answer("IDLE", subject + ", but " + BlockPhrases.noValidators(chain));
        }
        return chain.isOpen()
                ? new Answer("SCHEDULED", subject + ", scheduled" + group(core) + "; it waits to be backed")
                : new Answer(
                        "IDLE",
                        subject + ", free; it is scheduled in the next block with group "
                                + outlook(core).getGroup());
    }

    /** Explains a claim whose candidate was backed. */
    Answer backed(Occupant occupant) {
        return new Answer(
                "BACKED",
                BlockPhrases.asOf(chain) + " " + BlockPhrases.candidate(occupant.getPara(), occupant.getCollator())
                        + " has occupied core " + occupant.getCore() + pending(occupant)
                        + "; the claim is queued again if it times out or a session begins");
    }

    /** Returns a phrase with the block in which an occupant was backed, and when it times out. */
    String pending(Occupant occupant) {
        return " since block " + occupant.getSince() + ", backed by group "
                + session.rotation().groupAt(occupant.getCore(), occupant.getSince())
                + "; its candidate waits to become available and times out in block "
                + BlockPhrases.timeOut(chain, occupant) + " unless it is available before";
    }

    /** Explains a claim that has a core and was not backed yet, or not at all if the block has ended. */
    Answer scheduled(ScheduledClaim claim) {
        String subject = BlockPhrases.asOf(chain) + " " + BlockPhrases.candidate(claim.getPara(), claim.getCollator());
        String attempt = ", " + BlockPhrases.attempt(chain, claim.getRetries());
        if (chain.isOpen()) {
            return new Answer(
                    "SCHEDULED",
                    subject + " is scheduled on core " + claim.getCore() + group(claim.getCore()) + attempt
                            + "; it waits to be backed, and " + open(claim));
        }
        return new Answer(
                "NOT_BACKED",
                subject + " was scheduled on core " + claim.getCore() + " in that block" + attempt
                        + ", but was not backed; with the next block it " + unbacked(claim));
    }

    private String open(ScheduledClaim claim) {
        DropReason reason = ClaimClearing.dropReason(session, claim);
        return "if this block ends without that it "
                + (reason == null ? "returns to the queue" : "is dropped: " + ClaimEnding.words(reason));
    }

    private String unbacked(ScheduledClaim claim) {
        DropReason reason = ClaimClearing.dropReason(session, claim);
        if (reason != null) {
            return "is dropped: " + ClaimEnding.words(reason);
        }
        int[] returned = new int[session.threadCores()];
        int[] its = new int[2];
        ClearedQueue.eachReturned(chain, (other, offset) -> {
            if (other.getPara() == claim.getPara()) {
                its[0] = offset;
                its[1] = returned[offset];
            }
            returned[offset]++;
        });
        int core = session.threadCore(its[0]);
        int ahead = chain.queue().length(its[0]) + its[1];
        return "returns to the queue, pinned to core " + core + " with "
                + (ahead == 0 ? "no claim" : Phrases.count(ahead, "claim")) + " before it" + atOnce(claim, core);
    }

    /** Returns whether a claim that returns is scheduled in the same block, which the forecast contains. */
    private String atOnce(ScheduledClaim claim, int core) {
        CoreOutlook outlook = outlook(core);
        return outlook.getState() == CoreState.SCHEDULED && Objects.equals(outlook.getPara(), claim.getPara())
                ? ", and is scheduled there at once"
                : "";
    }

    private String group(int core) {
        return " with group " + session.rotation().groupAt(core, chain.number());
    }

    private CoreOutlook outlook(int core) {
        return Forecast.of(chain, core);
    }
}
