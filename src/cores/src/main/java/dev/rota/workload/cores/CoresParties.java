package dev.rota.workload.cores;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.engine.Decision;
import dev.rota.engine.Times;
import dev.rota.workload.cores.BlockCounts.Length;
import dev.rota.workload.cores.ModelChain.Occupant;
import dev.rota.workload.cores.ModelChain.Unbacked;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Parties;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * The candidates of a chain in one world. Its blocks come as recorded, and say what becomes of the candidates that are
 * scheduled in this world.
 */
final class CoresParties implements Parties {

    private final ModelChain chain;
    private final BlockCounts tries;
    private final BlockCounts occupations;
    private final boolean reportsTimeOuts;
    private final SortedMap<String, Long> sources = new TreeMap<>();

    /** @param reportsTimeOuts whether the chain reports which candidates time out, and the scheduler does not decide it */
    CoresParties(ModelChain chain, BlockCounts tries, BlockCounts occupations, boolean reportsTimeOuts) {
        this.chain = chain;
        this.tries = tries;
        this.occupations = occupations;
        this.reportsTimeOuts = reportsTimeOuts;
    }

    @Override
    public void foresee(Happening event) {}

    @Override
    public Happening recorded(Happening event) {
        List<Integer> backed = null;
        Happening happening = event;
        if (event.value() instanceof BlockEvent block) {
            if (block.getEvent() instanceof BlockStarted) {
                happening = event.with(with(block, started(block.getNumber())));
            } else if (block.getEvent() instanceof BlockEnded ended) {
                backed = backed();
                happening = event.with(with(block, new BlockEnded(backed, ended.getSession())));
            }
        }
        chain.event(backed);
        return happening;
    }

    private static BlockEvent with(BlockEvent block, SpecificRecord event) {
        return new BlockEvent(block.getChain(), block.getNumber(), event, block.getForce());
    }

    private BlockStarted started(long number) {
        List<Integer> concluded = new ArrayList<>();
        List<Integer> timedOut = new ArrayList<>();
        chain.occupants().forEach((core, its) -> {
            Length needs = needs(its);
            if (number - its.since >= needs.blocks()) {
                (needs.timesOut() ? timedOut : concluded).add(core);
            }
        });
        return new BlockStarted(concluded, reportsTimeOuts ? timedOut : null);
    }

    private List<Integer> backed() {
        List<Integer> backed = new ArrayList<>();
        chain.scheduled().forEach((core, para) -> {
            Unbacked unbacked = chain.unbacked(para);
            if (unbacked != null && unbacked.tries >= needs(para, unbacked).blocks()) {
                backed.add(core);
            }
        });
        return backed;
    }

    private Length needs(Occupant occupant) {
        if (occupant.needs == null) {
            occupant.needs = noted(occupations.length(occupant.para, occupant.number, reportsTimeOuts));
        }
        return occupant.needs;
    }

    /** Returns in how many blocks a candidate is tried in vain. */
    private Length needs(int para, Unbacked unbacked) {
        if (unbacked.needs == null) {
            unbacked.needs = noted(tries.length(para, unbacked.number, false));
        }
        return unbacked.needs;
    }

    private Length noted(Length length) {
        sources.merge(length.source(), 1L, Long::sum);
        return length;
    }

    @Override
    public long next() {
        return Times.NEVER;
    }

    @Override
    public Happening act(long time) {
        throw new IllegalStateException("expected the blocks to tell all, but there is an act at " + time);
    }

    @Override
    public void decided(Decision decision) {
        chain.take(decision.value());
    }

    @Override
    public SortedMap<String, Long> sources() {
        return sources;
    }
}
