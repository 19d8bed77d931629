package dev.rota.workload.cores;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.engine.Decision;
import dev.rota.workload.cores.BlockCounts.Ending;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Learner;
import dev.rota.workload.whatif.Parties;
import dev.rota.workload.whatif.Tally;
import java.util.List;

/** Learns from a chain's record how long its candidates took to be backed, and to be available. */
final class CoresLearner implements Learner, ModelChain.Watch {

    private final BlockCounts tries = new BlockCounts();
    private final BlockCounts occupations = new BlockCounts();
    private final ModelChain chain = new ModelChain(this);
    private ModelChain chainAtBranch = chain;

    /** Whether a block has started. */
    private boolean hasBlocks;

    /** Whether the scheduler decided in some block which candidates time out. */
    private boolean decidesTimeOuts;

    @Override
    public void event(Happening event) {
        List<Integer> backed = null;
        if (event.value() instanceof BlockEvent block) {
            if (block.getEvent() instanceof BlockEnded ended) {
                backed = ended.getBacked();
            } else if (block.getEvent() instanceof BlockStarted started) {
                hasBlocks = true;
                decidesTimeOuts |= started.getTimedOut() == null;
            }
        }
        chain.event(backed);
    }

    @Override
    public void decided(Decision decision) {
        chain.take(decision.value());
    }

    @Override
    public void tried(int para, long count, Ending ending) {
        tries.add(para, count, ending);
    }

    @Override
    public void occupied(int para, long blocks, Ending ending) {
        occupations.add(para, blocks, ending);
    }

    @Override
    public void branch() {
        chainAtBranch = chain.copy();
    }

    @Override
    public void end(long time) {
        chain.end();
    }

    @Override
    public Parties parties(Tally tally) {
        return new CoresParties(chainAtBranch.copy(), tries, occupations, hasBlocks && !decidesTimeOuts);
    }
}
