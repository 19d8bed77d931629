package dev.rota.chunks.tables;

/** The limits of a network. */
public final class ChunksLimits {

    /** The maximum size of a chunk. */
    public static final long CHUNK_BYTES_MAX = 1L << 40;

    /** The maximum number of listed chunks. */
    public static final int CHUNKS_MAX = 50_000_000;

    /** The maximum number of workers in the set. A slot fits two bytes, with values to spare. */
    public static final int WORKERS_MAX = 65_000;

    /** The maximum number of chunks or numbers of one catalog entry. */
    public static final int ENTRY_CHUNKS_MAX = 1_000;

    /** The silence after which a worker is removed from the set. */
    public static final long SILENCE_MS_MAX = 24L * 3600 * 1000;

    /**
     * The maximum size of the outputs of a step: the assignments of an epoch with some 45 million replicas. While such
     * a network is placed, it takes several times that memory.
     */
    public static final int STEP_OUTPUT_BYTES_MAX = 96 << 20;

    /** The maximum number of chunks that one event replaces, and of those that replace them. */
    public static final int REPLACED_CHUNKS_MAX = 1_000;

    /** The maximum number of workers that a convergence names as not confirmed. */
    public static final int STRAGGLERS_MAX = 100;

    private ChunksLimits() {}
}
