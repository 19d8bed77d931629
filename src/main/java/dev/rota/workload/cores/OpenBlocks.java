package dev.rota.workload.cores;

import dev.rota.cores.CoresDomain;
import dev.rota.engine.Output;
import dev.rota.workload.OpenTraffic;
import dev.rota.workload.Traffic.Fact;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** The blocks of one relay chain, which come one after the other at any rate. */
final class OpenBlocks implements OpenTraffic {

    private final int cores;
    private final SteadyTraffic blocks;

    OpenBlocks(int cores) {
        this.cores = cores;
        this.blocks = SteadyTraffic.oneOf(cores);
    }

    @Override
    public String noun() {
        return "blocks";
    }

    @Override
    public String filled() {
        return String.format(Locale.ROOT, "a chain of %,d cores", cores);
    }

    /** The end of the first block, which brings the session. */
    @Override
    public List<Iterator<Fact>> filling() {
        return List.of(blocks.at(0).iterator());
    }

    @Override
    public List<Fact> next() {
        return blocks.at(0);
    }

    @Override
    public Output<?> answers() {
        return CoresDomain.ASSIGNMENTS;
    }
}
