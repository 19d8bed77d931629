package dev.rota.chunks;

/** The limits of a network. */
final class ChunksLimits {

    /** A chunk's size. */
    static final long CHUNK_BYTES_MAX = 1L << 40;

    /** Listed chunks. */
    static final int CHUNKS_MAX = 50_000_000;

    /** Workers in the set; a slot fits two bytes, with values to spare. */
    static final int WORKERS_MAX = 65_000;

    /** Chunks or numbers of one catalog entry. */
    static final int ENTRY_CHUNKS_MAX = 1_000;

    /** A worker is removed from the set after this silence. */
    static final long SILENCE_MS_MAX = 24L * 3600 * 1000;

    /**
     * Outputs of one step: the assignments of an epoch with some 45 million replicas. While such a network is placed, it
     * has several times as much in memory.
     */
    static final int STEP_OUTPUT_BYTES_MAX = 96 << 20;

    private ChunksLimits() {}
}
