package dev.rota.chunks.placement;

/** The limits of one epoch's placement. */
final class PlacementLimits {

    /** Replicas of one epoch; each takes four bytes during placement and two between epochs. */
    static final int REPLICAS_MAX = 1 << 28;

    /** Positions on all rings together; each takes ten bytes. */
    static final int POSITIONS_MAX = 1 << 27;

    private PlacementLimits() {}
}
