package dev.rota.cores.scheduler;

import dev.rota.cores.AssignmentKind;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.ScheduledClaim;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;

/** Schedules every free core: a parachain core to its parachain, a thread core to the first claim pinned to it. */
final class CoreAssigner {

    private final Step step;
    private final RelayChain chain;
    private final Session session;
    private final ClaimEvents events;

    private CoreAssigner(Step step, RelayChain chain, ClaimEvents events) {
        this.step = step;
        this.chain = chain;
        this.session = chain.session();
        this.events = events;
    }

    static List<CoreAssignment> decide(Step step, RelayChain chain, ClaimEvents events) {
        return chain.session().hasGroups() ? new CoreAssigner(step, chain, events).assignments() : List.of();
    }

    private List<CoreAssignment> assignments() {
        GroupRotation rotation = session.rotation();
        int firstGroup = rotation.firstGroup(chain.number());
        List<CoreAssignment> assignments = new ArrayList<>(session.cores());
        for (int core = 0; core < session.cores(); core++) {
            if (chain.occupant(core) == null) {
                CoreAssignment assignment = assignment(core, rotation.group(core, firstGroup));
                if (assignment != null) {
                    assignments.add(assignment);
                }
            }
        }
        return assignments;
    }

    private @Nullable CoreAssignment assignment(int core, int group) {
        if (session.isParachainCore(core)) {
            return new CoreAssignment(core, session.parachain(core), AssignmentKind.PARACHAIN, null, 0, group);
        }
        if (!session.isThreadCore(core)) {
            return null;
        }
        QueuedClaim next = chain.queue().take(step, session.offset(core));
        if (next == null) {
            return null;
        }
        ScheduledClaim claim =
                new ScheduledClaim(core, next.getPara(), next.getCollator(), next.getRetries(), next.getId());
        chain.schedule(claim);
        events.emit(ClaimEventKind.SCHEDULED, PendingClaim.of(claim), core);
        return new CoreAssignment(
                core, claim.getPara(), AssignmentKind.PARATHREAD, claim.getCollator(), claim.getRetries(), group);
    }
}
