package dev.rota.bench.network;

/**
 * The size of a synthetic network.
 *
 * @param fill the part of the total capacity that the replicas occupy
 */
public record NetworkSize(int chunks, int workers, int replicas, double fill) {

    /** The size of each chunk. */
    public static final long CHUNK_BYTES = 100L << 20;

    /** The policy's saturation, which yields the intended replication factor. */
    static final double SATURATION = 0.99;

    public long capacityBytes() {
        return (long) (CHUNK_BYTES * (double) chunks * replicas / (workers * fill));
    }

    @Override
    public String toString() {
        return chunks + " chunks, " + workers + " workers, " + replicas + " replicas, fill " + fill;
    }
}
