package dev.rota.chunks;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Tables;

/**
 * The policy in force, with parsed versions.
 *
 * @param minVersion workers below this are unsupported
 * @param recommendedVersion workers below this are deprecated
 */
record Policy(
        PlacementPolicy rules,
        @Nullable ClientVersion minVersion,
        @Nullable ClientVersion recommendedVersion) {

    static Policy of(PlacementPolicy rules) {
        return new Policy(
                rules, ClientVersion.of(rules.getMinVersion()), ClientVersion.of(rules.getRecommendedVersion()));
    }

    /** The policy of a network; the defaults until one arrives. */
    static Policy read(Tables tables) {
        PlacementPolicy row = tables.table(ChunksTables.POLICY).get(Key.EMPTY);
        return of(
                row == null
                        ? PlacementPolicy.newBuilder().setNetwork(tables.unit()).build()
                        : row);
    }
}
