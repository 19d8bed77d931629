package dev.rota.cores.scheduler;

import dev.rota.cores.Occupant;

/**
 * The availability predicate, which decides whether a candidate pending availability times out. It does so once its
 * period has passed, but only in the first blocks after a rotation; their number is that of the period.
 *
 * @param sessionStart the session's first block
 * @param rotationBlocks the number of blocks between rotations, at least 1
 * @param chainPeriod the availability period of a parachain's candidate, in blocks
 * @param threadPeriod the availability period of a parathread's candidate, in blocks
 */
public record Availability(long sessionStart, int rotationBlocks, int chainPeriod, int threadPeriod) {

    boolean timesOut(Occupant occupant, long block) {
        int period = period(occupant);
        return sinceRotation(block) < period && block - occupant.getSince() >= period;
    }

    /** Returns the first block from {@code earliest} on at which the occupant can time out. */
    public long timeOutAt(Occupant occupant, long earliest) {
        int period = period(occupant);
        long over = Math.max(occupant.getSince() + period, earliest);
        long sinceRotation = sinceRotation(over);
        return sinceRotation < period ? over : over - sinceRotation + rotationBlocks;
    }

    private int period(Occupant occupant) {
        return occupant.getCollator() == null ? chainPeriod : threadPeriod;
    }

    private long sinceRotation(long block) {
        return (block - sessionStart) % rotationBlocks;
    }
}
