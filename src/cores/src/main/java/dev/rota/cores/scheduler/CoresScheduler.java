package dev.rota.cores.scheduler;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.engine.Handlers;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Readings;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import java.util.function.Function;

/** Schedules the availability cores of one relay chain: claims arrive between its blocks, blocks start and end. */
final class CoresScheduler implements Scheduler {

    private final Function<Inquiry.Asked, Inquiry> inquiries;
    private final Showing showing;

    /** A cache of the chain's rows. */
    private @Nullable RelayChain known;

    /** The time of the last block event, for gauges only; 0 until it is known. */
    private long blockTime;

    /**
     * Creates a scheduler.
     *
     * @param inquiries answers inquiries from the chain's rows, whose number is that of its cores
     * @param showing makes the snapshots of its pages
     */
    CoresScheduler(Function<Inquiry.Asked, Inquiry> inquiries, Showing showing) {
        this.inquiries = inquiries;
        this.showing = showing;
    }

    /** Makes the snapshots of a chain's pages. */
    @FunctionalInterface
    interface Showing {
        /**
         * Returns a snapshot.
         *
         * @param chain the chain, or null before its first session
         */
        PageSnapshot of(@Nullable RelayChain chain, long now);
    }

    @Override
    public PageSnapshot snapshot(Tables tables, long now) {
        known = RelayChain.at(tables, tables.unit(), known);
        return showing.of(known, now);
    }

    @Override
    public Inquiry inquiry(Inquiry.Asked asked) {
        return inquiries.apply(asked);
    }

    @Override
    public Handlers handlers() {
        return Handlers.of()
                .on(Claim.class, this::claimed)
                .on(BlockEvent.class, BlockStarted.class, this::started)
                .on(BlockEvent.class, BlockEnded.class, this::ended);
    }

    @Override
    public boolean read(Tables tables, long now, Readings readings) {
        known = RelayChain.at(tables, tables.unit(), known);
        // the time of the last event is known even if the chain has had no block since the start
        blockTime = blockTime == 0 ? now : blockTime;
        if (known != null) {
            ChainGauges.read(known, blockTime, readings);
        }
        return true;
    }

    private void claimed(Step step, Claim claim) {
        RelayChain chain = chain(step, claim.getChain());
        if (chain == null) {
            step.reject(
                    CoresReason.NO_SESSION,
                    "expected a session before a claim on para " + claim.getPara() + ", but there is none yet");
        } else {
            ClaimArrival.decide(step, chain, claim);
        }
    }

    private void started(Step step, BlockEvent block, BlockStarted started) {
        blockTime = step.now();
        RelayChain chain = chain(step, block.getChain());
        if (chain == null) {
            step.reject(
                    CoresReason.NO_SESSION,
                    "expected a session before block " + block.getNumber() + " starts, but there is none yet");
        } else {
            boolean force = Boolean.TRUE.equals(block.getForce());
            BlockStart.decide(step, chain, block.getNumber(), force, started);
        }
    }

    private void ended(Step step, BlockEvent block, BlockEnded ended) {
        blockTime = step.now();
        RelayChain chain = chain(step, block.getChain());
        if (chain == null) {
            known = BlockEnd.genesis(step, block.getChain(), block.getNumber(), ended);
        } else {
            BlockEnd.decide(step, chain, block.getNumber(), ended);
        }
    }

    private @Nullable RelayChain chain(Step step, String name) {
        known = RelayChain.at(step, name, known);
        return known;
    }
}
