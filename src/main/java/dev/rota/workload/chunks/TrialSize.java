package dev.rota.workload.chunks;

/**
 * How large a made-up network is.
 *
 * @param fill which part of all capacity the replicas take
 */
public record TrialSize(int chunks, int workers, int replicas, double fill) {

    /** Each chunk is as large as this. */
    static final long CHUNK_BYTES = 100L << 20;

    /** What is left of a policy's default saturation leaves the factor as it is meant to be. */
    static final double SATURATION = 0.99;

    long capacityBytes() {
        return (long) (CHUNK_BYTES * (double) chunks * replicas / (workers * fill));
    }

    @Override
    public String toString() {
        return chunks + " chunks, " + workers + " workers, " + replicas + " replicas, fill " + fill;
    }
}
