package dev.rota.cores.scheduler;

import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.Occupant;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;

/** Frees occupied cores. A claim that concluded has ended; a claim that timed out is queued again without a penalty. */
final class CoreRelease {

    private CoreRelease() {}

    static List<FreedCore> decide(Step step, RelayChain chain, FreedReason[] freeing, ClaimEvents events) {
        List<FreedCore> freed = new ArrayList<>(freeing.length);
        for (int core = 0; core < freeing.length; core++) {
            Occupant occupant = chain.occupant(core);
            if (freeing[core] == null || occupant == null) {
                continue;
            }
            chain.free(core);
            claim(step, chain, occupant, freeing[core], events);
            freed.add(new FreedCore(core, occupant.getPara(), freeing[core]));
        }
        return freed;
    }

    private static void claim(Step step, RelayChain chain, Occupant occupant, FreedReason reason, ClaimEvents events) {
        PendingClaim claim = PendingClaim.of(occupant);
        if (claim == null) {
            return;
        }
        if (reason == FreedReason.CONCLUDED) {
            chain.release(claim.para());
            events.emit(ClaimEventKind.CONCLUDED, claim, occupant.getCore());
        } else {
            events.pinned(ClaimEventKind.TIMED_OUT, chain.enqueue(step, claim));
        }
    }
}
