package dev.rota.cores.scheduler;

import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoresTopics;
import dev.rota.cores.Occupant;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.Rotation;
import dev.rota.cores.SessionChange;
import dev.rota.cores.ValidatorGroups;
import dev.rota.cores.ValidatorsRow;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Begins a session with the next block. Its cores are free, so claims that were on one return to the queue; queued
 * claims that the session still allows are kept and pinned to its thread cores again.
 */
final class SessionStart {

    /**
     * A claim that a session finds in the queue or on a core.
     *
     * @param from the core that it was on or pinned to before the session
     * @param wasOnCore whether it was on that core; the session empties the cores
     * @param drop why the session drops it, or null if it is queued
     * @param to the core to which the session pins it, or null if it is dropped
     */
    private record MovedClaim(
            PendingClaim claim,
            int from,
            boolean wasOnCore,
            @Nullable DropReason drop,
            @Nullable Integer to) {}

    private final Step step;
    private final RelayChain chain;
    private final ClaimEvents events;
    private final List<MovedClaim> moved = new ArrayList<>();

    private SessionStart(Step step, RelayChain chain, ClaimEvents events) {
        this.step = step;
        this.chain = chain;
        this.events = events;
    }

    static void decide(Step step, RelayChain chain, SessionChange change, ClaimEvents events) {
        new SessionStart(step, chain, events).begin(NewSession.of(change, chain.number() + 1));
    }

    private void begin(NewSession next) {
        Session before = chain.session();
        List<Occupant> occupants = chain.occupants();
        Session session = new Session(next.row());
        chain.enter(session);
        step.table(CoresTables.SESSION).upsert(CoresTables.ONLY, next.row());
        step.table(CoresTables.VALIDATORS).upsert(CoresTables.ONLY, new ValidatorsRow(next.validators()));
        for (QueuedClaim claim : chain.queue().restart(step, session.threadCores())) {
            move(PendingClaim.of(claim), before.threadCore(claim.getOffset()), false);
        }
        for (Occupant occupant : occupants) {
            PendingClaim claim = PendingClaim.of(occupant);
            if (claim != null) {
                move(claim, occupant.getCore(), true);
            }
        }
        emitReturned();
        step.emit(
                CoresTopics.GROUPS,
                chain.name(),
                new ValidatorGroups(
                        chain.name(),
                        session.index(),
                        chain.number() + 1,
                        next.validators(),
                        next.groups(),
                        session.row().getRotationFrequency(),
                        session.rotation().backward() ? Rotation.BACKWARD : Rotation.FORWARD));
        emitRepinned();
    }

    private void move(PendingClaim claim, int from, boolean wasOnCore) {
        Session session = chain.session();
        DropReason drop = dropReason(session, claim);
        Integer to = null;
        if (drop == null) {
            to = session.threadCore(chain.enqueue(step, claim).getOffset());
        } else {
            chain.release(claim.para());
        }
        moved.add(new MovedClaim(claim, from, wasOnCore, drop, to));
    }

    /** Emits where claims wait that were on a core; an event without a core is followed by DROPPED. */
    private void emitReturned() {
        for (MovedClaim one : moved) {
            if (one.wasOnCore()) {
                events.emit(ClaimEventKind.RETURNED, one.claim(), one.to());
            }
        }
        for (MovedClaim one : moved) {
            if (one.drop() != null) {
                events.dropped(one.claim(), one.from(), one.drop());
            }
        }
    }

    /** Emits the new cores of queued claims, after the session, which contains the cores. */
    private void emitRepinned() {
        for (MovedClaim one : moved) {
            if (!one.wasOnCore() && one.to() != null && one.to() != one.from()) {
                events.repinned(one.claim(), one.from(), one.to());
            }
        }
    }

    private static @Nullable DropReason dropReason(Session session, PendingClaim claim) {
        if (session.threadCores() == 0) {
            return DropReason.NO_THREAD_CORES;
        }
        if (claim.retries() > session.retriesMax()) {
            return DropReason.RETRIES_EXHAUSTED;
        }
        return session.isLiveParathread(claim.para()) ? null : DropReason.DEREGISTERED;
    }
}
