package dev.rota.stream.partition;

import dev.rota.stream.partition.Standings.Standing;

/**
 * Applies nothing any more: the log is not the one that the rows were computed from, or it was decided otherwise.
 *
 * @param next the first offset that is not applied
 */
record Stopped(long next, String sentence, boolean hasAllRows) implements PartitionMode {

    @Override
    public Standing standing() {
        return new Standing(next, true, sentence);
    }
}
