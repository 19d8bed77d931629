package dev.rota.cores;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import java.util.List;

/**
 * Begins a session with the next block. Its cores are free, so claims that occupied one return to the queue; queued
 * claims that the session still allows are kept and pinned anew to its thread cores.
 */
final class SessionStart {

    private SessionStart() {}

    static void decide(Step step, RelayChain chain, SessionChange change, ClaimEvents events) {
        NewSession next = NewSession.of(change, chain.number() + 1);
        returnOccupants(step, chain, events);
        Session session = new Session(next.row());
        chain.enter(session);
        step.table(CoresTables.SESSION).upsert(CoresTables.ONLY, next.row());
        requeue(step, chain, chain.queue().restart(step, session.threadCores()), events);
        step.emit(
                CoresDomain.GROUPS,
                chain.name(),
                new ValidatorGroups(
                        chain.name(), session.index(), chain.number() + 1, next.validators(), next.groups()));
    }

    private static void returnOccupants(Step step, RelayChain chain, ClaimEvents events) {
        for (int core = 0; core < chain.session().cores(); core++) {
            Occupant occupant = chain.occupant(core);
            if (occupant != null && occupant.getCollator() != null) {
                events.returnedBySession(chain.enqueue(
                        step, occupant.getPara(), occupant.getCollator(), occupant.getRetries(), occupant.getId()));
            }
        }
    }

    private static void requeue(Step step, RelayChain chain, List<QueuedClaim> claims, ClaimEvents events) {
        for (QueuedClaim claim : claims) {
            DropReason reason = dropReason(chain.session(), claim);
            if (reason != null) {
                chain.release(claim.getPara());
                events.dropped(claim, reason);
            } else {
                chain.enqueue(step, claim.getPara(), claim.getCollator(), claim.getRetries(), claim.getId());
            }
        }
    }

    private static @Nullable DropReason dropReason(Session session, QueuedClaim claim) {
        if (session.threadCores() == 0) {
            return DropReason.NO_THREAD_CORES;
        }
        if (claim.getRetries() > session.retriesMax()) {
            return DropReason.RETRIES_EXHAUSTED;
        }
        return session.isLiveParathread(claim.getPara()) ? null : DropReason.DEREGISTERED;
    }
}
