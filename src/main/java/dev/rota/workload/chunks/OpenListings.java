package dev.rota.workload.chunks;

import dev.rota.chunks.ChunksDomain;
import dev.rota.engine.Output;
import dev.rota.workload.LongDecision.Act;
import dev.rota.workload.OpenTraffic;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** A network with an epoch in force whose workers ping, and whose dataset grows by a chunk now and then. */
final class OpenListings implements OpenTraffic {

    /** How much of the capacity is used: with more, a few more chunks would cost each chunk a replica. */
    private static final double FILL = 0.9;

    private static final int REPLICAS = 8;

    /** Workers ping more often than chunks are listed. */
    private static final int PINGS_PER_LISTING = 10;

    private final TrialSize size;
    private int listed;
    private int pinged;

    OpenListings(int workers, int chunks) {
        this.size = new TrialSize(chunks, workers, REPLICAS, FILL);
        this.listed = chunks;
    }

    @Override
    public String noun() {
        return "listings";
    }

    @Override
    public String filled() {
        return String.format(
                Locale.ROOT,
                "%d pings with each, a network of %,d workers and %,d chunks with %d replicas",
                PINGS_PER_LISTING,
                size.workers(),
                size.chunks(),
                size.replicas());
    }

    @Override
    public List<Iterator<Fact>> filling() {
        return EpochActs.untilFirstEpoch(size).stream().map(Act::facts).toList();
    }

    @Override
    public List<Fact> next() {
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < PINGS_PER_LISTING; i++) {
            facts.add(EpochActs.ping(size, pinged++ % size.workers()));
        }
        facts.add(EpochActs.listing(listed++, 1));
        return facts;
    }

    @Override
    public Output<?> answers() {
        return ChunksDomain.CATALOG;
    }
}
