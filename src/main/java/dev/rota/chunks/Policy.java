package dev.rota.chunks;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Tables;

/**
 * The policy in force, with its versions read.
 *
 * @param minVersion workers below it are unsupported
 * @param recommendedVersion workers below it are deprecated
 */
public record Policy(
        PlacementPolicy rules,
        @Nullable ClientVersion minVersion,
        @Nullable ClientVersion recommendedVersion) {

    public static Policy of(PlacementPolicy rules) {
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
