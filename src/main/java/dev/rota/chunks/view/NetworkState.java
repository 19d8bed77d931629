package dev.rota.chunks.view;

import dev.rota.engine.Nullable;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/**
 * The page of a network: its epochs, how full its workers are, and the workers and datasets that an operator examines
 * first.
 *
 * @param nextEpoch when the next epoch is due, or null if none is
 * @param statuses the number of workers of each status
 * @param unconfirmed the number of reliable workers that have not confirmed their whole share
 * @param fill the number of workers with a capacity by steps of five percent, and last those that are full
 * @param workers workers that need attention, then the fullest
 * @param datasets the largest datasets
 */
public record NetworkState(
        long asOf,
        long epochs,
        long published,
        long publishedAt,
        long effectiveFrom,
        @Nullable Long nextEpoch,
        boolean refused,
        long converged,
        long unplaced,
        long bytesAssigned,
        double saturation,
        int minReplication,
        List<Replication> replication,
        int workerCount,
        Map<String, Integer> statuses,
        int unconfirmed,
        long capacity,
        List<Integer> fill,
        int withoutCapacity,
        List<Worker> workers,
        long chunks,
        BigInteger bytes,
        int datasetCount,
        List<Dataset> datasets) {

    public static final String NAME = "state.json";

    public NetworkState {
        bytes = bytes == null ? BigInteger.ZERO : bytes;
    }

    /** The replicas of the chunks that have a weight. */
    public record Replication(int weight, int planned, int achieved) {}

    /**
     * A worker in the set.
     *
     * @param perMille how full it is, at most 1,000; -1 without capacity
     */
    public record Worker(
            String worker,
            String status,
            @Nullable String version,
            String assignmentStatus,
            @Nullable Long capacity,
            long bytes,
            long perMille,
            long chunks,
            long missing,
            @Nullable Long confirmedEpoch,
            boolean draining) {}

    /** The totals of a dataset's listed chunks. */
    public record Dataset(String dataset, int chunks, BigInteger bytes, long height) {}
}
