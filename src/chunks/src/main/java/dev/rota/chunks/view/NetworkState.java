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
 * @param routes what readers may use, or null if the policy has no routes
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
        List<Dataset> datasets,
        @Nullable Routes routes) {

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
     * @param routes its copies by what readers may do with them, or null if the policy has no routes
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
            boolean draining,
            @Nullable WorkerRoutes routes) {}

    /**
     * The totals of copies by what readers may do with them, and the open swaps.
     *
     * @param view the last view that was published
     * @param visible the number of visible chunks
     * @param visibleReplicas the number of workers that must have confirmed a chunk before it is visible
     * @param routes the number of copies that readers may use
     * @param missing the number of assigned copies that are not confirmed
     * @param waiting the number of confirmed copies that the target does not have and that wait for routes elsewhere
     * @param inGrace the number of copies that readers have left and whose grace has not passed
     * @param left the number of copies whose grace has passed, which the next epoch can take
     * @param swaps the first chunks that wait to be replaced
     */
    public record Routes(
            long view,
            int visible,
            int visibleReplicas,
            long graceMs,
            long routes,
            long missing,
            long waiting,
            long inGrace,
            long left,
            int swapCount,
            List<Swap> swaps) {
        public Routes {
            swaps = List.copyOf(swaps);
        }
    }

    /**
     * Chunks that wait to be replaced by others.
     *
     * @param old the number of chunks to be replaced
     * @param fresh the number of chunks that replace them
     * @param waiting the number of those that too few workers have confirmed
     * @param first the first of those
     */
    public record Swap(String dataset, int old, int fresh, int waiting, List<Fresh> first) {
        public Swap {
            first = List.copyOf(first);
        }
    }

    /**
     * A chunk that waits to replace others.
     *
     * @param confirmed the number of workers that count and have confirmed it
     */
    public record Fresh(String chunk, int confirmed) {}

    /** The totals of a dataset's listed chunks. */
    public record Dataset(String dataset, int chunks, BigInteger bytes, long height) {}
}
