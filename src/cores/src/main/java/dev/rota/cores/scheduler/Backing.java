package dev.rota.cores.scheduler;

import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.Occupant;
import dev.rota.cores.ScheduledClaim;
import dev.rota.engine.Step;
import java.util.Arrays;
import java.util.List;

/** Makes backed cores occupied. A core must have been scheduled in this block, and can be backed once. */
final class Backing {

    private Backing() {}

    static void decide(Step step, RelayChain chain, List<Integer> backed, ClaimEvents events) {
        for (int core : ascending(backed)) {
            if (!occupy(chain, core, events)) {
                step.reject(
                        CoresReason.CORE_NOT_SCHEDULED,
                        "expected core " + core + " to be scheduled and not backed yet, but it is not");
            }
        }
    }

    private static int[] ascending(List<Integer> cores) {
        int[] ascending = new int[cores.size()];
        int count = 0;
        for (int core : cores) {
            ascending[count++] = core;
        }
        Arrays.sort(ascending);
        return ascending;
    }

    private static boolean occupy(RelayChain chain, int core, ClaimEvents events) {
        Session session = chain.session();
        if (core < 0 || chain.occupant(core) != null) {
            return false;
        }
        if (session.isParachainCore(core)) {
            if (session.hasGroups()) {
                chain.occupy(new Occupant(core, chain.number(), session.parachain(core), null, 0, null));
            }
            // while there are groups a free parachain core is always scheduled, so no row records it
            return session.hasGroups();
        }
        ScheduledClaim claim = chain.scheduledClaim(core);
        if (claim == null) {
            return false;
        }
        chain.unschedule(core);
        chain.occupy(new Occupant(
                core, chain.number(), claim.getPara(), claim.getCollator(), claim.getRetries(), claim.getId()));
        events.emit(ClaimEventKind.BACKED, PendingClaim.of(claim), core);
        return true;
    }
}
