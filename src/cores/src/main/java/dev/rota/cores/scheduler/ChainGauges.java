package dev.rota.cores.scheduler;

import dev.rota.cores.Occupant;
import dev.rota.engine.Readings;
import dev.rota.engine.UnitGauge;
import java.util.List;

/** The gauges of a relay chain. */
final class ChainGauges {

    private static final UnitGauge BLOCK = UnitGauge.of("block", "The last block that started");
    private static final UnitGauge BLOCK_TIME = UnitGauge.moment("block", "When the last block started or ended");
    private static final UnitGauge SESSION = UnitGauge.of("session", "The session's index");
    private static final UnitGauge CORES =
            UnitGauge.of("cores", "Cores: occupied until their block is available, or free", "state");
    private static final UnitGauge QUEUED = UnitGauge.of("queued_claims", "Claims of parathreads that wait for a core");
    private static final UnitGauge LONGEST =
            UnitGauge.of("longest_occupied_blocks", "For how many blocks a core is occupied at most");

    private static final UnitGauge ROTATION =
            UnitGauge.of("next_rotation_block", "The block at which validator groups rotate next");
    private static final UnitGauge WAIT = UnitGauge.of(
            "expected_wait_blocks",
            "In how many blocks the last queued claim is expected on its core if everyone is backed and available in"
                    + " the block after");

    static final List<UnitGauge> ALL = List.of(BLOCK, BLOCK_TIME, SESSION, CORES, QUEUED, LONGEST, ROTATION, WAIT);

    private ChainGauges() {}

    /**
     * Reads the gauges.
     *
     * @param blockTime the time of the last block event
     */
    static void read(RelayChain chain, long blockTime, Readings readings) {
        int cores = chain.session().cores();
        int occupied = 0;
        long longest = 0;
        for (int core = 0; core < cores; core++) {
            Occupant occupant = chain.occupant(core);
            if (occupant != null) {
                occupied++;
                longest = Math.max(longest, chain.number() - occupant.getSince());
            }
        }
        readings.add(BLOCK, chain.number());
        readings.add(BLOCK_TIME, blockTime);
        readings.add(SESSION, chain.session().row().getIndex());
        readings.add(CORES, occupied, "occupied");
        readings.add(CORES, cores - occupied, "free");
        readings.add(QUEUED, chain.queue().length());
        readings.add(LONGEST, longest);
        if (chain.session().row().getRotationFrequency() > 0) {
            // a session that has just been entered begins with the next block
            long block = Math.max(chain.number(), chain.session().row().getStartBlock());
            readings.add(ROTATION, chain.session().rotation().nextAt(block));
        }
        if (chain.session().hasGroups()) {
            readings.add(WAIT, chain.queue().longestShare());
        }
    }
}
