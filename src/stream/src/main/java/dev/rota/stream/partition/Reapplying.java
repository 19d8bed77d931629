package dev.rota.stream.partition;

import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.outputs.CommittedOutputs;
import dev.rota.stream.partition.LogApplier.Progress;
import dev.rota.stream.partition.Standings.Standing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The third phase of a rebuild: applies the log up to the last record whose decisions are committed. */
final class Reapplying implements PartitionMode {

    private static final Logger LOG = LoggerFactory.getLogger(Reapplying.class);

    private final Rebuild rebuild;
    private final CommittedOutputs committed;
    private final LogApplier applier;
    private final Transitions transitions;

    Reapplying(Rebuild rebuild, CommittedOutputs committed, LogApplier applier, Transitions transitions) {
        this.rebuild = rebuild;
        this.committed = committed;
        this.applier = applier;
        this.transitions = transitions;
        LOG.info(
                "{} is applied again up to {}, without emitting what is committed: {}",
                rebuild.label(),
                committed.through(),
                rebuild.why());
    }

    @Override
    public void advance() throws Unavailable {
        long end = committed.through() + 1;
        Progress progress = Progress.APPLIED;
        for (int slice = 0;
                slice < CatchingUp.SLICES_AT_ONCE_MAX && progress == Progress.APPLIED && applier.next() < end;
                slice++) {
            progress = applier.applySlice(end);
        }
        if (progress != Progress.FAILED && applier.next() >= end) {
            LOG.info("{} is rebuilt up to {}", rebuild.label(), applier.next());
            rebuild.end();
            transitions.catchUp("its rows were rebuilt");
        }
    }

    @Override
    public Standing standing() {
        String progress = "applied up to " + applier.next() + " of " + (committed.through() + 1);
        return new Standing(applier.next(), false, rebuild.sentence(progress));
    }

    @Override
    public boolean hasAllRows() {
        return false;
    }
}
